/* Runs with other numbers of steps in one session. The choices of the setup contain number and size of the
 * steps, from which each run creates its integrator, so a run needs no other setup. Steps that are shorter
 * than those of the setup are stable, because the search for a stable step has checked the longest ones.
 * Stabilised methods retain the number of stages of the setup. The error of a step depends on this number, so
 * fewer stages for shorter steps would disturb the observed order. */
#include "run/studies/time_runs.h"

#include <math.h>
#include <omp.h>
#include <string.h>

#include "io/config/config_auto.h"
#include "run/session/strategy_choice.h"

tc_status tc_time_runs_check(const tc_plan *plan, const char *command) {
  const tc_config *c = plan->config;
  if (!c->time.method->steps)
    return tc_config_error(c, "time.method", "%s makes no time steps: use another method",
                           c->time.method->name);
  TC_TRY(tc_config_check_not_auto(c, "may choose another method for each run: set one for this command"));
  if (!(c->time.end > 0.0))
    return tc_config_error(c, "time.end", "%s needs an end time that all runs reach: set it to a number",
                           command);
  if (c->time.steady > 0.0)
    return tc_config_error(c, "time.steady", "ends the runs at different times: set it to null");
  return tc_plan_check_solution(plan, "so it has no errors to compare: use another strategy");
}

int tc_time_runs_order(const tc_config *c) {
  const double crank_nicolson = 0.5;
  if (c->time.splitting == TC_SPLITTING_GODUNOV) return 1;
  if (c->time.method->solves) return c->time.theta == crank_nicolson ? 2 : 1;
  return c->time.method->stabilised ? 2 : 1;
}

/* Returns the longest step of the session's method that is known to be stable; INFINITY if steps of any
 * length are stable. The stages of a stabilised method were found for the steps of the setup or, with error
 * control, for the longest step that they cover. If the setup has failed, only the largest step with
 * time.stages stages is known (`bound`). */
static double longest_step(const tc_session *s) {
  const tc_stable_step *stable = &s->prepared.choices.stable_step;
  if (stable->covered > 0.0) return stable->covered * stable->stages;
  if (stable->stages > 0) return stable->step.dt;
  return stable->bound > 0.0 ? stable->bound : INFINITY;
}

static tc_status check_stable(const tc_session *s, int64_t steps) {
  const tc_config *c = s->plan.config;
  const double rounding = 1e-12, longest = longest_step(s), dt = c->time.end / (double)steps;
  if (dt <= longest * (1.0 + rounding)) return TC_OK;
  return tc_status_create(TC_NUMERICAL,
                          "%lld steps of %.6g are unstable with time.method %s, whose longest stable step is "
                          "%.6g: use at least %.0f steps to t = %.6g",
                          (long long)steps, dt, c->time.method->name, longest,
                          ceil(c->time.end / longest * (1.0 - 0.5 * rounding)), c->time.end);
}

tc_status tc_time_runs_set_steps(tc_session *s, int64_t steps) {
  tc_setup_choices *choices = &s->prepared.choices;
  TC_TRY(check_stable(s, steps));
  choices->control = (tc_error_control){0};
  choices->step = (tc_step_size){steps, s->plan.config->time.end / (double)steps};
  choices->spans = (tc_step_spans){.count = 1, .item = {{.dt = choices->step.dt}}};
  choices->output = (tc_output_plan){.from = 0}; /* equal steps, without requested times */
  s->run.steps_done = steps;                     /* a run changes steps_done only if it ends early */
  return TC_OK;
}

tc_status tc_time_runs_explain(const tc_session *s, int64_t steps, tc_status status) {
  if (tc_status_code(status) != TC_NUMERICAL) return status;
  const tc_status unstable = check_stable(s, steps);
  if (unstable) return tc_status_replace(status, unstable);
  return tc_status_replace(status, tc_status_create(TC_NUMERICAL, "%lld steps: %s", (long long)steps,
                                                    tc_status_text(status)));
}

/* Counts the products of all steps of the last run. */
static int64_t count_products(const tc_session *s, const tc_result *result) {
  const int stages = s->prepared.choices.stable_step.stages;
  if (tc_setup_choices_controls_error(&s->prepared.choices)) return s->run.controlled.products;
  if (result->solver) return result->solver->record.products;
  return s->run.steps_done * (stages > 0 ? stages : 1);
}

static double find_stabilisation(const tc_session *s) {
  const tc_stable_step *stable = &s->prepared.choices.stable_step;
  return stable->takes_one ? stable->stabilisation : NAN;
}

tc_status tc_time_runs_perform(tc_session *s, tc_time_run *out) {
  const tc_config *c = s->plan.config;
  const tc_strategy *strategy = NULL;
  TC_TRY(tc_forecasts_select_strategy(&s->forecasts, &strategy));
  TC_TRY(tc_session_run(s, strategy, c->distribution.block_size, NULL));
  const tc_result *result = &s->results.result[s->results.count - 1];
  const double search_s = out->search_s;
  const tc_setup_choices *choices = &s->prepared.choices;
  const bool controls = tc_setup_choices_controls_error(choices);
  *out = (tc_time_run){.method = c->time.method->name,
                       .theta = tc_config_theta(c),
                       .steps = s->run.steps_done,
                       .dt = controls ? c->time.end / (double)s->run.steps_done : choices->step.dt,
                       .stages = controls ? 0 : choices->stable_step.stages,
                       .stabilisation = find_stabilisation(s),
                       .storage = result->storage ? result->storage->name : NULL,
                       .products = count_products(s, result),
                       .iterations = result->solver ? result->solver->record.total : 0,
                       .error = NAN,
                       .order = NAN,
                       .bias = NAN,
                       .wall_s = s->plan.world->rank == 0 ? tc_result_wall(result).steps_s : 0.0,
                       .search_s = search_s,
                       .hash = result->field.hash};
  return TC_OK;
}

/* Sets the steps of the reference run. If it has error control and no given number of steps, reduces its
 * accepted error. */
static tc_status set_reference(tc_session *s, int64_t steps) {
  tc_setup_choices *choices = &s->prepared.choices;
  const char *method = s->plan.config->time.method->name;
  if (steps > 0) {
    TC_TRY(tc_time_runs_set_steps(s, steps));
    tc_log_write(s->plan.log, TC_LOG_NORMAL, "reference: %s, %lld steps", method, (long long)steps);
    return TC_OK;
  }
  choices->control.tolerance /= TC_TIME_REFERENCE_TOLERANCE;
  choices->control.absolute /= TC_TIME_REFERENCE_TOLERANCE;
  tc_log_write(s->plan.log, TC_LOG_NORMAL, "reference: %s, error per step at most %g", method,
               choices->control.tolerance);
  return TC_OK;
}

tc_status tc_time_runs_perform_reference(tc_session *s, int64_t steps, tc_time_run *out, double *field) {
  tc_config *c = s->plan.config;
  const double tolerance = c->solver.tolerance;
  const tc_setup_choices before = s->prepared.choices;
  c->solver.tolerance = fmin(tolerance, tc_time_runs_tolerance);
  TC_TRY(set_reference(s, steps));
  TC_TRY(tc_time_runs_perform(s, out));
  memcpy(field, s->run.value, (size_t)s->prepared.problem->space->owned * sizeof *field);
  tc_results_remove_last(&s->results);
  c->solver.tolerance = tolerance;
  s->prepared.choices = before;
  s->run.steps_done = before.step.steps;
  return TC_OK;
}

tc_status tc_time_runs_compare(const tc_space *space, const double *value, const double *reference,
                               double *error) {
  double square = 0.0;
  TC_TRY(tc_field_difference_norm(space, value, reference, error));
  TC_TRY(tc_field_dot(space, reference, reference, &square));
  *error = square > 0.0 ? *error / sqrt(square) : NAN;
  return TC_OK;
}

/* Copies the description of the device, because the study outlives the session that opened the device. */
static tc_status describe_device(const tc_plan *plan, tc_time_study *study) {
  tc_device *copy = NULL;
  if (!plan->device.device) return TC_OK;
  TC_TRY(tc_pool_alloc(&study->pool, sizeof *copy, &copy));
  *copy = *plan->device.device;
  copy->context = NULL;
  study->device = plan->device;
  study->device.device = copy;
  return TC_OK;
}

tc_status tc_time_runs_describe(const tc_session *s, tc_time_study *study) {
  const tc_plan *plan = &s->plan;
  study->config = plan->options->config;
  study->ranks = plan->world->ranks;
  study->threads = omp_get_max_threads();
  study->scheme = plan->config->diffusion.scheme->name;
  study->stabilisation = find_stabilisation(s);
  study->method_order = tc_time_runs_order(plan->config);
  study->cells = s->prepared.problem->space->cells;
  study->end = plan->config->time.end;
  TC_TRY(describe_device(plan, study));
  return plan->config->title ? tc_pool_printf(&study->pool, &study->title, "%s", plan->config->title) : TC_OK;
}
