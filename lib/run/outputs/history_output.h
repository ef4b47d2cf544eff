/* History of a session (solve/observe/history.h): opens its CSV file, writes its rows there and to the
 * snapshot file, and publishes or continues both files. run/outputs/outputs.c and snapshots.c call the
 * functions in the order of this header. Unless a comment says "not collective", functions are collective and
 * return errors on all ranks. */
#ifndef TC_RUN_OUTPUTS_HISTORY_OUTPUT_H
#define TC_RUN_OUTPUTS_HISTORY_OUTPUT_H

#include "io/snapshot/snapshot.h"
#include "io/text/history_file.h"
#include "run/session/prepared.h"

enum { TC_RUN_HISTORY_MAX = 1000000 }; /* maximum number of rows */

/* History of a session. Zero-initialise before use. Remains empty if the config requests no history. */
typedef struct tc_run_history {
  tc_history *history;
  const char **name;           /* [columns] names of the columns; the texts are borrowed from the history */
  tc_snapshot_history in_file; /* description of the columns and rows in a snapshot file */
  tc_history_file *file;       /* CSV file, on the root only; NULL if no CSV file is written */
  tc_snapshot *snapshot;       /* borrowed snapshot file that receives the rows; NULL if there is none */
  const tc_world *world;
  int64_t rows;            /* number of rows written so far, including those before a resume */
  int64_t columns, points; /* number of columns; hash of the cell numbers of all probes */
  bool csv;                /* true if the root writes the rows to a CSV file */
  bool is_new_file;      /* true if the earlier part of a resumed run wrote no CSV file; set by the caller */
  bool in_old_snapshots; /* true if the snapshot file of a resumed run contains rows of the earlier steps; set
                            by the caller */
  bool begins_file;      /* true if the CSV file does not contain rows of the earlier steps */
  bool is_skipped; /* true if the CSV file is new and the run makes no step, so that it is not written; set by
                      the caller */
} tc_run_history;

/* Called after tc_plan_create. Checks that the CSV file can be written and differs from all other files of
 * the run. Errors: TC_USAGE for a strategy whose field is not a solution; TC_OUTPUT. */
tc_status tc_run_history_prepare(tc_plan *plan);

/* Called after tc_prepared_create. Determines the columns and opens the CSV file. A run has a history if the
 * config names a file for it, or if it has snapshots and also probes or history.every. A resumed run may
 * write other probes to a new CSV file, which begins after the checkpoint, and additional probes to the same
 * snapshot file. Errors: TC_USAGE for more than TC_RUN_HISTORY_MAX rows, for other probes in an existing
 * file, or if a resumed run without history continues a snapshot file that contains one. */
tc_status tc_run_history_create(const tc_prepared *prepared, tc_run_history *history);

/* Not collective. Returns the description of the columns and rows for a snapshot file; NULL without a
 * history. */
const tc_snapshot_history *tc_run_history_in_file(const tc_run_history *history);

/* Not collective. Returns the hook that writes the rows and adds its numbers of rows and columns to the
 * restart data. Requires a history. `snapshot` is a snapshot file with room for the rows, or NULL. */
tc_hook tc_run_history_hook(tc_run_history *history, const tc_prepared *prepared, tc_snapshot *snapshot);

/* Called after a successful run. Renames the complete CSV file to its final name. */
tc_status tc_run_history_publish(const tc_plan *plan, tc_run_history *history);

/* Not collective. Called after successful and failed runs, before the session is closed. If
 * tc_run_history_publish was not called, the run has failed, and the path of the partial file is logged. */
void tc_run_history_free(const tc_plan *plan, tc_run_history *history);

#endif
