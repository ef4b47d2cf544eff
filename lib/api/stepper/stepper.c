#include "api/include/tetracast/stepper.h"

#include <math.h>
#include <string.h>

#include "api/call/call.h"
#include "api/stepper/stepper_object.h"
#include "base/core/memory.h"
#include "base/core/timer.h"
#include "io/config/config_check.h"
#include "run/job/job_split.h"
#include "run/session/strategy_choice.h"

static const tc_config *config_of(const tetracast_problem *p) { return p->plan.config; }
static const tc_space *space_of(const tetracast_stepper *s) { return s->problem->prepared.problem->space; }

void tc_api_stepper_swap_data(tetracast_stepper *s) {
  tc_boundary_data *inflow = s->problem->prepared.problem->system->boundary_data;
  double *datum = inflow->datum;
  inflow->datum = s->datum;
  s->datum = datum;
}

/* ---- creation ---- */

static tc_status check_method(const tetracast_problem *p, const char *method) {
  const char *own = config_of(p)->time.method->name;
  int index;
  if (!method || strcmp(method, own) == 0) return TC_OK;
  if (config_of(p)->time.is_auto && strcmp(method, "auto") == 0) return TC_OK;
  TC_TRY(
      tc_registry_parse(&tc_integrator_registry, "tetracast_stepper_create: method", method, NULL, &index));
  return tc_status_create(TC_USAGE,
                          "tetracast_stepper_create: method %s: the problem is set up for method %s: set "
                          "time.method before "
                          "the set-up",
                          method, own);
}

/* Sets *out to the strategy `name`. If `name` is NULL, sets it to the strategy of the config, and returns an
 * error if that is auto. In the program tetracast, the forecasts select the strategy. */
static tc_status choose_strategy(const tetracast_problem *p, const char *name, const tc_strategy **out) {
  const tc_config *config = config_of(p);
  if (p->description) return tc_forecasts_select_strategy(&p->description->forecasts, out);
  *out = config->strategy;
  if (name) TC_TRY(tc_api_strategy_find(p->world, name, out));
  if (!*out)
    return tc_status_create(TC_USAGE,
                            "%s: auto needs a forecast, which tetracast_stepper_create does not compute: "
                            "pass it the name of a strategy",
                            tc_config_location(config, "strategy"));
  TC_TRY(tc_config_check_strategy_kernel(config, "tetracast_stepper_create: strategy", *out));
  TC_TRY(
      tc_api_strategy_check_device(tc_config_has_device(config), "tetracast_stepper_create: strategy", *out));
  return tc_config_check_device_strategy(config, "tetracast_stepper_create: strategy", *out);
}

/* Sets the options of the time loop. Without outputs or with error control, its steps are not limited. */
static void set_options(const tc_prepared *p, tetracast_stepper *s) {
  const tc_integrator *method = p->plan->config->time.method;
  const bool controls = tc_setup_choices_controls_error(&p->choices),
             is_open = (method->steps && !s->outputs) || controls;
  s->implicit = tc_prepared_implicit(p, &s->record);
  s->stabilised = tc_prepared_stabilised(p);
  s->options = (tc_step_options){.integrator = method,
                                 .strategy = s->options.strategy,
                                 .format = p->choices.storage,
                                 .steps = is_open ? INT64_MAX : p->choices.step.steps,
                                 .dt = p->choices.step.dt,
                                 .control = controls ? &p->choices.control : NULL,
                                 .times = tc_output_plan_times(&s->view.choices.output),
                                 .proved = p->choices.stable_step.proved,
                                 .input = s->view.forcing,
                                 .implicit = method->solves ? &s->implicit : NULL,
                                 .stabilised = method->stabilised ? &s->stabilised : NULL,
                                 .device = p->plan->device.device ? &p->plan->device : NULL,
                                 .resume = s->outputs ? tc_plan_resume_source(p->plan) : NULL};
}

static tc_status open_loop(tetracast_stepper *s) {
  const tc_prepared *p = &s->view;
  tc_api_stepper_swap_data(s);
  const tc_status status =
      tc_step_open(p->problem, &s->options, s->hook, s->hooks, p->plan->log, p->initial, &s->loop);
  tc_api_stepper_swap_data(s);
  return status;
}

/* Sets s->view, the prepared problem that this stepper uses. A stepper with outputs uses the objects of the
 * problem. Each other stepper gets its own source, forcing and balance. */
static tc_status fill_view(tetracast_stepper *s) {
  tc_prepared *view = &s->view;
  *view = s->problem->prepared;
  if (s->outputs) return TC_OK;
  view->source = NULL;
  view->forcing = NULL;
  view->balance = NULL;
  if (!tc_setup_choices_controls_error(&view->choices))
    view->choices.spans = (tc_step_spans){.count = 1, .item = {{.dt = view->choices.step.dt}}};
  view->choices.is_one_go = true;
  view->choices.output = (tc_output_plan){.from = 0};
  TC_TRY(tc_prepared_create_forcing(&s->problem->prepared, &view->source, &view->forcing));
  return tc_prepared_create_balance(view);
}

/* Returns an error if output files are enabled and the strategy computes no solution (for example `none`). */
static tc_status check_strategy(const tetracast_problem *p, const tc_strategy *strategy) {
  const tc_config *c = config_of(p);
  const bool writes = p->outputs && (c->snapshots.file || c->history.file || c->checkpoint.file);
  if (!writes || tc_strategy_is_valid(strategy) || p->own_world->ranks == 1) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "tetracast_stepper_create: the field of strategy %s on several ranks is not a "
                          "solution, so no outputs can be written: use another strategy",
                          strategy->name);
}

/* Returns an error if the first stepper could not be created, because only it would write the outputs. */
static tc_status check_outputs(const tetracast_problem *p) {
  if (!p->has_lost_outputs) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "tetracast_stepper_create: the first stepper, with the outputs, could not be "
                          "created: destroy the problem and set up another one");
}

static tc_status fill_stepper(tetracast_stepper *s) {
  tc_run_observers observers = {0};
  tc_job_clock_enter(tc_log_clock(s->problem->plan.log), TC_JOB_PHASE_solver);
  TC_TRY(TC_WORLD_ALLOC(s->problem->own_world, s->datum,
                        s->problem->prepared.problem->system->boundary_data->faces));
  TC_TRY(fill_view(s));
  set_options(&s->view, s);
  if (s->outputs) TC_TRY(tc_run_outputs_begin(&s->view, s->outputs, &observers));
  if (s->description) tc_job_split_observe(&s->description->job, &s->problem->plan, &observers);
  s->implicit.monitor = observers.monitor;
  s->options.remaining = observers.remaining;
  tc_api_stepper_set_hooks(s, &observers);
  return open_loop(s);
}

/* Collective. Forecasts the job of the program, and passes the forecast of the remaining time to the outputs.
 * Does nothing in other programs. */
static tc_status begin_job(const tetracast_problem *p, const tc_strategy *strategy) {
  tc_run_outputs *o = p->outputs;
  if (!p->description) return TC_OK;
  tc_job *job = &p->description->job;
  const double limit_s = o ? tc_run_limit_earliest(&o->limit) : (double)INFINITY;
  job->limit_s = isfinite(limit_s) ? limit_s : 0.0;
  TC_JOB_TRY(p->plan.log, TC_JOB_PHASE_count, tc_job_begin(&p->description->forecasts, strategy, job));
  if (!o || !job->has_bound) return TC_OK;
  const tc_job_rest rest = tc_job_forecast_rest(job);
  tc_run_outputs_set_forecast(o, &rest);
  return TC_OK;
}

static tc_status create_stepper(tetracast_problem *problem, const char *method, const char *strategy,
                                tetracast_stepper **out) {
  tetracast_stepper *s = NULL;
  const tc_strategy *chosen;
  TC_TRY(tc_api_agree_argument(problem->world->world, out, "out"));
  TC_TRY(tc_api_problem_check_set_up(problem, "tetracast_stepper_create"));
  TC_TRY(check_method(problem, method));
  TC_TRY(choose_strategy(problem, strategy, &chosen));
  TC_TRY(check_strategy(problem, chosen));
  TC_TRY(check_outputs(problem));
  TC_TRY(tc_api_description_compare_methods(problem));
  TC_TRY(begin_job(problem, chosen));
  TC_TRY(TC_WORLD_ALLOC(problem->own_world, s, 1));
  s->problem = problem;
  s->options.strategy = chosen;
  s->outputs = problem->outputs;
  s->description = problem->description;
  problem->outputs = NULL;
  problem->description = NULL;
  tc_api_problem_retain(problem);
  const tc_status status = fill_stepper(s);
  problem->has_lost_outputs = problem->has_lost_outputs || (status && s->outputs);
  if (status)
    tetracast_stepper_destroy(&s);
  else
    *out = s;
  return status;
}

tetracast_error *tetracast_stepper_create(tetracast_problem *problem, const char *method,
                                          const char *strategy, tetracast_stepper **out) {
  TC_API_PROBLEM_CALL(problem, create_stepper(problem, method, strategy, out));
}

void tetracast_stepper_destroy(tetracast_stepper **stepper) {
  if (!stepper || !*stepper) return;
  tetracast_stepper *s = *stepper;
  tc_api_problem_abandon(s->problem);
  tc_step_close(&s->loop, s->is_failed);
  if (!s->outputs) {
    tc_balance_destroy(&s->view.balance);
    tc_forcing_destroy(&s->view.forcing);
    tc_source_destroy(&s->view.source);
  }
  tc_api_outputs_free(s->problem, &s->outputs);
  tc_api_description_free(&s->description);
  tc_free(s->datum);
  TC_ARRAY_FREE(&s->functions);
  tc_api_problem_release(s->problem);
  tc_free(s);
  *stepper = NULL;
}

/* ---- steps ---- */

tc_status tc_api_stepper_check_usable(const tetracast_stepper *s) {
  if (!s->is_failed) return TC_OK;
  return tc_status_create(TC_USAGE, "libtetracast: an earlier call on this stepper has failed: destroy it "
                                    "and create another");
}

tc_status tc_api_stepper_check_open(const tetracast_stepper *s) {
  TC_TRY(tc_api_stepper_check_usable(s));
  if (!s->is_published) return TC_OK;
  return tc_status_create(TC_USAGE, "libtetracast: the outputs of this stepper are published: call this "
                                    "function before tetracast_stepper_publish");
}

/* A steady solve reports a request to stop as an error. Moves this error to *stop and marks the solve as
 * interrupted. The next call discards the solve. */
static tc_status accept_stop(tetracast_stepper *s, tc_status status, tc_status *stop) {
  if (tc_status_code(status) != TC_STOPPED) return status;
  tc_status_free(stop);
  *stop = status;
  s->is_interrupted = true;
  return TC_OK;
}

/* Sets the field. After an error the stepper cannot be used, because it may have no integrator any more. */
static tc_status load_field(tetracast_stepper *s, const double *value) {
  tc_api_stepper_swap_data(s);
  const tc_status status = tc_step_load(s->loop, value);
  tc_api_stepper_swap_data(s);
  s->is_interrupted = false;
  s->is_failed = status != TC_OK;
  return status;
}

tc_status tc_api_stepper_discard_solve(tetracast_stepper *s) {
  return s->is_interrupted ? load_field(s, tc_step_state(s->loop)->value) : TC_OK;
}

/* Frees the stop status and returns success if the steps ended because the field is steady. */
static tc_status accept_end(const tetracast_stepper *s, tc_status stop) {
  if (s->steady.reached && tc_step_state(s->loop)->last) tc_status_free(&stop);
  return stop;
}

/* Runs the time loop. The stepper can be used after a stop, but not after any other error. */
static tc_status run_loop(tetracast_stepper *s, int64_t steps) {
  tc_status stop = TC_OK;
  const double cpu_s = tc_process_cpu_now_s();
  tc_api_stepper_swap_data(s);
  tc_status status = tc_step_advance(s->loop, steps, &stop);
  s->cpu_s += tc_process_cpu_now_s() - cpu_s;
  status = accept_stop(s, status, &stop);
  tc_api_stepper_swap_data(s);
  s->is_failed = status != TC_OK;
  if (!status) return accept_end(s, stop);
  tc_status_free(&stop);
  return status;
}

static tc_status check_steps(int64_t steps) {
  if (steps >= 0) return TC_OK;
  return tc_status_create(TC_USAGE, "tetracast_stepper_advance: the number of steps is %lld: pass 0 or more",
                          (long long)steps);
}

static tc_status advance(tetracast_stepper *s, int64_t steps) {
  TC_TRY(tc_api_stepper_check_open(s));
  TC_TRY(tc_world_agree(s->problem->own_world, check_steps(steps)));
  TC_TRY(tc_api_stepper_discard_solve(s));
  return run_loop(s, s->options.integrator->steps ? steps : 1);
}

tetracast_error *tetracast_stepper_advance(tetracast_stepper *stepper, int64_t steps) {
  TC_API_STEPPER_CALL(stepper, advance(stepper, steps));
}

/* Returns the constant step size or, with error control, the size of the last step. */
static double dt_of(const tetracast_stepper *s, const tc_run_state *now) {
  return s->options.control ? now->dt : s->options.dt;
}

void tetracast_stepper_position(const tetracast_stepper *stepper, int64_t *step, double *time, double *dt) {
  const tc_run_state *now = tc_step_state(stepper->loop);
  if (step) *step = now->step;
  if (time) *time = now->time;
  if (dt) *dt = stepper->options.integrator->steps ? dt_of(stepper, now) : 0.0;
}

/* ---- fields ---- */

static bool is_field(const char *name) { return !name || strcmp(name, "v") == 0; }

/* Finds the array of the local state `name` (a cell variable that does not diffuse). */
static tc_status find_state(const tetracast_stepper *s, const char *name, double **out) {
  for (int k = 0; s->view.source && k < tc_source_states(s->view.source); k++)
    if (strcmp(tc_source_state_name(s->view.source, k), name) == 0) {
      *out = tc_source_state(s->view.source, k);
      return TC_OK;
    }
  return tc_status_create(TC_USAGE, "libtetracast: there is no field %s: use v or the name of a local state",
                          name);
}

static tc_status get_field(const tetracast_stepper *s, const char *name, const double **value) {
  double *state = NULL;
  TC_TRY(tc_api_check_argument(value, "value"));
  TC_TRY(tc_api_stepper_check_usable(s));
  if (!is_field(name)) TC_TRY(find_state(s, name, &state));
  *value = state ? state : tc_step_state(s->loop)->value;
  return TC_OK;
}

tetracast_error *tetracast_stepper_field(const tetracast_stepper *stepper, const char *name,
                                         const double **value) {
  TC_API_STEPPER_CALL(stepper, get_field(stepper, name, value));
}

/* Collective. Checks that the values on all ranks are finite. */
static tc_status check_values(const tetracast_stepper *s, const double *value) {
  const tc_space *space = space_of(s);
  tc_field_stats stats;
  TC_TRY(tc_world_agree(space->world, space->owned > 0 ? tc_api_check_argument(value, "value") : TC_OK));
  TC_TRY(tc_field_stats_compute(space, value, &stats));
  if (stats.finite) return TC_OK;
  return tc_status_create(TC_NUMERICAL,
                          "tetracast_stepper_set_field: a value is not finite: pass finite values");
}

/* Returns an error if a stepper with outputs has already made its steady solve. Another solve after a new
 * field would write the same rows of the output files again. */
static tc_status check_solved(const tetracast_stepper *s) {
  if (!s->outputs || s->options.integrator->steps || tc_step_state(s->loop)->step == 0) return TC_OK;
  return tc_status_create(TC_USAGE, "tetracast_stepper_set_field: the steady state was computed and written "
                                    "to the outputs: "
                                    "set the field before tetracast_stepper_advance");
}

/* Returns an error if the steps of a stepper with outputs have ended early by time.steady. The snapshot and
 * history files then have no rows for further steps. */
static tc_status check_ended(const tetracast_stepper *s) {
  const tc_config *c = config_of(s->problem);
  const tc_run_state *now = tc_step_state(s->loop);
  if (!s->outputs || !now->last || now->step == now->steps || !(c->snapshots.file || c->history.file))
    return TC_OK;
  return tc_status_create(TC_USAGE,
                          "tetracast_stepper_set_field: the steps have ended by time.steady, and the outputs "
                          "contain the steady state: use a stepper without snapshots and history");
}

static void set_state(const tetracast_stepper *s, double *state, const double *value) {
  if (space_of(s)->owned > 0) memcpy(state, value, (size_t)space_of(s)->owned * sizeof *state);
  tc_step_continue(s->loop);
}

static tc_status set_field(tetracast_stepper *s, const char *name, const double *value) {
  double *state = NULL;
  TC_TRY(tc_api_stepper_check_open(s));
  TC_TRY(check_solved(s));
  TC_TRY(check_ended(s));
  if (!is_field(name)) TC_TRY(find_state(s, name, &state));
  TC_TRY(check_values(s, value));
  s->steady.reached = false;
  if (!state) return load_field(s, value);
  set_state(s, state, value);
  return TC_OK;
}

tetracast_error *tetracast_stepper_set_field(tetracast_stepper *stepper, const char *name,
                                             const double *value) {
  TC_API_STEPPER_CALL(stepper, set_field(stepper, name, value));
}

static tc_status describe_field(const tetracast_stepper *s, tc_field_stats *out) {
  TC_TRY(tc_api_stepper_check_usable(s));
  return tc_field_stats_compute(space_of(s), tc_step_state(s->loop)->value, out);
}

static tc_status get_statistics(const tetracast_stepper *s, double *min, double *max, double *integral,
                                uint64_t *hash) {
  tc_field_stats stats;
  TC_TRY(describe_field(s, &stats));
  if (min) *min = stats.min;
  if (max) *max = stats.max;
  if (integral) *integral = stats.integral;
  if (hash) *hash = stats.hash;
  return TC_OK;
}

tetracast_error *tetracast_stepper_statistics(const tetracast_stepper *stepper, double *min, double *max,
                                              double *integral, uint64_t *hash) {
  TC_API_STEPPER_CALL(stepper, get_statistics(stepper, min, max, integral, hash));
}
