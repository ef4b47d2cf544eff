/* Parameters of a machine, as plain numbers with their names, units and ranges. The list is params.def.
 * Calibration and machine files fill a tc_params, and models read it. A value of 0 means unknown. A model has
 * no forecast if it needs an unknown parameter. No MPI, no clock. */
#ifndef TC_MACHINE_PARAMETERS_PARAMS_H
#define TC_MACHINE_PARAMETERS_PARAMS_H

#include <stdbool.h>

enum { TC_WORKING_SETS = 7, TC_SPREADS = 10, TC_LEVELS = 4, TC_WIDTHS = 2 };

/* Kernels that compute a row of the product: one per matrix format, and one that reads x through pointers
 * (comm/access/node_rows.h). */
enum {
#define TC_ENTRY(name) TC_KERNEL_##name,
#include "sparse/formats.def"
#undef TC_ENTRY
  TC_KERNEL_pointer,
  TC_KERNEL_COUNT
};

/* All parameters; params.def has their meanings and sources. A value of 0 is unknown. Zero-initialise
 * before use. */
typedef struct tc_params {
#define TC_PARAM(name, kind, meaning)         double name;
#define TC_CURVE(name, kind, length, meaning) double name[length];
#include "machine/parameters/params.def"
#undef TC_PARAM
#undef TC_CURVE
  /* Seconds of a row by kernel, width (index, see tc_params_width) and working set. All kernels are measured
   * with the number of rows that fills the working set with the first kernel. Files and reports name the
   * curves "row4_s" and "row16_s" for the first kernel, and "<kernel>_row4_s" and so on for the others. */
  double row_s[TC_KERNEL_COUNT][TC_WIDTHS][TC_WORKING_SETS];
  /* Working set of the largest rank of a run in bytes, set by tc_params_for_working_set; 0: unknown. It
   * describes the run and not the machine, so machine files and reports do not contain it. */
  double run_B;
} tc_params;

enum {
#define TC_PARAM(name, kind, meaning)         TC_PARAM_##name,
#define TC_CURVE(name, kind, length, meaning) TC_PARAM_##name,
#include "machine/parameters/params.def"
#undef TC_PARAM
#undef TC_CURVE
  TC_PARAM_ROWS, /* number of the first curve of row_s; the curves are numbered kernel by kernel */
  TC_PARAM_COUNT = TC_PARAM_ROWS + TC_KERNEL_COUNT * TC_WIDTHS
};

/* Returns the measured widths: 4 and 16. */
int tc_params_width(int index);

/* Returns the weight of a measured width, given by its index, in the linear interpolation for rows of `width`
 * entries. The weight of width 4 is 0 for rows of 16 entries and vice versa. */
double tc_params_width_share(int index, int width);

/* True if the costs of single reads are known for rows of a width. */
bool tc_params_has_read_costs(const tc_params *params, int width);

/* Marks the costs of single reads in rows of a width as unknown. */
void tc_params_clear_read_costs(tc_params *params, int width);

/* Returns the parameter number of the curve row_s[kernel][width], where `width` is an index. */
static inline int tc_param_row(int kernel, int width) { return TC_PARAM_ROWS + kernel * TC_WIDTHS + width; }

/* Access to the parameters by number, in the order of params.def. A curve has several values, any other
 * parameter has one. */
const char *tc_param_name(int param);
const char *tc_param_meaning(int param);
int tc_param_values(int param);
double *tc_param_at(tc_params *params, int param);              /* address of the parameter's first value */
const double *tc_param_get(const tc_params *params, int param); /* address of the first value, read-only */

/* True for parameters of kind TIME, and true for those of kind RATE (bytes per second), in params.def. */
bool tc_param_is_time(int param);
bool tc_param_is_rate(int param);

/* True for parameters of a device and of its link. */
bool tc_param_is_device(int param);

/* Returns the parameter number of the curve of a row on a device, by staging (device/device_matrix.h) and
 * index of the width. */
static inline int tc_param_device_row(int staging, int width) {
  return TC_PARAM_device_shared_row4_s + staging * TC_WIDTHS + width;
}

/* True if the values of the parameter are the ascending sizes at which other curves are measured. */
bool tc_param_is_axis(int param);

/* True for parameters that state the bytes moved by a single read, a power of two. */
bool tc_param_is_line(int param);

/* True for costs of access patterns, which files and JSON store in a separate mapping (`patterns`). */
bool tc_param_is_pattern(int param);

/* Valid range of a parameter. A value outside the range indicates another unit or a mistake. */
typedef struct tc_param_range {
  double min, max;
  const char *unit; /* unit of min and max, for messages */
} tc_param_range;

tc_param_range tc_param_range_of(int param);

/* Bytes that one row of the product touches with 32-bit columns: matrix row, x, y, and the private copy of x
 * that most strategies have. The working set of a curve is this number times the rows of a rank, for every
 * format. */
static inline double tc_row_bytes(int width) { return width * 12.0 + 32.0; }

/* Returns the bytes of the matrix row alone. */
static inline double tc_row_matrix_bytes(int width) { return width * 12.0 + 8.0; }

/* Operations per row in the benchmark that measures vectors_s: arrays read or written, dot products,
 * updates. */
enum { TC_VECTORS_STREAMS = 13, TC_VECTORS_DOTS = 3, TC_VECTORS_UPDATES = 3 };

/* Returns a curve's value at a working set of `bytes`. The value is linear in the logarithm of the working
 * set between two measured sets, and constant outside the measured range. 0 if the curve is unknown. */
double tc_params_curve(const tc_params *params, const double *curve, double bytes);

/* Returns the parameters for a run whose largest rank has a working set of `bytes`. */
tc_params tc_params_for_working_set(const tc_params *from, double bytes);

/* Returns the bandwidth of the memory level that holds the working set of the run; 0: unknown. For the main
 * memory it is private_bandwidth_Bps for every run. */
double tc_params_cached_Bps(const tc_params *params);

#endif
