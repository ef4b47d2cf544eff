/* What is told of a field while it changes: a row of numbers at a time. */
#ifndef TC_SOLVE_OBSERVE_HISTORY_H
#define TC_SOLVE_OBSERVE_HISTORY_H

#include "solve/observe/balance.h"
#include "solve/observe/hook.h"
#include "solve/problem/source.h"
#include "solve/space/probe.h"
#include "solve/space/region_stats.h"

enum {
  TC_HISTORY_ROWS = 500, /* about as many as nobody asked for */
  TC_HISTORY_NAME = 64   /* room for the name of a column */
};

/* time; integral, min and max of the field; mean_<region> of each region; where something enters
 * flux_<marker> for each marker with data and source, if there is one: what has entered per time, on the mean
 * since the row before (NaN in the first), and balance_error since the start (solve/observe/balance.h);
 * probe_1 .. : values at points, and probe_1_<state> .. of each local state there. A row has the same bits on
 * any number of ranks and threads. */
typedef struct tc_history {
  const tc_space *space; /* these four are borrowed */
  const tc_probes *probes;
  tc_source *source;   /* NULL: there are no states */
  tc_balance *balance; /* NULL: nothing enters */
  tc_region_stats *digest;
  double *inflow; /* [balance->markers+1] by the row before, .. */
  double time;    /* .. at this time; NaN without one */
  int columns;
  char (*name)[TC_HISTORY_NAME]; /* [columns] */
  double *row;                   /* [columns] the last that was looked at */
} tc_history;

/* Collective. Errors on all ranks: TC_INTERNAL out of memory. */
tc_status tc_history_create(const tc_space *space, const tc_probes *probes, tc_balance *balance,
                            tc_source *source, tc_history **out);
void tc_history_destroy(tc_history **history);

/* Collective. Fills the row, on all ranks. The balance has added up all steps so far, and is looked at. */
tc_status tc_history_update(tc_history *history, const tc_run_state *now);

/* What it remembers of the row before. Not collective. */
tc_status tc_history_list_restart(tc_history *history, struct tc_restart_list *keep);

/* The steps between rows for a wish (0: none is given) and so many steps. Not collective. */
int64_t tc_history_interval(int64_t wish, int64_t steps);

#endif
