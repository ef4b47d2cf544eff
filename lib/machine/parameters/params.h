/* What the model knows of a machine. Plain numbers; no MPI, no clock. */
#ifndef TC_MACHINE_PARAMETERS_PARAMS_H
#define TC_MACHINE_PARAMETERS_PARAMS_H

#include <stdbool.h>

enum { TC_WORKING_SETS = 7, TC_SPREADS = 10, TC_LEVELS = 4, TC_WIDTHS = 2 };

/* What computes rows of the product: the formats of a matrix, and reading through pointers
 * (comm/access/node_rows.h). */
enum {
#define TC_ENTRY(name) TC_KERNEL_##name,
#include "sparse/formats.def"
#undef TC_ENTRY
  TC_KERNEL_pointer,
  TC_KERNEL_COUNT
};

/* The list, with meanings and sources, is params.def. 0 means not known: there is no forecast for a load that
 * would need it. */
typedef struct tc_params {
#define TC_PARAM(name, kind, meaning)         double name;
#define TC_CURVE(name, kind, length, meaning) double name[length];
#include "machine/parameters/params.def"
#undef TC_PARAM
#undef TC_CURVE
  /* Of one row: by kernel, width (tc_params_width), and the working set that as many rows have with the first
   * kernel. In files and reports "row4_s" and "row16_s" for the first, "<kernel>_row4_s".. for the others. */
  double row_s[TC_KERNEL_COUNT][TC_WIDTHS][TC_WORKING_SETS];
  /* Working set of the largest rank of a run, set by tc_params_for_working_set; 0: unknown. It belongs to the
   * run: machine files and reports do not contain it. */
  double run_B;
} tc_params;

enum {
#define TC_PARAM(name, kind, meaning)         TC_PARAM_##name,
#define TC_CURVE(name, kind, length, meaning) TC_PARAM_##name,
#include "machine/parameters/params.def"
#undef TC_PARAM
#undef TC_CURVE
  TC_PARAM_ROWS, /* the first of the curves of row_s, kernel by kernel */
  TC_PARAM_COUNT = TC_PARAM_ROWS + TC_KERNEL_COUNT * TC_WIDTHS
};

/* Rows of which widths are measured: 4 and 16. */
int tc_params_width(int index);

/* What a width, given by its index, counts for rows of any width, which lie on the line through both: nothing
 * for those of the other one. */
double tc_params_width_share(int index, int width);

/* Whether the machine knows what single reads cost in rows of a width. */
bool tc_params_has_read_costs(const tc_params *params, int width);

/* As if they had never been measured. */
void tc_params_clear_read_costs(tc_params *params, int width);

/* The number of the curve row_s[kernel][width], width: its index. */
static inline int tc_param_row(int kernel, int width) { return TC_PARAM_ROWS + kernel * TC_WIDTHS + width; }

/* The parameters by number, in the order of params.def. Curves have several values, others one. */
const char *tc_param_name(int param);
const char *tc_param_meaning(int param);
int tc_param_values(int param);
double *tc_param_at(tc_params *params, int param);              /* its first value */
const double *tc_param_get(const tc_params *params, int param); /* the same, to be read */

/* Whether it is the time that something takes, or bytes in a second; TIME and RATE of params.def. */
bool tc_param_is_time(int param);
bool tc_param_is_rate(int param);

/* Whether it is of a device, or of the way there. */
bool tc_param_is_device(int param);

/* The number of the curve of rows on a device, by its kernel (device/device_matrix.h) and the index of the
 * width.
 */
static inline int tc_param_device_row(int staging, int width) {
  return TC_PARAM_device_shared_row4_s + staging * TC_WIDTHS + width;
}

/* Whether its values are sizes that other curves are measured at, which rise. */
bool tc_param_is_axis(int param);

/* Whether it is what single reads move, a power of two. */
bool tc_param_is_line(int param);

/* Whether it is one of the patterns, which stand in a mapping of their own (`patterns`) in files and JSON. */
bool tc_param_is_pattern(int param);

/* What a machine can have. Far beyond that is no slow or fast machine but another unit, or a slip. */
typedef struct tc_param_range {
  double min, max;
  const char *unit; /* of both, for people */
} tc_param_range;

tc_param_range tc_param_range_of(int param);

/* Bytes that one row of the product works on, stored with 32-bit columns: matrix row, x, y, and the private
 * copy of x that most strategies have. Curves are indexed by that many bytes times the rows of a rank,
 * whatever the format: those of other formats too are measured with so many rows. */
static inline double tc_row_bytes(int width) { return width * 12.0 + 32.0; }

/* Those of the matrix alone. */
static inline double tc_row_matrix_bytes(int width) { return width * 12.0 + 8.0; }

/* What vectors_s is measured with, for each row. */
enum { TC_VECTORS_STREAMS = 13, TC_VECTORS_DOTS = 3, TC_VECTORS_UPDATES = 3 };

/* A curve's value at a working set: linear in its logarithm between the two measured ones around it, that of
 * the smallest or largest beyond them. 0 when the curve is not known. */
double tc_params_curve(const tc_params *params, const double *curve, double bytes);

/* The parameters for a run whose largest rank works on this number of bytes. */
tc_params tc_params_for_working_set(const tc_params *from, double bytes);

/* Bandwidth of the caches or the memory that the working set of the run fits into; 0: unknown. The memory
 * alone gives private_bandwidth_Bps, whatever the run. */
double tc_params_cached_Bps(const tc_params *params);

#endif
