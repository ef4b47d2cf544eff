/* The history of a session (solve/observe/history.h): where it goes, and what becomes of it however the run
 * ends. */
#ifndef TC_RUN_OUTPUTS_HISTORY_OUTPUT_H
#define TC_RUN_OUTPUTS_HISTORY_OUTPUT_H

#include "io/text/history_file.h"
#include "run/session/session.h"

enum { TC_RUN_HISTORY_MAX = 1000000 }; /* rows */

/* Zeroed before use; stays empty when the config wishes for none. */
typedef struct tc_run_history {
  tc_history *history;
  const char **name;           /* [columns] borrowed from it */
  tc_snapshot_history in_file; /* what a snapshot file has of it */
  tc_history_file *file;       /* root, with a CSV file */
  tc_snapshot *snapshot;       /* borrowed; NULL: none */
  const tc_world *world;
  int64_t rows;            /* so far */
  int64_t columns, points; /* points: hash of the cells that probes lie in */
  bool csv;                /* there is a CSV file, on the root */
  bool is_new_file;        /* of a resumed run: it has not written that CSV file so far. The caller sets it */
  bool in_old_snapshots;   /* of a resumed run: the snapshot file has rows of the steps so far. As above */
  bool begins_file;        /* the CSV file has no rows of the steps so far */
  bool is_skipped;         /* the CSV file is new and the run makes no step: not written. As above */
} tc_run_history;

/* All of it is collective, with errors on all ranks; in this order. */

/* After tc_session_open: makes sure that the CSV file can be written and is none of the others. Errors:
 * TC_USAGE for a strategy whose field is no solution. */
tc_status tc_run_history_prepare(tc_session *session);

/* After tc_session_set_up: finds the columns. There is a history when the config names a file for it, or has
 * probes or history.every beside snapshots. A resumed run may write other probes to a new CSV file, which
 * begins after the checkpoint, and more probes in the same snapshot file. Errors: TC_USAGE for more than
 * TC_RUN_HISTORY_MAX rows, for other probes in an old file, or if a resumed run without history continues a
 * snapshot file with one. */
tc_status tc_run_history_create(const tc_session *session, tc_run_history *history);

/* What goes into a snapshot file; NULL: nothing. Not collective. */
const tc_snapshot_history *tc_run_history_in_file(const tc_run_history *history);

/* The hook that writes the rows, and keeps them, to be called when there is a history; snapshot: with room
 * for it, or NULL. Not collective. */
tc_hook tc_run_history_hook(tc_run_history *history, const tc_session *session, tc_snapshot *snapshot);

/* The run has ended well. */
tc_status tc_run_history_publish(const tc_session *session, tc_run_history *history);

/* In any case at the end, while the session is open. Without finish the run has failed: the log is told where
 * what was written is. */
void tc_run_history_free(const tc_session *session, tc_run_history *history);

#endif
