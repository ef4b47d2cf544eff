/* History: one row of scalars of the field at a time. The history output of a run
 * (run/outputs/history_output.c) creates it after probes and balance, and updates it in the steps that get a
 * row. The columns are fixed at creation. A row has the same bits on any number of ranks and threads. */
#ifndef TC_SOLVE_OBSERVE_HISTORY_H
#define TC_SOLVE_OBSERVE_HISTORY_H

#include "solve/observe/balance.h"
#include "solve/observe/hook.h"
#include "solve/problem/source.h"
#include "solve/space/probe.h"
#include "solve/space/region_stats.h"

enum {
  TC_HISTORY_ROWS = 500, /* Default number of rows, used if the user sets no interval. */
  TC_HISTORY_NAME = 64   /* Maximum length of a column's name. */
};

/* Columns: time; integral, min and max of the field; mean_<region> of each region. With forcing also
 * flux_<marker> for each marker with data, and `source` if there is one: the mean inflow per time since the
 * previous row (NaN in the first), and balance_error since the start (solve/observe/balance.h). Then probe_1
 * .. for values at points, and probe_1_<state> .. for each local state there. */
typedef struct tc_history {
  const tc_space *space; /* The next four members are borrowed. */
  const tc_probes *probes;
  tc_source *source;   /* Source with the local states; NULL without states. */
  tc_balance *balance; /* Balance of the field; NULL without forcing. */
  tc_region_stats *digest;
  double *inflow; /* [balance->markers+1] Inflow until the previous row. */
  double time;    /* Time of the previous row; NaN without one. */
  int columns;
  char (*name)[TC_HISTORY_NAME]; /* [columns] Names of the columns. */
  double *row;                   /* [columns] Row of the last update. */
} tc_history;

/* Collective. Creates the history and determines its columns. Errors (on all ranks): TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_history_create(const tc_space *space, const tc_probes *probes, tc_balance *balance,
                            tc_source *source, tc_history **out);
void tc_history_destroy(tc_history **history);

/* Collective. Fills the row on all ranks and updates the balance, which must have added all steps so far. */
tc_status tc_history_update(tc_history *history, const tc_run_state *now);

/* Not collective. Lists the restart data of the previous row. */
tc_status tc_history_list_restart(tc_history *history, struct tc_restart_list *keep);

/* Not collective. Returns the number of steps between rows. `wish` is the interval that the user set, or 0.
 */
int64_t tc_history_interval(int64_t wish, int64_t steps);

#endif
