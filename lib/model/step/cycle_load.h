/* Work of multigrid cycles and of the creation of their levels. linear/hierarchy/multigrid_load.h fills a
 * tc_cycle_load from the figures of a hierarchy. The forecasts of steps (cycle_forecast.h, workload.h), of
 * the setup of solvers (model/setup/setup_forecast.h) and of jobs convert it into seconds. All numbers are
 * those of the rank with the largest ones on each level, so they are equal on all ranks. Plain data. */
#ifndef TC_MODEL_STEP_CYCLE_LOAD_H
#define TC_MODEL_STEP_CYCLE_LOAD_H

#include <stdbool.h>

#include "base/ledger/ledger.h"

enum { TC_CYCLE_LEVELS = 32 };

/* Work of one cycle on one level. */
typedef struct tc_cycle_part {
  double moved_B;  /* bytes that the cycle reads and writes */
  double stored_B; /* bytes of the rows, transfers and vectors */
  double width;    /* off-diagonal entries per row */
  bool is_serial;  /* true if one thread of the rank does the work */
} tc_cycle_part;

/* Work of creating all levels once. Entries are rows and couplings. */
typedef struct tc_levels_work {
  double aggregated;                      /* entries of the levels whose rows form aggregates */
  double smoothed;                        /* entries of the levels whose aggregation is smoothed */
  double stored;                          /* entries of the levels that are stored for the smoother */
  double local_messages, remote_messages; /* messages within the node and to other nodes */
  double remote_B;                        /* bytes to other nodes */
  double reductions;
} tc_levels_work;

/* Load of a solver with multigrid cycles. Zero-initialise before use; a load without levels is unknown. */
typedef struct tc_cycle_load {
  int levels;
  tc_cycle_part part[TC_CYCLE_LEVELS]; /* [levels], finest first */
  int exchanges;                       /* exchanges of one cycle */
  tc_counts counts;                    /* messages of one cycle, with values of 8 bytes */
  tc_levels_work setup;
} tc_cycle_load;

#endif
