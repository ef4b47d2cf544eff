/* Seconds of accesses to shared arrays by access pattern and location, computed from machine parameters
 * alone. The models `patterns` and `refined` use these functions for products, and lib/loops uses them for
 * programs over shared arrays. `location` is a TC_LOCATION_.., `pattern` a TC_PATTERN_.., and `use` is
 * TC_READS or TC_WRITES. If a parameter is unknown, the result is NaN. Pure. Source: Zhang and Seidel 2006,
 * section 3.3. */
#ifndef TC_MODEL_MODELS_ACCESS_COST_H
#define TC_MODEL_MODELS_ACCESS_COST_H

#include "machine/parameters/params.h"

enum { TC_READS, TC_WRITES, TC_USES };
enum { TC_PATTERN_BASELINE, TC_PATTERN_VECTOR, TC_PATTERN_COALESCE, TC_PATTERNS };
enum {
  TC_LOCATION_NODE,
  TC_LOCATION_REMOTE,
  TC_LOCATIONS
}; /* location of a value: with another rank of the same node, or on another node */

/* Names of the access patterns: "baseline", "vector" and "coalesce". */
extern const char *const tc_access_cost_pattern_names[TC_PATTERNS];

typedef struct tc_access_share {
  double values, operations;
} tc_access_share;

/* Returns the number of the machine parameter (params.def) that contains the seconds per accessed value. The
 * parameter with the next number contains the seconds per operation, such as one block transfer. */
int tc_pattern_param(int location, int pattern, int use);

/* Returns the seconds of accessing share.values values with share.operations operations. An unknown time per
 * operation counts as 0. Returns NaN if the time per value is unknown. */
double tc_access_cost_share_s(const tc_params *machine, int location, int pattern, int use,
                              tc_access_share share);

/* Returns the seconds of `values` accesses to owned values through pointers-to-shared; NaN if unknown. */
double tc_access_cost_owned_s(const tc_params *machine, double values, int use);

/* Returns the seconds of `values` accesses to private memory; NaN if unknown. */
double tc_access_cost_private_s(const tc_params *machine, double values, int use);

/* Return the seconds of accessing one value; NaN if unknown. tc_access_cost_value_s is for values of other
 * ranks. With the pattern baseline, each value includes the time of a separate operation. With the other
 * patterns, the time of the operation is neglected, because one operation transfers many values.
 * tc_access_cost_local_s is for owned values, accessed through a pointer-to-shared. */
double tc_access_cost_value_s(const tc_params *machine, int location, int pattern, int use);
double tc_access_cost_local_s(const tc_params *machine, int use);

/* Returns the seconds by which reading a value of another rank of the node takes longer than reading an owned
 * value, both through pointers-to-shared. The result is never negative, and NaN if a parameter is unknown. */
double tc_access_cost_node_extra_s(const tc_params *machine);

#endif
