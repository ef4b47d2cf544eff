/* All that a run writes while it goes on: checkpoints, snapshots, history, residuals; and that it destroys
 * nothing of an earlier run, nor of one that is under way. */
#ifndef TC_RUN_OUTPUTS_OUTPUTS_H
#define TC_RUN_OUTPUTS_OUTPUTS_H

#include "base/file/file_lock.h"
#include "run/outputs/checkpoints.h"
#include "run/outputs/residuals.h"
#include "run/outputs/snapshots.h"

/* Zeroed before use. */
typedef struct tc_run_outputs {
  tc_run_checkpoints checkpoints;
  tc_run_snapshots snapshots;
  tc_run_history history;
  tc_run_residuals residuals;
  int looked; /* root: files that have been looked at for locks */
  int locks;
  tc_file_lock
      lock[TC_FILE_LIST_MAX]; /* [locks] root: of all files that the user has named, but for snapshots */
} tc_run_outputs;

/* All of it is collective, with errors on all ranks; in this order. */

/* After tc_session_open, before the set-up: what all parts prepare, and the locks. Errors: theirs; TC_OUTPUT,
 * another run writes one of the files, reports included; one is there already and the choice neither resumes
 * nor forces, or there is no room on the disk (run/outputs/disk_requirements.h), as far as the number of
 * steps is known. */
tc_status tc_run_outputs_prepare(tc_session *session, tc_run_outputs *out);

/* After tc_session_set_up, while the mesh is kept. Errors also: no room, where the set-up has chosen how many
 * steps there are. */
tc_status tc_run_outputs_create(tc_session *session, tc_run_outputs *outputs);

/* Right before the steps. */
tc_status tc_run_outputs_begin(tc_session *session, tc_run_outputs *outputs);

/* Not collective. What is to happen between them: hook[TC_SESSION_HOOKS]; returns how many there are. */
int tc_run_outputs_hooks(const tc_session *session, tc_run_outputs *outputs, tc_hook *hook);

/* The run has ended well: the files take their names. */
tc_status tc_run_outputs_publish(const tc_session *session, tc_run_outputs *outputs);

/* In any case at the end, while the session is open. Without finish the run has failed or was interrupted:
 * what it has written stays, and so does what was there before. */
void tc_run_outputs_free(const tc_session *session, tc_run_outputs *outputs);

#endif
