/* Residual file of a session (io/text/residual_file.h), which lists the residual of every iteration.
 * run/outputs/outputs.c calls the functions in the order of this header. Functions are collective and return
 * errors on all ranks unless their comment says "Not collective". */
#ifndef TC_RUN_OUTPUTS_RESIDUALS_H
#define TC_RUN_OUTPUTS_RESIDUALS_H

#include "io/text/residual_file.h"
#include "run/session/run.h"

/* Residual file of a session. Zero-initialise before use. Remains empty without solver.history. */
typedef struct tc_run_residuals {
  tc_residual_file *file; /* root: residual file */
  tc_implicit_monitor monitor;
  const tc_world *world; /* communicator of the run; NULL if no residuals are written */
  /* True if the file is not written, because it is new and the run makes no more steps; set by the caller. */
  bool is_skipped;
} tc_run_residuals;

/* Called after tc_plan_create. Checks that the residual file can be written and differs from all other files
 * of the run. */
tc_status tc_run_residuals_prepare(tc_plan *plan);

/* Called before the steps. Creates the file, or continues the existing file of a resumed run. */
tc_status tc_run_residuals_create(const tc_plan *plan, tc_run_residuals *residuals);

/* Not collective. Adds the monitor that receives the residuals, and the hook that adds the length and hash of
 * the residual file to the restart data. */
void tc_run_residuals_observe(tc_run_residuals *residuals, tc_run_observers *out);

/* Not collective. Called after successful and failed runs, before the session is closed. If the file is still
 * open, the run has failed, and the path of the partial file is logged. */
void tc_run_residuals_free(const tc_plan *plan, tc_run_residuals *residuals);

#endif
