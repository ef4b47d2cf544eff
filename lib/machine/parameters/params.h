/* Parameters of a machine, as plain numbers with their names, units and ranges. The list is params.def.
 * Calibration and machine files fill a tc_params, and models read it. A value of 0 means unknown. A model has
 * no forecast if it needs an unknown parameter. No MPI, no clock. */
#ifndef TC_MACHINE_PARAMETERS_PARAMS_H
#define TC_MACHINE_PARAMETERS_PARAMS_H

#include <stdbool.h>

#include "machine/parameters/probe_times.h"

enum { TC_WORKING_SETS = 7, TC_SPREADS = 10, TC_LEVELS = 4, TC_WIDTHS = 2 };

/* Numbers of the kernels that compute a row of the product: one per matrix format, and `pointer`, which reads
 * x through pointers (comm/access/node_rows.h). */
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
  /* row_s[kernel][width][set]: seconds to compute one row of the product, where `kernel` is a TC_KERNEL_..
   * number, `width` the index of a measured width (tc_params_width) and `set` the index of a working set in
   * working_set_B. At each working set, all kernels are measured with the same number of rows, namely that
   * with which the data of the first kernel fill the working set. In files and reports the curves of the
   * first kernel are "row4_s" and "row16_s", and the curves of any other kernel are "<kernel>_row4_s" and
   * "<kernel>_row16_s". */
  double row_s[TC_KERNEL_COUNT][TC_WIDTHS][TC_WORKING_SETS];
  /* Working set of the largest rank of a run in bytes, set by tc_params_for_working_set; 0 if unknown. The
   * value describes the run, not the machine, so machine files and reports do not contain it. */
  double run_B;
} tc_params;

enum {
#define TC_PARAM(name, kind, meaning)         TC_PARAM_##name,
#define TC_CURVE(name, kind, length, meaning) TC_PARAM_##name,
#include "machine/parameters/params.def"
#undef TC_PARAM
#undef TC_CURVE
  TC_PARAM_ROWS, /* parameter number of the curve row_s[0][0]; the numbers of the other curves of row_s
                    follow, kernel by kernel */
  TC_PARAM_COUNT = TC_PARAM_ROWS + TC_KERNEL_COUNT * TC_WIDTHS
};

/* Returns the width, in off-diagonal entries per row, that was measured under `index`: 4 for index 0 and 16
 * for index 1. */
int tc_params_width(int index);

/* Returns the weight of the measured width number `index` in the linear interpolation of a value for rows of
 * `width` entries. The weight of width 4 is 1 for rows of 4 entries and 0 for rows of 16 entries. */
double tc_params_width_share(int index, double width);

/* True if the extra times of single reads of x (gather4_s, gather16_s) that apply to rows of `width` entries
 * are known. */
bool tc_params_has_read_costs(const tc_params *params, double width);

/* Sets the extra times of single reads of x (gather4_s, gather16_s) that apply to rows of `width` entries to
 * 0, which means unknown. */
void tc_params_clear_read_costs(tc_params *params, int width);

/* These functions return and set the times of the speed probe (probe_integer_s, probe_stream_s,
 * probe_gather_s), which are 0 if unknown. */
tc_probe_times tc_params_probe(const tc_params *params);
void tc_params_set_probe(tc_params *params, const tc_probe_times *times);

/* Returns the parameter number of the curve row_s[kernel][width], where `width` is an index. */
static inline int tc_param_row(int kernel, int width) { return TC_PARAM_ROWS + kernel * TC_WIDTHS + width; }

/* Access to the parameters by number, in the order of params.def. A curve has several values, any other
 * parameter has one. */
const char *tc_param_name(int param);
const char *tc_param_meaning(int param);
int tc_param_values(int param);
double *tc_param_at(tc_params *params, int param); /* address of the parameter's first value */

/* Stores a measured value of a parameter, unless it is not positive or not finite. */
void tc_param_record(tc_params *params, int param, double value);
const double *tc_param_get(const tc_params *params, int param); /* address of the first value, read-only */

/* tc_param_is_time is true for parameters whose kind in params.def is TIME (seconds). tc_param_is_rate is
 * true for parameters of kind RATE (bytes per second). */
bool tc_param_is_time(int param);
bool tc_param_is_rate(int param);

/* True for parameters of a device (GPU) and of its link to the host. */
bool tc_param_is_device(int param);

/* Returns the parameter number of the curve with the seconds of a row of the product on a device. `staging`
 * is a tc_staging (device/device_matrix.h), and `width` is the index of a measured width. */
static inline int tc_param_device_row(int staging, int width) {
  return TC_PARAM_device_shared_row4_s + staging * TC_WIDTHS + width;
}

/* True for a parameter whose values are sizes in ascending order, at which curves of other parameters are
 * measured. */
bool tc_param_is_axis(int param);

/* True for parameters of kind LINE: numbers of bytes that a single read moves, which are powers of two. */
bool tc_param_is_line(int param);

/* Sections of parameters (param_sections.def). Machine files and JSON contain a mapping for each section,
 * whose key is the name of the section. */
enum {
#define TC_PARAM_SECTION(name, first, last) TC_PARAM_SECTION_##name,
#include "machine/parameters/param_sections.def"
  TC_PARAM_SECTION_COUNT,
  TC_PARAM_SECTION_NONE = -1 /* parameters that are keys of the outermost mapping */
};

/* Returns the section of a parameter, or TC_PARAM_SECTION_NONE. */
int tc_param_section(int param);

/* Returns the name of a section, such as "patterns". */
const char *tc_param_section_name(int section);

/* Returns the prefix of the name of a parameter in messages: its section, such as "patterns.", or "". */
const char *tc_param_section_prefix(int param);

/* True for costs of access patterns (section `patterns`). */
bool tc_param_is_pattern(int param);

/* Valid range of a parameter. A value outside the range indicates another unit or a mistake. */
typedef struct tc_param_range {
  double min, max;
  const char *unit; /* unit of min and max, for messages */
} tc_param_range;

tc_param_range tc_param_range_of(int param);

/* Returns the bytes that one row of the product touches with 32-bit columns: the matrix row, x, y, and the
 * private copy of x that most strategies create. The working set of a measurement of rows is this number
 * times the rows of a rank, whatever the matrix format. */
static inline double tc_row_bytes(double width) { return width * 12.0 + 32.0; }

/* Returns the bytes of one row of the matrix alone, with 32-bit columns: `width` values and columns, and the
 * diagonal. */
static inline double tc_row_matrix_bytes(double width) { return width * 12.0 + 8.0; }

/* Returns the bytes that two consecutive sweeps of the multigrid smoother move for one row: couplings and
 * columns of 4 bytes, excess, inverse diagonal, and four vectors in single precision. The working set of the
 * measurements of smooth4_s and smooth16_s is this number times the rows of a rank. */
static inline double tc_smooth_row_bytes(double width) { return width * 8.0 + 24.0; }

/* Operations per row in the benchmark that measures the parameter vectors_s: number of arrays read or
 * written, of dot products, and of updates y += a x. */
enum { TC_VECTORS_STREAMS = 13, TC_VECTORS_DOTS = 3, TC_VECTORS_UPDATES = 3 };

/* Returns the value of `curve`, a member of *params, at a working set of `bytes`. Between two measured
 * working sets the value is linear in the logarithm of `bytes`. Outside the measured range it is constant.
 * Returns 0 if the curve is unknown. */
double tc_params_curve(const tc_params *params, const double *curve, double bytes);

/* Returns the index of the working set, among the first `count`, whose ratio to `bytes` is closest to 1. */
int tc_params_nearest_set(const tc_params *params, int count, double bytes);

/* Returns a copy of *from in which run_B is `bytes`: the working set of the largest rank of a run. */
tc_params tc_params_for_working_set(const tc_params *from, double bytes);

/* Returns the bandwidth (stream_Bps) of the memory level that holds the working set of the run; 0 if unknown.
 * For the main memory it is private_bandwidth_Bps for every run. */
double tc_params_cached_Bps(const tc_params *params);

#endif
