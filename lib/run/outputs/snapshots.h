/* Snapshots of a session: the paths, the file with mesh and fields, and its fate when the run succeeds,
 * fails or is resumed. run/outputs/outputs.c calls the functions in the order of this header. The format
 * is that of io/snapshot. Unless a comment says "not collective", functions are collective and return
 * errors on all ranks. */
#ifndef TC_RUN_OUTPUTS_SNAPSHOTS_H
#define TC_RUN_OUTPUTS_SNAPSHOTS_H

#include "run/outputs/history_output.h"

/* Zero-initialise before use; remains empty without snapshots.file. */
typedef struct tc_run_snapshots {
  tc_snapshot_paths paths; /* root */
  tc_snapshot *snapshot;
  tc_snapshot_extras extras; /* additional contents of the file; the arrays below belong to this struct */
  const char **state_name;
  double **state, *tensor, *fibre;
  bool is_skipped; /* true if a resumed run that makes no step would begin the file: not written; set by the
                      caller */
  const char *earlier; /* root: file that a resumed run was writing, without directory; NULL: none */
} tc_run_snapshots;

/* After tc_session_open and tc_run_checkpoints_find, before the setup of a large mesh. Acquires the paths.
 * Errors: TC_USAGE for a strategy whose field is not a solution and must not look like one (`auto` chooses
 * among those that give one); those of tc_snapshot_paths_acquire. */
tc_status tc_run_snapshots_prepare(tc_session *session, tc_run_snapshots *out);

/* Not collective. Returns the name of the snapshot file without directory; NULL if there is none, and on
 * other ranks than the root. */
const char *tc_run_snapshots_name(const tc_run_snapshots *snapshots);

/* After tc_session_set_up, before the mesh is freed. Creates the file with the mesh and with room for all
 * snapshots and for a history (NULL: none), which is borrowed until the end. */
tc_status tc_run_snapshots_create(tc_session *session, const tc_snapshot_history *history,
                                  tc_run_snapshots *snapshots);

/* Not collective. Writes the hooks of snapshots and history to hook[2] and returns their number. */
int tc_run_snapshots_hooks(const tc_session *session, tc_run_snapshots *snapshots, tc_run_history *history,
                           tc_hook *hook);

/* Called after a successful run. Publishes the file. */
tc_status tc_run_snapshots_publish(const tc_session *session, tc_run_snapshots *snapshots);

/* Called in any case, before the session is closed. Without tc_run_snapshots_publish the run has failed:
 * its partial file and an earlier file remain, and their paths are logged. */
void tc_run_snapshots_free(const tc_session *session, tc_run_snapshots *snapshots);

#endif
