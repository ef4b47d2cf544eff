/* Refinement of steps in one session. The setup searches for a stable step with the longest steps, so that
 * the other runs need no search and all runs have the same matrix. The fields are stored until the reference
 * exists, because an unstable step must be reported before the long run of the reference. */
#include "run/studies/step_refinement.h"

#include <math.h>
#include <string.h>

#include "base/core/memory.h"
#include "run/plan/auxiliary_run.h"
#include "run/studies/time_runs.h"

/* Overrides that replace the user's choice of the step size. The 1 of time.dt is a placeholder, because some
 * methods do not support auto. set_up replaces it after the end time is known. */
static const char *const no_choice[] = {"time.dt=1", "time.multiple=null", "time.tolerance=null",
                                        "time.absolute=null"};
enum { no_choices = sizeof no_choice / sizeof *no_choice };

/* Opens and sets up the session for the longest steps. */
static tc_status set_up(const tc_step_refinement_options *refine, const tc_run_options *choice,
                        const tc_run_environment *environment, tc_world *world, const tc_log *log,
                        tc_session *s) {
  TC_TRY(tc_session_open(choice, environment, world, log, s));
  TC_TRY(tc_time_runs_check(&s->plan, "verify --steps"));
  tc_config *c = s->plan.config;
  c->time.dt = c->time.end / (double)refine->steps[0];
  c->solver.tolerance = fmin(c->solver.tolerance, tc_time_runs_tolerance);
  const tc_status status = tc_session_set_up(s, c->distribution.block_size);
  if (status) return tc_time_runs_explain(s, refine->steps[0], status);
  tc_plan_free_mesh(&s->plan);
  return TC_OK;
}

/* Makes all runs and stores their fields in field[count][owned]. */
static tc_status run_all(const tc_step_refinement_options *refine, tc_session *s, tc_time_study *study,
                         double *field) {
  const size_t owned = (size_t)s->prepared.problem->space->owned;
  for (int i = 0; i < refine->count; i++) {
    tc_log_write(s->plan.log, TC_LOG_NORMAL, "%d steps", (int)refine->steps[i]);
    TC_TRY(tc_time_runs_set_steps(s, refine->steps[i]));
    const tc_status status = tc_time_runs_perform(s, &study->run[i]);
    if (status) return tc_time_runs_explain(s, refine->steps[i], status);
    memcpy(field + (size_t)i * owned, s->run.value, owned * sizeof *field);
  }
  return TC_OK;
}

/* Makes the reference and compares all fields with it. */
static tc_status compare_all(tc_session *s, tc_time_study *study, const double *field) {
  const tc_space *space = s->prepared.problem->space;
  const int64_t steps = TC_TIME_REFERENCE_FACTOR * study->run[study->count - 1].steps;
  double *reference = NULL;
  tc_status status = TC_OK;
  TC_TRY(TC_WORLD_ALLOC(space->world, reference, space->owned));
  TC_GUARD(status, tc_time_runs_perform_reference(s, steps, &study->reference, reference));
  for (int i = 0; i < study->count; i++)
    TC_GUARD(status, tc_time_runs_compare(space, field + (size_t)i * (size_t)space->owned, reference,
                                          &study->run[i].error));
  tc_time_study_compute_orders(study);
cleanup:
  tc_free(reference);
  return status;
}

static tc_status run_study(const tc_step_refinement_options *refine, tc_session *s, tc_time_study *study) {
  const tc_space *space = s->prepared.problem->space;
  double *field = NULL;
  tc_status status = TC_OK;
  TC_TRY(TC_WORLD_ALLOC(space->world, field, (size_t)refine->count * (size_t)space->owned));
  TC_GUARD(status, run_all(refine, s, study, field));
  TC_GUARD(status, compare_all(s, study, field));
  status = tc_world_agree(space->world, tc_time_runs_describe(s, study));
cleanup:
  tc_free(field);
  return status;
}

static tc_status alloc_runs(const tc_step_refinement_options *refine, tc_time_study *study,
                            tc_run_options *choice) {
  study->overrides = refine->options->overrides;
  study->override = refine->options->override;
  study->rounds = 1;
  study->count = refine->count;
  TC_TRY(tc_run_options_without_outputs(refine->options, no_choices, no_choice, &study->pool, choice));
  return TC_POOL_ARRAY_ZERO(&study->pool, study->run, study->count);
}

tc_status tc_step_refinement_run(const tc_step_refinement_options *refine,
                                 const tc_run_environment *environment, tc_world *world, const tc_log *log,
                                 tc_time_study *study) {
  tc_run_options choice = {0};
  tc_session session = {0};
  tc_status status = TC_OK;
  TC_TRY(tc_world_agree(world, alloc_runs(refine, study, &choice)));
  TC_GUARD(status, set_up(refine, &choice, environment, world, log, &session));
  TC_GUARD(status, run_study(refine, &session, study));
cleanup:
  tc_session_close(&session);
  return status;
}
