/* Work of multigrid cycles and of the creation of their levels. linear/hierarchy/multigrid_load.h fills a
 * tc_cycle_load from the figures of a hierarchy. The forecasts of steps (cycle_forecast.h, workload.h), of
 * the setup of solvers (model/setup/setup_forecast.h) and of jobs convert it into seconds. Each number is the
 * largest of any rank on its level, so all ranks have the same numbers. Plain data. */
#ifndef TC_MODEL_STEP_CYCLE_LOAD_H
#define TC_MODEL_STEP_CYCLE_LOAD_H

#include <stdbool.h>

#include "base/ledger/ledger.h"

enum { TC_CYCLE_LEVELS = 32 };

/* Work of one cycle on one level. */
typedef struct tc_cycle_part {
  double moved_B;  /* bytes that the cycle reads and writes */
  double stored_B; /* bytes of the stored rows, transfer operators and vectors */
  double width;    /* off-diagonal entries per row */
  bool is_serial;  /* true if one thread of the rank does the work */
} tc_cycle_part;

/* Work of creating all levels once. "Entries" are matrix entries: one per row and one per coupling of two
 * rows. */
typedef struct tc_levels_work {
  double aggregated;                      /* entries of all levels whose rows are grouped into aggregates */
  double smoothed;                        /* entries of all levels with smoothed aggregation */
  double stored;                          /* entries of all levels that are copied to the storage of the
                                             smoother */
  double local_messages, remote_messages; /* messages within the node and to other nodes */
  double remote_B;                        /* bytes to other nodes */
  double reductions;
} tc_levels_work;

/* Work of a solver with multigrid cycles. Zero-initialise before use. A load with 0 levels means that the
 * work is unknown. */
typedef struct tc_cycle_load {
  int levels;
  tc_cycle_part part[TC_CYCLE_LEVELS]; /* [levels] work on each level, finest level first */
  int exchanges;                       /* number of exchanges in one cycle */
  tc_counts counts;                    /* messages of one cycle, with values of 8 bytes */
  tc_levels_work setup;
} tc_cycle_load;

#endif
