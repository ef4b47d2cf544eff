/* The first step of imagined runs that solve systems, or their steady state, made for real: where its bits do
 * not depend on the ranks, neither do its iterations; where they do, for each run as if its ranks were there.
 */
#ifndef TC_RUN_DRY_RUN_DRY_RUN_TRIAL_H
#define TC_RUN_DRY_RUN_DRY_RUN_TRIAL_H

#include "base/core/pool.h"
#include "run/session/session.h"

/* Zeroed before use; released by tc_dry_run_trial_free. Must not move. */
typedef struct tc_dry_run_trial {
  tc_trial_step trial;         /* of the last run, */
  int32_t ranks, block_size;   /* which had so many; 0 until it follows from them */
  tc_implicit_options options; /* with the method that is taken; strings are static */
  tc_step_size step;
  tc_stable_step stable_step;
  int32_t *colour; /* [cells] by which its sweeps go; NULL: nothing is exchanged in any */
  int colours;
  tc_pool pool;
  tc_run_options own;
  tc_world *self;
  tc_session session; /* as long as there may be another run to try */
} tc_dry_run_trial;

/* On this process alone, which sets the run up as a whole: some 100 to 400 bytes a cell, released at once
 * where one trial does for all runs. Errors: those of a session; TC_NUMERICAL when the step cannot be solved;
 * TC_USAGE where no step is asked for. */
tc_status tc_dry_run_trial_init(const tc_run_options *choice, const tc_run_environment *circumstances,
                                const tc_log *log, tc_dry_run_trial *out);
void tc_dry_run_trial_free(tc_dry_run_trial *trial);

/* The trial becomes that of a run with these ranks. Errors: TC_NUMERICAL as above, naming their number;
 * TC_INTERNAL. */
tc_status tc_dry_run_trial_run(tc_dry_run_trial *trial, const tc_virtual_ranks *ranks);

#endif
