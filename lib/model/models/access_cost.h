/* Seconds of accesses to shared arrays, by pattern and place (Zhang and Seidel 2006, section 3.3), from the
 * parameters of a machine alone. Used by the models `patterns` and `refined` for products, and by loops/ for
 * programs. Pure. */
#ifndef TC_MODEL_MODELS_ACCESS_COST_H
#define TC_MODEL_MODELS_ACCESS_COST_H

#include "machine/parameters/params.h"

enum { TC_READS, TC_WRITES, TC_USES };
enum { TC_PATTERN_BASELINE, TC_PATTERN_VECTOR, TC_PATTERN_COALESCE, TC_PATTERNS };
enum { TC_LOCATION_NODE, TC_LOCATION_REMOTE, TC_LOCATIONS }; /* the node's other ranks, other nodes */

extern const char *const tc_access_cost_pattern_names[TC_PATTERNS]; /* "baseline" .. */

typedef struct tc_access_share {
  double values, operations;
} tc_access_share;

/* Number of the parameter that holds the seconds of a value. The next parameter holds those of an operation.
 */
int tc_pattern_param(int place, int pattern, int use);

/* Seconds of a share. An unknown operation_s counts as 0. Returns NaN if the seconds of values are unknown.
 */
double tc_access_cost_share_s(const tc_params *machine, int place, int pattern, int use,
                              tc_access_share share);

/* Seconds of accesses to own values through pointers-to-shared. NaN if unknown. */
double tc_pattern_own_s(const tc_params *machine, double values, int use);

/* Seconds of accesses to private memory. NaN if unknown. */
double tc_access_cost_private_s(const tc_params *machine, double values, int use);

/* Seconds of one value: accessed by itself (baseline), or in an operation of very many. NaN if unknown. */
double tc_access_cost_value_s(const tc_params *machine, int place, int pattern, int use);
double tc_access_cost_local_s(const tc_params *machine, int use);

/* Seconds that reading a value of another rank of the node takes beyond reading an own one, both through
 * pointers-to-shared. NaN if unknown. */
double tc_access_cost_node_extra_s(const tc_params *machine);

#endif
