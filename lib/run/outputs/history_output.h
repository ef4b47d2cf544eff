/* History of a session (solve/observe/history.h): opens its CSV file, writes its rows there and to the
 * snapshot file, and continues both files of a resumed run. run/outputs/outputs.c and snapshots.c call the
 * functions in the order of this header. Functions are collective and return errors on all ranks unless their
 * comment says "Not collective". */
#ifndef TC_RUN_OUTPUTS_HISTORY_OUTPUT_H
#define TC_RUN_OUTPUTS_HISTORY_OUTPUT_H

#include "io/snapshot/snapshot.h"
#include "io/text/history_file.h"
#include "run/session/prepared.h"
#include "solve/observe/extremes.h"

enum {
  TC_RUN_HISTORY_MAX = 1000000, /* maximum number of rows */
  /* Number of rows in a snapshot file of a run with error control, whose number of steps is unknown. Later
   * rows are only written to the CSV file. */
  TC_RUN_HISTORY_CONTROLLED = 10000
};

/* History of a session. Zero-initialise before use. Remains empty if the config requests no history. */
typedef struct tc_run_history {
  tc_history *history;
  const char **name;           /* [columns] names of the columns; the texts are borrowed from the history */
  tc_snapshot_history in_file; /* description of the columns and rows in a snapshot file */
  tc_history_file *file;       /* root: CSV file; NULL if no CSV file is written */
  /* Snapshot file to which the rows are also written; borrowed; NULL if there is none. */
  tc_snapshot *snapshot;
  const tc_world *world;
  tc_extremes extremes; /* rows of this run, from which the report draws a diagram; equal on all ranks */
  int64_t rows;         /* number of written rows, including rows written before the run was resumed */
  int64_t columns;      /* number of columns */
  int64_t points;       /* hash of the probes and of history.remaining, which a resumed run compares with that
                           in the checkpoint */
  bool csv;             /* true if the root writes the rows to a CSV file */
  /* true if a resumed run writes a CSV file that the interrupted run did not write; set by the caller */
  bool is_new_file;
  /* True if the existing snapshot file of a resumed run contains rows of the history; set by the caller. */
  bool in_old_snapshots;
  /* Estimator for the column remaining_s; NULL without this column; set by the caller. */
  const tc_remaining_time *remaining;
  bool begins_file; /* true if a new CSV file begins after the checkpoint */
  /* True if the CSV file is not written, because it is new and the run makes no more steps; set by the
   * caller. */
  bool is_skipped;
} tc_run_history;

/* Called after tc_plan_create. Checks that the CSV file can be written and differs from all other files of
 * the run. Errors: TC_USAGE for a strategy whose field is not a solution; TC_OUTPUT. */
tc_status tc_run_history_prepare(tc_plan *plan);

/* Called after tc_prepared_create. Determines the columns and opens the CSV file. A run has a history if the
 * config names a file for it, or if it has snapshots and also probes or history.every. A resumed run with
 * other probes may write them to a new CSV file, which begins after the checkpoint. It may add probes to its
 * existing snapshot file. Errors: TC_USAGE for more than TC_RUN_HISTORY_MAX rows, for other probes in an
 * existing file, or if a resumed run without history continues a snapshot file that contains one. */
tc_status tc_run_history_create(const tc_prepared *prepared, tc_run_history *history);

/* Not collective. Returns the hook that writes the rows and adds the numbers of rows and columns to the
 * restart data. `history` must not be empty. `snapshot` is a snapshot file that was created with this
 * history, or NULL. */
tc_hook tc_run_history_hook(tc_run_history *history, const tc_prepared *prepared, tc_snapshot *snapshot);

/* Not collective. Called after successful and failed runs, before the session is closed. If the CSV file is
 * still open, the run has failed, and the path of the partial file is logged. */
void tc_run_history_free(const tc_plan *plan, tc_run_history *history);

#endif
