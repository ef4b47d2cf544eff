/* The snapshots of a session: where they go, and what becomes of them however the run ends. */
#ifndef TC_RUN_OUTPUTS_SNAPSHOTS_H
#define TC_RUN_OUTPUTS_SNAPSHOTS_H

#include "run/outputs/history_output.h"

/* Zeroed before use; stays empty when the config wishes for none. */
typedef struct tc_run_snapshots {
  tc_snapshot_paths paths; /* root */
  tc_snapshot *snapshot;
  tc_snapshot_extras extras; /* what is in the file besides; its arrays are owned here */
  const char **state_name;
  double **state, *tensor, *fibre;
  bool is_skipped; /* new file of a resumed run that makes no step: not written. The caller sets it */
  const char
      *earlier; /* root: the file that a run which goes on was writing, without its folder; NULL: none */
} tc_run_snapshots;

/* All of it is collective, with errors on all ranks; in this order. */

/* After tc_session_open and tc_run_checkpoints_prepare, before the set-up of a large mesh: takes the place,
 * tells the log what is there already. Errors: TC_USAGE for a strategy whose field is no solution, which must
 * not look like one (`auto` chooses among those that are); what tc_snapshot_paths_acquire says. */
tc_status tc_run_snapshots_prepare(tc_session *session, tc_run_snapshots *out);

/* Not collective: the file that is written, without its folder; NULL: none, or not the root. */
const char *tc_run_snapshots_name(const tc_run_snapshots *snapshots);

/* After tc_session_set_up, while the mesh is kept: the file with the mesh and room for all snapshots, and for
 * a history (NULL: none), which is borrowed until the end. */
tc_status tc_run_snapshots_create(tc_session *session, const tc_snapshot_history *history,
                                  tc_run_snapshots *snapshots);

/* Not collective. The hooks of a run that writes both: hook[2]. Returns how many there are. */
int tc_run_snapshots_hooks(const tc_session *session, tc_run_snapshots *snapshots, tc_run_history *history,
                           tc_hook *hook);

/* The run has ended well. */
tc_status tc_run_snapshots_publish(const tc_session *session, tc_run_snapshots *snapshots);

/* In any case at the end, while the session is open. Without finish the run has failed: what it has written
 * stays and so does what was there before, and the log is told where. */
void tc_run_snapshots_free(const tc_session *session, tc_run_snapshots *snapshots);

#endif
