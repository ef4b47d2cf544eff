/* The file of residuals of a session (io/text/residual_file.h), however the run ends. */
#ifndef TC_RUN_OUTPUTS_RESIDUALS_H
#define TC_RUN_OUTPUTS_RESIDUALS_H

#include "io/text/residual_file.h"
#include "run/session/session.h"

/* Zeroed before use; stays empty when the config names no solver.history. */
typedef struct tc_run_residuals {
  tc_residual_file *file; /* root */
  tc_implicit_monitor monitor;
  const tc_world *world; /* NULL: none are wanted */
  bool is_skipped;       /* new file of a resumed run that makes no step: not written. The caller sets it */
} tc_run_residuals;

/* All of it is collective, with errors on all ranks; in this order. */

/* After tc_session_open: makes sure that the file can be written and is none of the others. */
tc_status tc_run_residuals_prepare(tc_session *session);

/* Before steps are made: begins the file, and lets the session tell it of residuals. */
tc_status tc_run_residuals_create(tc_session *session, tc_run_residuals *residuals);

/* A hook that keeps them, where there are any: hook[1]; returns how many there are. Not collective. */
int tc_run_residuals_hooks(tc_run_residuals *residuals, tc_hook *hook);

/* The run has ended well. */
tc_status tc_run_residuals_publish(const tc_session *session, tc_run_residuals *residuals);

/* In any case at the end, while the session is open. Without finish the run has failed: the log is told where
 * what was written is. */
void tc_run_residuals_free(const tc_session *session, tc_run_residuals *residuals);

#endif
