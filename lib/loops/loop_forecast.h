/* Forecast of programs over shared arrays from the patterns of their accesses (Zhang and Seidel 2006,
 * sections 3.3 and 4). Callers create the partitions first (loops/reference_partition.h). Pure.
 *
 *   (1) T_comm of an interval = sum over partitions j of N_j / r(N_j, pattern)
 *
 *   (2) G = S_private / S_pattern, the gap of a pattern: the number of private accesses in the time of one
 *
 *   (3) S = N_s / N_p, N_p = N_l G_local + N_r G_remote
 *
 *   (4) delta = (predicted - actual) / actual
 *
 * In (1) N_j / r is op_s times the number of operations plus value_s times the number of values. The paper
 * prints (2) inverted, which contradicts (3) and its text ("if the gap is 4", small gaps are good). In (3)
 * G_remote is the mean over accesses, and only shared accesses count.
 *
 * The paper adds T_comm to the time of the same code on private memory, so each access counts twice. This is
 * variant `printed`. The error is negligible if a shared access costs 700 private ones, but not if it costs
 * 5. Variant `incremental` adds only the time of shared accesses in excess of private ones. */
#ifndef TC_LOOPS_LOOP_FORECAST_H
#define TC_LOOPS_LOOP_FORECAST_H

#include "loops/reference_partition.h"
#include "machine/parameters/params.h"
#include "model/models/access_cost.h"

/* Operations by which a rank accesses the values of a partition. */
typedef struct tc_access_mix {
  double own, privatised; /* owned values accessed through pointers-to-shared, and owned values accessed
                             through private pointers */
  tc_access_share share[TC_LOCATIONS][TC_PATTERNS];
  tc_access_share cached; /* values of other nodes accessed through a cache of lines; `operations` is the
                             number of lines */
} tc_access_mix;

/* Returns the operations of a rank on a partition. `can` has the capabilities of the layer
 * (pgas/layer_facts.h), which limit the patterns:
 * - vector: one operation for a run of consecutive elements of one rank.
 * - coalesce: one operation for the values of an iteration, if there is more than one.
 * - baseline: one operation for each value.
 * The result uses the first supported pattern of this list, or a later one that is faster on this machine.
 * The second rule exists because Berkeley UPC, which layer `batched` represents, has vectors that are slower
 * than its single reads. If `machine` is NULL, the first supported pattern is used. Single random values are
 * baseline with every layer. If the layer caches lines, the lines are counted (reference_partition.h) and the
 * machine has cached_hit_s and cached_miss_s, then values of other nodes are hits and lines, and values of
 * the node are baseline. */
tc_access_mix tc_access_mix_init(const tc_params *machine, const tc_reference_partition *partition, int use,
                                 int rank, unsigned can);

void tc_access_mix_add(tc_access_mix *sum, const tc_access_mix *more);

/* Returns the number of values in all operations. */
double tc_access_mix_values(const tc_access_mix *mix);

/* Returns the seconds of one partition, a term of the sum in equation (1). A missing operation_s counts as 0.
 * NaN if another parameter is missing. */
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
  double private_s; /* measured time of the slowest rank for the same program on private memory. NaN: the
                       forecast of the private accesses is used instead, or 0 if that is unknown */
  tc_loop_forecast_variant reading;
  double update_s; /* measured seconds of a random update of an element that is owned or on the node. The rest
                      of the program overlaps with such updates. 0: not measured, an update costs a read and a
                      write */
  int update_array; /* array to which update_s applies */
} tc_loop_forecast_input;

typedef struct tc_loop_forecast {
  double total_s;   /* seconds of the slowest rank; NaN if a parameter is missing */
  int slowest;      /* number of the slowest rank */
  double shared_s;  /* T_comm of equation (1), summed over all intervals, for the slowest rank */
  double barrier_s; /* seconds of the barriers after the intervals; missing parameters count as 0 */
  double speedup;   /* S of equation (3), relative to one rank with private memory. For that rank measured
                       random updates cost their part of private_s. NaN: private accesses are not measured */
} tc_loop_forecast;

tc_loop_forecast tc_loop_forecast_compute(const tc_loop_forecast_input *question,
                                          const tc_reference_partitions *partitions, int intervals);

/* Appends the names of the missing parameters that the forecast needs to `names`. Returns the number of these
 * parameters. */
int tc_loop_forecast_missing(const tc_loop_forecast_input *question,
                             const tc_reference_partitions *partitions, tc_line *names);

/* Returns the seconds of one rank on one partition, for reads and writes together. This is a term of the sum
 * in equation (1). */
double tc_loop_forecast_partition_s(const tc_params *machine, const tc_reference_partition *partition,
                                    int rank, unsigned can);

/* Returns the forecast error (4). */
static inline double tc_loop_forecast_error(double predicted, double actual) {
  return (predicted - actual) / actual;
}

#endif
