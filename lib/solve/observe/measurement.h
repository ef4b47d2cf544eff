/* What one rank measured of a run, and how all of it comes together. */
#ifndef TC_SOLVE_OBSERVE_MEASUREMENT_H
#define TC_SOLVE_OBSERVE_MEASUREMENT_H

#include "base/ledger/ledger.h"
#include "base/program/numa_pages.h"
#include "comm/world/world.h"
#include "sparse/reuse_distance.h"

/* Where the wall time of the whole time loop went, in seconds: the steps, the snapshots after the first, and
 * checks with what is left. */
typedef struct tc_wall_times {
  double total_s, steps_s, snapshots_s, checks_s;
  int64_t steps;     /* that were made */
  double slow_share; /* of the steps, those that took more than twice the median */
} tc_wall_times;

/* Seconds per step are medians over the steps; the counts and the calls of the ledger are of one step. */
typedef struct tc_measurement {
  int rank, node;
  int32_t rows;
  double total_s;
  tc_ledger ledger;
  double iteration_s;    /* the same per iteration, medians over the steps that made any; 0 without, */
  tc_seconds iteration;  /* and by phases */
  tc_seconds forcing_s;  /* what is prescribed, as it was tried before the first step: forecasts take it */
  tc_reuse reuse;        /* reads of columns in a product of its rows; rows 0: not counted */
  tc_reuse excess_reuse; /* those beyond the ones of the matrix that machines are measured with */
  tc_wall_times wall;
  tc_numa_pages
      pages; /* of the matrix and the vectors that products read and write (base/program/numa_pages.h) */
  double peak_memory_B; /* largest resident size of the process so far */
} tc_measurement;

/* Collective. Rank 0 gets all[ranks] in *out (tc_free); the others NULL. Errors on all ranks. */
tc_status tc_measurement_gather(const tc_world *world, const tc_measurement *own, tc_measurement **out);

#endif
