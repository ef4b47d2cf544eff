/* Measurement of one rank in a run, and its collection on the root. The time loop fills it at the end of a
 * run; the session gathers all measurements for the report. Seconds are wall time. */
#ifndef TC_SOLVE_OBSERVE_MEASUREMENT_H
#define TC_SOLVE_OBSERVE_MEASUREMENT_H

#include "base/ledger/ledger.h"
#include "base/program/numa_pages.h"
#include "comm/world/world.h"
#include "sparse/reuse_distance.h"

/* Parts of the wall time of the whole time loop, in seconds: steps, snapshots after the first, and checks
 * with the remainder. */
typedef struct tc_wall_times {
  double total_s, steps_s, snapshots_s, checks_s;
  int64_t steps;     /* Number of steps. */
  double slow_share; /* Share of the steps that took more than twice the median. */
} tc_wall_times;

/* Seconds per step are medians over the steps; counts and calls of the ledger are those of one step. */
typedef struct tc_measurement {
  int rank, node;
  int32_t rows;
  double total_s;
  tc_ledger ledger;
  double iteration_s;    /* Seconds per iteration, median over the steps with iterations; 0 without. */
  tc_seconds iteration;  /* Seconds per iteration by phase. */
  tc_seconds forcing_s;  /* Cost of the forcing as measured before the first step, for forecasts. */
  tc_reuse reuse;        /* Reuse of column reads in a product of its rows; rows = 0 if not counted. */
  tc_reuse excess_reuse; /* `reuse` minus that of the benchmark matrix with which machines are measured. */
  tc_wall_times wall;
  tc_numa_pages
      pages; /* NUMA pages of the matrix and of the vectors of products (base/program/numa_pages.h). */
  double peak_memory_B; /* Largest resident size of the process so far. */
} tc_measurement;

/* Collective. Gathers the measurements of all ranks. *out is an array [ranks] on the root, which frees it
 * with tc_free, and NULL on other ranks. Errors are returned on all ranks. */
tc_status tc_measurement_gather(const tc_world *world, const tc_measurement *own, tc_measurement **out);

#endif
