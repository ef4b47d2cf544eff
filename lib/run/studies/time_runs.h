/* Runs of a prepared problem with other numbers of equal steps to the same end time, and their errors. The
 * studies of time integration (step_refinement.h, compare_time_methods.h) call tc_time_runs_check after
 * tc_session_open, set the step in the session's config, and call tc_session_set_up. They then call
 * tc_time_runs_set_steps and tc_time_runs_perform any number of times in the same session, with one mesh, one
 * matrix and one search for a stable step. */
#ifndef TC_RUN_STUDIES_TIME_RUNS_H
#define TC_RUN_STUDIES_TIME_RUNS_H

#include "report/document/time_study.h"
#include "run/session/session.h"

/* The reference makes this multiple of the steps of the run whose error it determines. */
enum { TC_TIME_REFERENCE_FACTOR = 8 };

/* With error control, the reference accepts an error per step that is smaller by this factor. The steps of a
 * method of second order are then about a fifth as long. */
enum { TC_TIME_REFERENCE_TOLERANCE = 100 };

/* Not collective, but equal on all ranks. Checks that runs with the config's method make steps that end at
 * time.end and give a solution. `command` begins the message about a missing end. Errors: TC_USAGE. */
tc_status tc_time_runs_check(const tc_plan *plan, const char *command);

/* Not collective. Returns the order of the config's method of time integration. */
int tc_time_runs_order(const tc_config *config);

/* Not collective, but equal on all ranks. Lets later runs of the session make `steps` equal steps to
 * time.end, which must not be longer than those of the setup. The number of stages of a stabilised method
 * remains that of the setup. Errors: TC_NUMERICAL if these steps are unstable; the message names the smallest
 * stable number. */
tc_status tc_time_runs_set_steps(tc_session *session, int64_t steps);

/* Not collective. Called after the setup for `steps` steps, or a run with these steps, has failed with
 * `status`. If the steps are too long to be stable, returns the error of tc_time_runs_set_steps. Otherwise
 * adds the number of steps to the message of an error TC_NUMERICAL. Frees `status` unless it returns it. */
tc_status tc_time_runs_explain(const tc_session *session, int64_t steps, tc_status status);

/* Collective. Makes the steps that were set last. The field is afterwards in session->run.value. Fills in all
 * members of *out except the errors, the orders and search_s; wall_s is valid on the root only. Errors (on
 * all ranks): those of tc_session_run. */
tc_status tc_time_runs_perform(tc_session *session, tc_time_run *out);

/* Collective. Makes the run with which others are compared, with `steps` equal steps or, if `steps` is 0 and
 * the session has error control, with a smaller accepted error. Restores the steps of the session and stores
 * the field in field[owned]. Linear systems are solved to tc_time_runs_tolerance. Errors (on all ranks):
 * those of the functions above. */
tc_status tc_time_runs_perform_reference(tc_session *session, int64_t steps, tc_time_run *out, double *field);

/* Tolerance of linear systems if their errors must be much smaller than those of the steps. */
static const double tc_time_runs_tolerance = 1e-12;

/* Collective. Stores in *error the volume-weighted norm of value - reference, divided by that of `reference`;
 * NaN if the reference is 0. Errors (on all ranks): TC_INTERNAL if memory is exhausted. */
tc_status tc_time_runs_compare(const tc_space *space, const double *value, const double *reference,
                               double *error);

/* Stores in the study the facts of the session that all runs have in common. Not collective. Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_time_runs_describe(const tc_session *session, tc_time_study *study);

#endif
