/* Times and counts that one rank measures during a run. The time loop fills a tc_measurement at the end of a
 * run. The session then gathers the measurements of all ranks on the root (tc_world_gather) for the report.
 * Seconds are wall time. */
#ifndef TC_SOLVE_OBSERVE_MEASUREMENT_H
#define TC_SOLVE_OBSERVE_MEASUREMENT_H

#include "base/ledger/ledger.h"
#include "base/program/numa_pages.h"
#include "sparse/reuse_distance.h"

/* Wall time of the whole time loop in seconds, and the three parts that add up to it: the steps, the writing
 * of snapshots (without those of step 0), and the remaining time, which is mostly spent in checks. */
typedef struct tc_wall_times {
  double total_s, steps_s, snapshots_s, checks_s;
  int64_t steps;     /* Number of steps performed in the time loop. */
  double slow_share; /* Fraction of the steps that took more than twice the median time of a step; 0 with
                        error control of the steps. */
} tc_wall_times;

/* Measurements of one rank. The seconds in total_s and in the ledger are per step, as medians over all steps,
 * or as means with error control of the steps.
 * The ledger contains the counts and calls of one step. */
typedef struct tc_measurement {
  int rank, node;
  int32_t rows;
  double total_s;
  tc_ledger ledger;
  double iteration_s; /* Seconds per iteration of the linear solver, as median over the steps with iterations;
                         0 if no step has iterations. */
  tc_seconds iteration; /* Seconds per solver iteration, by phase, as medians over the steps. */
  tc_seconds forcing_s; /* Seconds per step, by phase, of the boundary data and the source, measured before
                           the first step (solve/problem/forcing_cost.h). */
  tc_reuse reuse; /* Reuse distances (sparse/reuse_distance.h) of the reads of x in a product y = A x with the
                     rows of this rank. The member `rows` is 0 if the distances were not counted. */
  tc_reuse excess_reuse; /* `reuse` minus the reuse distances of the benchmark matrix with which machine
                            parameters are calibrated. */
  tc_wall_times wall;
  tc_numa_pages pages;  /* NUMA pages of the matrix and of the vectors x and y of products
                           (base/program/numa_pages.h). */
  double peak_memory_B; /* Largest resident memory of the process so far, in bytes. */
} tc_measurement;

#endif
