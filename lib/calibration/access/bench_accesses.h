/* Measures accesses to shared arrays by access layer and access pattern, to reproduce Table 1 of Zhang
 * and Seidel 2006. `finegrain bench` calls tc_bench_accesses several times for each layer and prints the
 * table. */
#ifndef TC_CALIBRATION_ACCESS_BENCH_ACCESSES_H
#define TC_CALIBRATION_ACCESS_BENCH_ACCESSES_H

#include "calibration/timing/bench.h"
#include "pgas/shared_access.h"

/* Access patterns of Zhang and Seidel 2006, section 3.1. */
typedef enum tc_access_pattern {
  TC_ACCESS_LOCAL,    /* random elements that this rank owns */
  TC_ACCESS_BASELINE, /* random elements that other ranks own */
  TC_ACCESS_VECTOR,   /* sequences of consecutive elements of another rank, each with a random start */
  TC_ACCESS_COALESCE, /* sequences of elements of another rank with small irregular strides */
  TC_ACCESS_PATTERNS
} tc_access_pattern;

/* names of the patterns, such as "local" */
extern const char *const tc_access_pattern_names[TC_ACCESS_PATTERNS];

/* Seconds per access by pattern. The second index is 0 for reads and 1 for writes. `node_local` is for
 * elements of other ranks of the node, or of this rank for the pattern `local`. `remote` is for elements of
 * other nodes. A value is 0 if there is no rank with such elements. */
typedef struct tc_access_table {
  tc_estimate node_local[TC_ACCESS_PATTERNS][2], remote[TC_ACCESS_PATTERNS][2];
} tc_access_table;

/* Collective. Measures accesses through a layer. For each pattern, each rank makes `node_accesses` accesses
 * within the node and `remote_accesses` accesses to other nodes. All ranks access at the same time. Each
 * operation accesses one sequence of up to 256 elements. The last sequence is shortened to the remaining
 * number of accesses. All puts are complete on return. *out must be zero before the first call. A repeated
 * call replaces an estimate in *out only by a smaller one. Errors (on all ranks): TC_INTERNAL if memory is
 * exhausted or MPI fails. */
tc_status tc_bench_accesses(tc_bench *bench, const tc_access_layer *layer, int node_accesses,
                            int remote_accesses, tc_access_table *out);

#endif
