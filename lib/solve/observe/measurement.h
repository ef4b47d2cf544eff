/* Times and counts that one rank measures during a run, and their collection on the root. The time loop fills
 * it at the end of a run; the session gathers all measurements (tc_world_gather) for the report. Seconds are
 * wall time. */
#ifndef TC_SOLVE_OBSERVE_MEASUREMENT_H
#define TC_SOLVE_OBSERVE_MEASUREMENT_H

#include "base/ledger/ledger.h"
#include "base/program/numa_pages.h"
#include "sparse/reuse_distance.h"

/* Wall time of the whole time loop in seconds, and its three parts: the steps, the hooks that write snapshots
 * (without those of step 0), and all remaining time, mostly checks. */
typedef struct tc_wall_times {
  double total_s, steps_s, snapshots_s, checks_s;
  int64_t steps;     /* Number of steps that were performed. */
  double slow_share; /* Fraction of the steps that took more than twice the median time of a step. */
} tc_wall_times;

/* Seconds in total_s and in the ledger are medians over the steps. Counts and calls in the ledger are those
 * of one step. */
typedef struct tc_measurement {
  int rank, node;
  int32_t rows;
  double total_s;
  tc_ledger ledger;
  double iteration_s;   /* Seconds per iteration of the solver: median over the steps with iterations; 0 if no
                           step has any. */
  tc_seconds iteration; /* Median seconds per iteration of each phase. */
  tc_seconds forcing_s; /* Seconds per step of the forcing by phase, as measured before the first step for
                           forecasts. */
  tc_reuse reuse; /* Reuse distances of the reads of x in a product with the rows of this rank; its member
                     `rows` is 0 if they were not counted. */
  tc_reuse
      excess_reuse; /* `reuse` minus the same for the benchmark matrix with which machines are calibrated. */
  tc_wall_times wall;
  tc_numa_pages
      pages; /* NUMA pages of the matrix and of the vectors of products (base/program/numa_pages.h). */
  double peak_memory_B; /* Largest resident memory of the process so far, in bytes. */
} tc_measurement;

#endif
