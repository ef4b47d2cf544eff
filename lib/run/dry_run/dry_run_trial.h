/* Trial step of dry runs whose steps solve linear systems. One process computes the first step, or the whole
 * solve for a steady state, to count the solver iterations. For stabilised explicit steps and operator
 * splitting it only sets up the run, which finds the numbers of stages and parts, and computes no step.
 * Usually the result does not depend on the number of ranks, so one trial step is used for all cases. For a
 * preconditioner of scope `rank` the trial step is repeated for each number of virtual ranks. The command
 * predict calls tc_dry_run_trial_init before the dry run, and tc_dry_run_count calls tc_dry_run_trial_run. */
#ifndef TC_RUN_DRY_RUN_DRY_RUN_TRIAL_H
#define TC_RUN_DRY_RUN_DRY_RUN_TRIAL_H

#include "base/core/pool.h"
#include "linear/hierarchy/virtual_levels.h"
#include "run/session/session.h"

/* Linear system without a mesh, such as that of a matrix file, which supplies the trial step of a dry run.
 * All pointers are borrowed. */
typedef struct tc_dry_run_system {
  /* Complete system on one rank. Row i has the id i and is vertex i of tc_dry_run_rows.graph. */
  const tc_linear_system *linear;
  void *self;
  /* Not collective. Solves the system and fills in *out. `ranks` are the virtual ranks of preconditioners of
   * scope `rank`; NULL if the result does not depend on the ranks. Errors: TC_NUMERICAL if the solve fails.
   */
  tc_status (*solve)(void *self, const tc_virtual_ranks *ranks, tc_trial_step *out);
  const tc_preconditioner *const *chosen; /* points to the preconditioner that `solve` has chosen; *chosen is
                                             NULL if the config names one */
} tc_dry_run_system;

/* Trial step of a dry run. Zero-initialise before use; released by tc_dry_run_trial_free. Must not be copied,
 * because `session` borrows the member `own`. */
typedef struct tc_dry_run_trial {
  /* Result of the trial step that was computed last; all members are 0 if steps solve no linear systems. With
   * error control it is the mean step of `controlled`. */
  tc_trial_step trial;
  tc_control_trial controlled; /* trial of implicit steps with error control; all members are 0 without one */
  bool is_full;                /* true if trials of steps with error control make all steps of the run */
  int32_t ranks, block_size;   /* number of virtual ranks and block size with which it was computed; 0 if the
                                  result does not depend on them */
  tc_implicit_options options; /* solver options with the method that was selected; strings are static */
  const tc_integrator *method; /* time integration method of the run, which time.method: auto may have
                                  chosen */
  tc_time_methods choice;      /* methods that time.method: auto has compared; its count is 0 if the config
                                  names a method */
  /* preconditioner of the run, and candidates if solver.preconditioner.name: auto has chosen it */
  const tc_preconditioner *preconditioner;
  tc_preconditioner_choice preconditioners;
  tc_step_size step;          /* number and size of the steps of the run */
  tc_stable_step stable_step; /* result of the stability analysis, with the stages of stabilised steps */
  tc_error_control control;   /* error control of the steps; its tolerance is 0 for steps of given size */
  tc_local_steps local;       /* local steps of operator splitting */
  int32_t *colour; /* [cells] colour of each cell in sweeps of the preconditioner; NULL if sweeps exchange no
                      values */
  int colours;     /* number of colours */
  tc_virtual_levels *levels; /* levels of the preconditioner multigrid; NULL for others */
  tc_method_trials methods;  /* comparison of time methods; its table is empty if no comparison was made */
  tc_pool pool;              /* owns arrays and texts of this struct */
  tc_run_options own;        /* options with which the session is opened: those of the user, without
                                outputs */
  tc_world *self;            /* world that contains only this process */
  tc_session session;        /* session of the trial step; open if more trial steps may be needed */
  tc_dry_run_system system;  /* system that replaces the session; zero for problems with a mesh */
  bool uses_step_cache;      /* set by the caller before the setup: true if a run may use the cache of stable
                                steps (run/plan/cached_step.h) */
} tc_dry_run_trial;

/* Pure. Returns true if a dry run of the config needs a trial step, or the setup of a run. The setup of a run
 * with explicit Euler finds the number of steps if time.end or time.dt is set. */
bool tc_dry_run_trial_is_needed(const tc_config *config);

/* Not collective. Sets up the whole run in this process, which needs about 100 to 400 bytes per cell. If the
 * result does not depend on the number of ranks, also computes the trial step and closes the session. Errors:
 * those of a session; TC_NUMERICAL if the step cannot be solved; TC_USAGE if the run has no steps. */
tc_status tc_dry_run_trial_init(const tc_run_options *choice, const tc_run_environment *circumstances,
                                const tc_log *log, tc_dry_run_trial *out);

/* Not collective. Does the same as tc_dry_run_trial_init, and also compares methods of time integration. If
 * `is_full` is true and the config has error control, it makes all steps of the run to count their products.
 */
tc_status tc_dry_run_trial_init_with_methods(const tc_run_options *choice,
                                             const tc_run_environment *circumstances, const tc_log *log,
                                             bool is_full, tc_dry_run_trial *out);
/* Not collective. Does the same as tc_dry_run_trial_init for a system without a mesh. `options` are those of
 * its solver. Errors: those of system->solve; TC_INTERNAL if memory is exhausted. */
tc_status tc_dry_run_trial_init_with_system(const tc_dry_run_system *system,
                                            const tc_implicit_options *options, tc_dry_run_trial *out);

/* Not collective. Writes the method and the preconditioner that `auto` has chosen during the trial to the
 * config of the dry run. */
void tc_dry_run_trial_choose_method(const tc_dry_run_trial *trial, tc_config *config);

void tc_dry_run_trial_free(tc_dry_run_trial *trial);

/* Not collective. Counts the multigrid levels on the virtual ranks `ranks`, and stores their figures in the
 * members `solver` of result[results], which are not NULL. node_of_rank[ranks] are the nodes of the ranks,
 * and counts[ranks] their counts of a product with the strategy `neighbour`, whose messages contain each
 * ghost once. Does nothing without multigrid. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_dry_run_trial_add_levels(const tc_dry_run_trial *trial, const tc_virtual_ranks *ranks,
                                      const int *node_of_rank, const tc_counts *counts, int results,
                                      tc_result *result);

/* Not collective. Computes the trial step for the virtual ranks `ranks` if its result depends on them and is
 * not available yet. Errors: TC_NUMERICAL if the step cannot be solved, with the number of ranks in the
 * message; TC_INTERNAL. */
tc_status tc_dry_run_trial_run(tc_dry_run_trial *trial, const tc_virtual_ranks *ranks);

#endif
