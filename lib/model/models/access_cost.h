/* Seconds of accesses to shared arrays by access pattern and location, from the parameters of a machine
 * alone. The models `patterns` and `refined` call it for products, and loops/ for programs. An unknown
 * parameter gives NaN, never a guess. Pure. Source: Zhang and Seidel 2006, section 3.3. */
#ifndef TC_MODEL_MODELS_ACCESS_COST_H
#define TC_MODEL_MODELS_ACCESS_COST_H

#include "machine/parameters/params.h"

enum { TC_READS, TC_WRITES, TC_USES };
enum { TC_PATTERN_BASELINE, TC_PATTERN_VECTOR, TC_PATTERN_COALESCE, TC_PATTERNS };
enum {
  TC_LOCATION_NODE,
  TC_LOCATION_REMOTE,
  TC_LOCATIONS
}; /* location of a value: another rank of the node, or another node */

/* Names "baseline", "vector" and "coalesce". */
extern const char *const tc_access_cost_pattern_names[TC_PATTERNS];

typedef struct tc_access_share {
  double values, operations;
} tc_access_share;

/* Returns the number of the machine parameter with the seconds per value. The next parameter has the seconds
 * per operation. */
int tc_pattern_param(int place, int pattern, int use);

/* Returns the seconds of the values and operations in `share`. An unknown time per operation counts as 0.
 * Returns NaN if the time per value is unknown. */
double tc_access_cost_share_s(const tc_params *machine, int place, int pattern, int use,
                              tc_access_share share);

/* Returns the seconds of accesses to owned values through pointers-to-shared; NaN if unknown. */
double tc_pattern_own_s(const tc_params *machine, double values, int use);

/* Returns the seconds of accesses to private memory; NaN if unknown. */
double tc_access_cost_private_s(const tc_params *machine, double values, int use);

/* Return the seconds of one value. For the pattern baseline this is a single access. For others it is the
 * value's share of an operation with very many values. tc_access_cost_local_s returns the seconds of an owned
 * value. NaN if unknown. */
double tc_access_cost_value_s(const tc_params *machine, int place, int pattern, int use);
double tc_access_cost_local_s(const tc_params *machine, int use);

/* Returns the extra seconds of reading a value of another rank of the node instead of an owned one, both
 * through pointers-to-shared. NaN if unknown. */
double tc_access_cost_node_extra_s(const tc_params *machine);

#endif
