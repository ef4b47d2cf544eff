/* History: a table of scalars of the field, with one row per recorded step. This module computes one row at a
 * time and does not store earlier rows. The history output of a run (run/outputs/history_output.c) creates
 * the history after probes and balance, updates it after each step that is recorded, and writes the row. The
 * columns are fixed at creation. Except for remaining_s, a row has the same bits on any number of ranks and
 * threads. */
#ifndef TC_SOLVE_OBSERVE_HISTORY_H
#define TC_SOLVE_OBSERVE_HISTORY_H

#include "base/core/pool.h"
#include "solve/observe/balance.h"
#include "solve/observe/remaining_time.h"
#include "solve/problem/source.h"
#include "solve/space/probe.h"
#include "solve/space/region_stats.h"

enum {
  TC_HISTORY_ROWS =
      500, /* Maximum number of rows after the row of step 0, if the user sets no interval between rows. */
  TC_HISTORY_NAME = 64 /* Maximum length of a column's name. */
};

/* History of a run. Its table has these columns in this order: time; integral, min and max of the field;
 * mean_<region>, the mean over each region; flux_<marker>, `source` and balance_error, if the problem has
 * boundary data or a source; dt, stages and error of the last step, with error control; remaining_s, if
 * requested; probe_1 .., the values of the field at the probes; probe_1_<state> .., the local states at the
 * probes. The column remaining_s contains the forecast seconds to the end of the run, or NaN, and differs
 * between runs. The columns flux_<marker> and `source` contain the mean inflow per unit of time since the
 * previous row; NaN in the first row. balance_error is the error of the balance since the start of the run
 * (solve/observe/balance.h). The columns dt, stages and error are NaN in the first row, and `stages` is 0 in
 * implicit steps (solve/observe/error_control.h). */
typedef struct tc_history {
  const tc_space *space; /* Space of the field. Borrowed, like the next three members. */
  const tc_probes *probes;
  tc_source *source;   /* The source, which stores the local states; NULL if there are no local states. */
  tc_balance *balance; /* Balance of the field; NULL if there are neither boundary data nor a source. */
  const tc_remaining_time *remaining; /* NULL without the column remaining_s. */
  double remaining_s;                 /* Value of the column remaining_s in the current row. */
  bool controlled;                    /* True if the table has the columns dt, stages and error. */
  double step[3];                     /* Values of the columns dt, stages and error in the current row. */
  tc_region_stats *digest;
  double *inflow; /* [balance->markers+1] Inflow from the start of the run to the previous row: per marker,
                     then from the source, like balance->cumulative. */
  double time;    /* Time of the previous row; NaN before the first row. */
  int columns;
  char (*name)[TC_HISTORY_NAME]; /* [columns] Names of the columns. */
  double *row;    /* [columns] Values of the row that the last call of tc_history_update computed. */
  tc_pool memory; /* Owns the arrays of this struct. */
} tc_history;

/* Optional columns of a history. */
typedef struct tc_history_columns {
  const tc_remaining_time *remaining; /* adds the column remaining_s; borrowed; NULL to omit the column */
  bool controlled; /* adds the columns dt, stages and error; only for steps with error control */
} tc_history_columns;

/* Collective. Creates the history and determines its columns. `optional` may be NULL. Errors (on all ranks):
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_history_create(const tc_space *space, const tc_probes *probes, tc_balance *balance,
                            tc_source *source, const tc_history_columns *optional, tc_history **out);
void tc_history_destroy(tc_history **history);

/* Collective. Computes the row of the current step on all ranks and updates the balance. The balance hook
 * must already have added all steps up to this one. */
tc_status tc_history_update(tc_history *history, const tc_run_state *now);

/* Not collective. Adds to the restart list the time of the previous row and the inflow up to that time. */
tc_status tc_history_list_restart(tc_history *history, struct tc_restart_list *keep);

/* Not collective. Returns the number of steps between rows in a run of `steps` steps. `wish` is the interval
 * that the user set. If it is 0, the result is the smallest interval that yields at most TC_HISTORY_ROWS rows
 * after step 0. */
int64_t tc_history_interval(int64_t wish, int64_t steps);

#endif
