/* What the model knows of a machine. Plain numbers; no MPI, no clock. */
#ifndef TC_MACHINE_PARAMS_H
#define TC_MACHINE_PARAMS_H

enum { TC_WORKING_SETS = 7 };

/* The list, with meanings and sources, is params.def. 0 means not known: there is no forecast for a load that
 * would need it. */
typedef struct tc_params {
#define TC_PARAM(name, kind, meaning) double name;
#define TC_CURVE(name, kind, meaning) double name[TC_WORKING_SETS];
#include "machine/params.def"
#undef TC_PARAM
#undef TC_CURVE
} tc_params;

enum {
#define TC_PARAM(name, kind, meaning) TC_PARAM_##name,
#define TC_CURVE(name, kind, meaning) TC_PARAM_##name,
#include "machine/params.def"
#undef TC_PARAM
#undef TC_CURVE
  TC_PARAM_COUNT
};

/* The parameters by number, in the order of params.def. Curves have TC_WORKING_SETS values, others one. */
const char *tc_param_name(int param);
const char *tc_param_meaning(int param);
int tc_param_values(int param);
double *tc_param_at(tc_params *params, int param); /* its first value */

/* What a machine can have. Far beyond that is no slow or fast machine but another unit, or a slip. */
typedef struct tc_param_range {
  double least, most;
  const char *unit; /* of both, for people */
} tc_param_range;

tc_param_range tc_param_range_of(int param);

/* Bytes that one row of the product works on: matrix row, x, y, and the private copy of x that most
 * strategies have. Curves are indexed by that many bytes times the rows of a rank. */
static inline double tc_row_bytes(int width) { return width * 12.0 + 32.0; }

/* A curve's value at a working set: linear in its logarithm between the two measured ones around it, that of
 * the smallest or largest beyond them. 0 when the curve is not known. */
double tc_params_curve(const tc_params *params, const double *curve, double bytes);

/* The parameters for a working set: private_bandwidth_Bps becomes that of the caches or the memory which it
 * fits into, where stream_Bps is known. */
tc_params tc_params_for_working_set(const tc_params *from, double bytes);

#endif
