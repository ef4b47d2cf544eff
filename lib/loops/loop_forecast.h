/* Seconds of programs over shared arrays from the patterns of their accesses (Zhang and Seidel 2006,
 * sections 3.3 and 4). Pure.
 *
 *   (1) T_comm of an interval = sum over partitions of N_j / r(N_j, pattern)
 *
 *   (2) G = S_private / S_pattern, the gap of a pattern: how many private accesses one takes
 *
 *   (3) S = N_s / N_p, N_p = N_l G_local + N_r G_remote
 *
 *   (4) delta = (predicted - actual) / actual
 *
 * In (1) op_s times the operations and value_s times the values is N_j / r. (2) is printed upside down,
 * against the text ("if the gap is 4", small gaps are good) and (3). In (3) G_remote is the mean over
 * accesses; all but shared ones are left out.
 *
 * The paper adds T_comm to the time of the same code on private memory, so each access counts twice: as
 * `printed`. Where a shared access takes 700 private ones that is nothing, where it takes 5 it is too much:
 * `beyond` adds only what shared accesses take beyond private ones. */
#ifndef TC_LOOPS_LOOP_FORECAST_H
#define TC_LOOPS_LOOP_FORECAST_H

#include "loops/reference_partition.h"
#include "machine/parameters/params.h"
#include "model/models/access_cost.h"

/* How a rank accesses the values of a partition. */
typedef struct tc_access_mix {
  double own, privatised; /* of its own, through pointers-to-shared and through private ones */
  tc_access_share share[TC_LOCATIONS][TC_PATTERNS];
  tc_access_share cached; /* of other nodes, through a cache: its operations are lines */
} tc_access_mix;

/* The capabilities of a layer (pgas/layer_facts.h) decide which patterns a partition may assume: runs of one
 * rank's elements are vectors, one operation each; what an iteration accesses, if it is more than one value,
 * is coalesced into one operation; all is baseline, an operation each. Of these it assumes the first, unless
 * a later one takes less on this machine: a layer that can do more need not do it, and Berkeley UPC, which
 * `batched` stands for, has vectors that are slower than its single reads. NULL: of no machine, the first.
 * Values at random and alone are baseline with every layer.
 *
 * With a layer that keeps lines, on a machine that knows what these take (cached_hit_s, cached_miss_s), other
 * nodes' values are hits and lines where these are counted (reference_partition.h), and the node's baseline.
 */
tc_access_mix tc_access_mix_init(const tc_params *machine, const tc_reference_partition *partition, int use,
                                 int rank, unsigned can);

void tc_access_mix_add(tc_access_mix *sum, const tc_access_mix *more);

/* Values in it. */
double tc_access_mix_values(const tc_access_mix *mix);

/* (1) of one partition. An operation_s that is not known counts as nothing; NaN: another rate is not known.
 */
double tc_access_mix_seconds(const tc_params *machine, const tc_access_mix *mix, int use);

typedef enum tc_loop_forecast_variant {
  TC_LOOP_FORECAST_INCREMENTAL,
  TC_LOOP_FORECAST_PRINTED,
  TC_LOOP_FORECAST_VARIANTS
} tc_loop_forecast_variant;

typedef struct tc_loop_forecast_input {
  const tc_params *machine;
  int ranks, ranks_per_node;
  unsigned can;     /* capabilities of the layer (pgas/layer_facts.h) */
  double private_s; /* the slowest rank's time for the same program on private memory, measured; NaN: as much
                       as its accesses take there, or nothing where that is not known either */
  tc_loop_forecast_variant reading;
  double update_s; /* what updating an element at random takes, its own or the node's, if that is known better
                      than from reads and writes: the rest of the program hides behind it; 0: it is not */
  int update_array; /* for this array */
} tc_loop_forecast_input;

typedef struct tc_loop_forecast {
  double total_s;   /* of the slowest rank; NaN: something is not known */
  int slowest;      /* the rank */
  double shared_s;  /* of it: (1) over all intervals */
  double barrier_s; /* of it: those behind the intervals; not known counts as nothing */
  double speedup; /* (3), over one rank with private memory, where known updates at random take what they take
                     in private_s; NaN: private accesses are not known */
} tc_loop_forecast;

tc_loop_forecast tc_loop_forecast_compute(const tc_loop_forecast_input *question,
                                          const tc_reference_partitions *partitions, int intervals);

/* Adds the names of the parameters that are not known and that the forecast would need; returns how many. */
int tc_loop_forecast_missing(const tc_loop_forecast_input *question,
                             const tc_reference_partitions *partitions, tc_line *names);

/* (1) of one partition, by a rank: its reads and writes. */
double tc_loop_forecast_partition_s(const tc_params *machine, const tc_reference_partition *partition,
                                    int rank, unsigned can);

/* (4) */
static inline double tc_loop_forecast_error(double predicted, double actual) {
  return (predicted - actual) / actual;
}

#endif
