/* History: a table of scalars of the field, with one row per recorded step. This module computes one row at a
 * time and does not store earlier rows. The history output of a run (run/outputs/history_output.c) creates
 * the history after probes and balance, updates it after each step that is recorded, and writes the row. The
 * columns are fixed at creation. A row has the same bits on any number of ranks and threads. */
#ifndef TC_SOLVE_OBSERVE_HISTORY_H
#define TC_SOLVE_OBSERVE_HISTORY_H

#include "solve/observe/balance.h"
#include "solve/observe/hook.h"
#include "solve/problem/source.h"
#include "solve/space/probe.h"
#include "solve/space/region_stats.h"

enum {
  TC_HISTORY_ROWS =
      500, /* Upper limit of the number of rows (without that of step 0) if the user sets no interval. */
  TC_HISTORY_NAME = 64 /* Maximum length of a column's name. */
};

/* The columns are, in this order: time; integral, min and max of the field; mean_<region>, the mean over each
 * region; with forcing flux_<marker>, `source` and balance_error; probe_1 .., the values of the field at the
 * probes; probe_1_<state> .., the local states at the probes. The columns flux_<marker> and `source` contain
 * the mean inflow per unit of time since the previous row, NaN in the first row. balance_error is the error
 * of the balance since the start of the run (solve/observe/balance.h). */
typedef struct tc_history {
  const tc_space *space; /* This member and the next three are borrowed. */
  const tc_probes *probes;
  tc_source *source;   /* Supplies the local states; NULL without states. */
  tc_balance *balance; /* Balance of the field; NULL without forcing. */
  tc_region_stats *digest;
  double *inflow; /* [balance->markers+1] Inflow since the start of the run until the previous row, as in
                     balance->cumulative. */
  double time;    /* Time of the previous row; NaN before the first row. */
  int columns;
  char (*name)[TC_HISTORY_NAME]; /* [columns] Names of the columns. */
  double *row;                   /* [columns] Row that the last update computed. */
} tc_history;

/* Collective. Creates the history and determines its columns. Errors (on all ranks): TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_history_create(const tc_space *space, const tc_probes *probes, tc_balance *balance,
                            tc_source *source, tc_history **out);
void tc_history_destroy(tc_history **history);

/* Collective. Computes the row of this step on all ranks, and updates the balance, to which all steps so far
 * must have been added. */
tc_status tc_history_update(tc_history *history, const tc_run_state *now);

/* Not collective. Lists the time of the previous row and the inflow until then as restart data. */
tc_status tc_history_list_restart(tc_history *history, struct tc_restart_list *keep);

/* Not collective. Returns the number of steps between rows in a run of `steps` steps. `wish` is the interval
 * that the user set, or 0 for the smallest interval with at most TC_HISTORY_ROWS rows after step 0. */
int64_t tc_history_interval(int64_t wish, int64_t steps);

#endif
