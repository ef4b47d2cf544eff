/* Benchmark of accesses to shared arrays by layer and pattern, for Table 1 of Zhang and Seidel 2006.
 * `finegrain bench` calls it for each layer, several times, and prints the table. */
#ifndef TC_CALIBRATION_ACCESS_BENCH_ACCESSES_H
#define TC_CALIBRATION_ACCESS_BENCH_ACCESSES_H

#include "calibration/timing/bench.h"
#include "pgas/shared_access.h"

/* Patterns of section 3.1 of the paper. In the order of the values, they are random elements owned by the
 * rank, random elements of other ranks, consecutive elements from a random start, and a sequence with small
 * irregular strides. The last sequence of a walk is truncated at the number of accesses. */
typedef enum tc_access_pattern {
  TC_ACCESS_LOCAL,
  TC_ACCESS_BASELINE,
  TC_ACCESS_VECTOR,
  TC_ACCESS_COALESCE,
  TC_ACCESS_PATTERNS
} tc_access_pattern;

extern const char *const tc_access_pattern_names[TC_ACCESS_PATTERNS]; /* names such as "local" */

/* Seconds per access by pattern; [..][0] reads, [..][1] writes. The first member is for elements of the
 * node's other ranks (for the pattern `local`, of owned elements), the second for elements of other nodes. 0
 * if there is no such rank. */
typedef struct tc_access_table {
  tc_estimate node_local[TC_ACCESS_PATTERNS][2], remote[TC_ACCESS_PATTERNS][2];
} tc_access_table;

/* Collective. For each pattern, each rank makes `near_accesses` accesses within the node and `far_accesses`
 * accesses to other nodes, all ranks at the same time. Sequences are known in advance and accessed in
 * operations of up to 256 elements. Puts are complete at the end. *out must be zero before the first call.
 * Repeated calls retain the smallest estimates. Errors (on all ranks): TC_INTERNAL if memory is exhausted or
 * MPI fails. */
tc_status tc_bench_accesses(tc_bench *bench, const tc_access_layer *layer, int near_accesses,
                            int far_accesses, tc_access_table *out);

#endif
