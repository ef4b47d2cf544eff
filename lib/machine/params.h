/* What the model knows of a machine. Plain numbers; no MPI, no clock. */
#ifndef TC_MACHINE_PARAMS_H
#define TC_MACHINE_PARAMS_H

enum { TC_WORKING_SETS = 5 };

/* The list, with meanings and sources, is params.def. 0 means not known: there is no forecast for a load that
 * would need it. */
typedef struct tc_params {
#define TC_PARAM(name, meaning) double name;
#define TC_CURVE(name, meaning) double name[TC_WORKING_SETS];
#include "machine/params.def"
#undef TC_PARAM
#undef TC_CURVE
} tc_params;

/* The parameters by number, in the order of params.def. Curves have TC_WORKING_SETS values, others one. */
int tc_param_count(void);
const char *tc_param_name(int param);
const char *tc_param_meaning(int param);
int tc_param_values(int param);
double *tc_param_at(tc_params *params, int param); /* its first value */

#endif
