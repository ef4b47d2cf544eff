/* How fast shared arrays are reached by pattern and layer: Table 1 of Zhang and Seidel 2006. */
#ifndef TC_CALIBRATION_ACCESS_BENCH_ACCESSES_H
#define TC_CALIBRATION_ACCESS_BENCH_ACCESSES_H

#include "calibration/timing/bench.h"
#include "pgas/shared_access.h"

/* Section 3.1 of the paper: random ones with own affinity; of others, random ones; consecutive ones from a
 * random start; a sequence with small irregular strides. Both of the last end with the accesses. */
typedef enum tc_access_pattern {
  TC_ACCESS_LOCAL,
  TC_ACCESS_BASELINE,
  TC_ACCESS_VECTOR,
  TC_ACCESS_COALESCE,
  TC_ACCESS_PATTERNS
} tc_access_pattern;

extern const char *const tc_access_pattern_names[TC_ACCESS_PATTERNS]; /* "local" .. */

/* Seconds of an access; value 0: there is nobody to ask. [..][0] reads, [..][1] writes. Of the node's other
 * ranks (and own ones), of other nodes. */
typedef struct tc_access_table {
  tc_estimate node_local[TC_ACCESS_PATTERNS][2], remote[TC_ACCESS_PATTERNS][2];
} tc_access_table;

/* Collective. Each rank makes so many accesses of a kind, near or far ones, all ranks at once; sequences are
 * known in advance, in operations of up to 256. What is written to others is in place in the end. *out: zero
 * at first; what is measured again keeps the least. Errors on all ranks. */
tc_status tc_bench_accesses(tc_bench *bench, const tc_access_layer *layer, int near_accesses,
                            int far_accesses, tc_access_table *out);

#endif
