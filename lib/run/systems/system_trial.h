/* Trial solve of a user's system in this process, for dry runs. It reads the files, solves the system on one
 * rank, and supplies the rows and the solver work to a dry run. The command predict calls
 * tc_system_trial_create, tc_system_trial_run, tc_system_trial_rows and, after the dry run,
 * tc_system_trial_free. Not collective: one process computes everything. */
#ifndef TC_RUN_SYSTEMS_SYSTEM_TRIAL_H
#define TC_RUN_SYSTEMS_SYSTEM_TRIAL_H

#include "run/dry_run/dry_run.h"
#include "system/system_facts.h"
#include "system/system_solve.h"

/* System of a dry run. Zero-initialise before use; released by tc_system_trial_free. Must not be copied,
 * because dry runs and reports borrow its members. */
typedef struct tc_system_trial {
  tc_system_options options; /* options of each solve; the dry run replaces the virtual ranks */
  tc_system_input input;
  tc_world *self;                  /* communicator of this process alone */
  tc_distributed_system *system;   /* the system on one rank */
  tc_system_facts facts;           /* facts for reports */
  const tc_preconditioner *chosen; /* automatic preconditioner after the solve; NULL if it is given */
} tc_system_trial;

/* Reads the files and creates the system on one rank. `config` sets the order of the rows; it and `log` are
 * borrowed. Errors: those of tc_system_input_read and tc_distributed_system_create. */
tc_status tc_system_trial_create(const tc_system_files *files, const tc_system_options *options,
                                 const tc_config *config, const tc_log *log, tc_system_trial *out);

/* Initialises the trial of a dry run, which borrows `trial`. Solves for all right-hand sides, unless the
 * number of iterations depends on the number of ranks. In that case the dry run makes the solves for each
 * case. `options` are those of the config. The caller frees *out with tc_dry_run_trial_free, also after an
 * error. Errors: those of tc_system_solve. */
tc_status tc_system_trial_run(tc_system_trial *trial, const tc_implicit_options *options,
                              tc_dry_run_trial *out);

/* Initialises the rows of a dry run, which owns the graph. Their widths are those with which
 * tc_distributed_system_create stores the rows. Errors: TC_INPUT if there are too many entries for 32-bit
 * indices; TC_INTERNAL if memory is exhausted. */
tc_status tc_system_trial_rows(const tc_system_trial *trial, tc_dry_run_rows *out);

void tc_system_trial_free(tc_system_trial *trial);

#endif
