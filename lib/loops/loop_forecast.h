/* Forecast of the time of programs over shared arrays from their access patterns (Zhang and Seidel 2006,
 * sections 3.3 and 4). Callers create the partitions first (loops/reference_partition.h). Pure.
 *
 *   (1) T_comm of an interval = sum over partitions j of N_j / r(N_j, pattern)
 *
 *   (2) G = S_private / S_pattern, the gap: private accesses in the time of one access by the pattern
 *
 *   (3) S = N_s / N_p, N_p = N_l G_local + N_r G_remote
 *
 *   (4) delta = (predicted - actual) / actual
 *
 * In (1) N_j is the number of accesses of partition j and r their rate. In this program N_j / r is the number
 * of operations times the seconds per operation, plus the number of values times the seconds per value. In
 * (2) S is a number of accesses per second. In (3) S is the speed-up over one rank with private memory, and
 * N_s the number of accesses of that rank. N_l and N_r are the numbers of local and remote accesses of a
 * rank, and G_local and G_remote their gaps. In (4) delta is the forecast error. The paper prints (2)
 * inverted, which contradicts (3) and its text ("if the gap is 4", small gaps are good). In (3) G_remote is
 * the mean over all remote accesses, and only accesses to shared arrays count.
 *
 * The paper adds T_comm to the time of the same code on private memory, so each access counts twice: once as
 * private and once as shared. This is variant `printed`. The error is negligible if a shared access costs 700
 * private ones, but not if it costs 5. Variant `incremental` adds only the difference between the times of
 * shared and of private accesses. */
#ifndef TC_LOOPS_LOOP_FORECAST_H
#define TC_LOOPS_LOOP_FORECAST_H

#include "loops/reference_partition.h"
#include "machine/parameters/params.h"
#include "model/models/access_cost.h"

/* Operations by which a rank reads or writes the values of a partition, by kind of operation. All members
 * count values, except the members `operations` of tc_access_share. */
typedef struct tc_access_mix {
  /* `own` is the number of owned values accessed through pointers-to-shared, `privatised` that of owned
   * values accessed through private pointers */
  double own, privatised;
  tc_access_share share[TC_LOCATIONS][TC_PATTERNS];
  tc_access_share cached; /* values of other nodes accessed through a cache of lines; `operations` is the
                             number of lines */
} tc_access_mix;

/* Returns the operations by which `rank` accesses a partition; `use` is TC_READS or TC_WRITES. `capabilities`
 * has the capabilities of the layer (pgas/layer_facts.h). They limit the access patterns, which are:
 * - vector: one operation for a run of consecutive elements of one rank.
 * - coalesce: one operation for the values of an iteration, if there is more than one.
 * - baseline: one operation for each value.
 *
 * The values use the first pattern of this list that the layer supports, or a later one that is faster on
 * this machine. A later pattern can be faster: in Berkeley UPC, which layer `batched` represents, vectors are
 * slower than single reads. If `machine` is NULL, the first supported pattern is used. Single random values
 * are baseline with every layer. The member `cached` contains the values of other nodes if the layer caches
 * lines, the lines are counted (reference_partition.h) and the machine has cached_hit_s and cached_miss_s.
 * Values of the same node then have the pattern baseline. */
tc_access_mix tc_access_mix_init(const tc_params *machine, const tc_reference_partition *partition, int use,
                                 int rank, unsigned capabilities);

void tc_access_mix_add(tc_access_mix *sum, const tc_access_mix *added);

/* Returns the number of values that all operations in *mix access together. */
double tc_access_mix_values(const tc_access_mix *mix);

/* Returns the seconds of the operations in *mix; `use` is TC_READS or TC_WRITES. A missing time per operation
 * is treated as 0. Returns NaN if another parameter that the operations need is missing. */
double tc_access_mix_seconds(const tc_params *machine, const tc_access_mix *mix, int use);

typedef enum tc_loop_forecast_variant {
  TC_LOOP_FORECAST_INCREMENTAL,
  TC_LOOP_FORECAST_PRINTED,
  TC_LOOP_FORECAST_VARIANTS
} tc_loop_forecast_variant;

typedef struct tc_loop_forecast_input {
  const tc_params *machine;
  int ranks, ranks_per_node;
  unsigned capabilities; /* capabilities of the layer (pgas/layer_facts.h) */
  /* Measured seconds of the slowest rank for the same program on private memory. If private_s is NaN, the
   * forecast seconds of the private accesses replace it, or 0 if these are unknown. */
  double private_s;
  tc_loop_forecast_variant variant;
  /* measured seconds of a random update of an element that is owned or on the same node. Such updates
   * overlap with the rest of the program. If not measured, it is 0, and an update costs as much as a read
   * and a write */
  double update_s;
  int update_array; /* index of the array to which update_s applies */
} tc_loop_forecast_input;

typedef struct tc_loop_forecast {
  double total_s; /* seconds of the slowest rank and of the barriers; NaN if a parameter is missing */
  int slowest;    /* number of the slowest rank */
  /* T_comm of equation (1) of Zhang and Seidel (2006), the seconds of shared accesses, summed over all
   * intervals, for the slowest rank */
  double shared_s;
  double barrier_s; /* seconds of the barriers after all intervals; missing parameters count as 0 */
  /* speed-up S of equation (3) of Zhang and Seidel (2006): the time of all accesses on one rank with
   * private memory divided by the time of the shared accesses of a rank, averaged over the ranks. The
   * time on private memory includes the part of private_s for random updates whose time was measured
   * (update_s). NaN if the time of private accesses is unknown */
  double speedup;
} tc_loop_forecast;

tc_loop_forecast tc_loop_forecast_compute(const tc_loop_forecast_input *input,
                                          const tc_reference_partitions *partitions, int intervals);

/* Appends to `names` the names of the parameters that the forecast needs and the machine does not have.
 * Returns the number of these parameters. */
int tc_loop_forecast_missing(const tc_loop_forecast_input *input, const tc_reference_partitions *partitions,
                             tc_line *names);

/* Returns the seconds of the reads and writes of one rank to one partition, which is a term of the sum in
 * equation (1). */
double tc_loop_forecast_partition_s(const tc_params *machine, const tc_reference_partition *partition,
                                    int rank, unsigned capabilities);

/* Returns the forecast error by equation (4), (predicted - actual) / actual. */
static inline double tc_loop_forecast_error(double predicted, double actual) {
  return (predicted - actual) / actual;
}

#endif
