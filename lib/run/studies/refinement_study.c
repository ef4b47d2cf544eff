/* Refinement study: runs the config on each mesh with each scheme, in a session per run, and compares the
 * field at the end with the exact solution. Runs must end at the same time on all meshes, or in a steady
 * state. If time.dt is auto, a run must make at least 10 implicit steps, because the error of the steps would
 * otherwise hide that of the mesh. */
#include "run/studies/refinement_study.h"

#include <float.h>
#include <math.h>
#include <omp.h>
#include <string.h>

#include "base/core/memory.h"
#include "io/config/config_auto.h"
#include "run/plan/auxiliary_run.h"
#include "run/session/strategy_choice.h"

/* Overrides for steady states: no time steps, and a tolerance as small as rounding allows. */
static const char *const no_steps[] =
    {"time={method: steady, steps: null, end: null, dt: auto, steady: null, theta: null, multiple: null}",
     "solver=null", "solver={tolerance: 1e-16, most_iterations: 100000}"};
enum { no_steps_count = sizeof no_steps / sizeof *no_steps };

/* Collective. Subtracts the mean from value[owned]. Returns the norm of the values before the subtraction in
 * *size and after it in *variation. *variation is 0 if the deviation from the mean is only rounding. */
static tc_status find_variation(const tc_space *space, double *value, double volume, double *size,
                                double *variation) {
  const double rounding = 1e-14;
  double square, mean;
  TC_TRY(tc_field_dot(space, value, value, &square));
  *size = sqrt(square / volume);
  TC_TRY(tc_field_integral(space, value, &mean));
  for (int32_t i = 0; i < space->owned; i++) value[i] -= mean / volume;
  TC_TRY(tc_field_dot(space, value, value, &square));
  *variation = sqrt(square / volume);
  if (*variation <= rounding * *size) *variation = 0.0;
  return TC_OK;
}

/* Collective. Divides the errors of a run by the norm of the exact solution minus its mean. If the exact
 * solution is uniform, divides by the norm of the exact solution itself. */
static tc_status scale_errors(const tc_prepared *p, tc_refinement_level *level) {
  const double last_bits = 8.0;
  const tc_space *space = p->problem->space;
  tc_expression *exact = p->plan->config->exact;
  double *value = NULL, volume = 0.0, size = 0.0, variation = 0.0;
  tc_status status = TC_OK;
  TC_TRY(TC_WORLD_ALLOC(space->world, value, space->owned));
  for (int32_t i = 0; i < space->owned; i++) value[i] = 1.0;
  TC_GUARD(status, tc_field_integral(space, value, &volume));
  TC_GUARD(status, tc_field_evaluate(space, tc_expression_where(exact), exact, level->time, value));
  TC_GUARD(status, find_variation(space, value, volume, &size, &variation));
  level->h = cbrt(volume / (double)space->cells);
  level->relative = size > 0.0 ? level->l2 / (variation > 0.0 ? variation : size) : NAN;
  level->rounding = last_bits * DBL_EPSILON * size;
cleanup:
  tc_free(value);
  return status;
}

/* True if the config sets the number of steps, but neither time.dt nor time.end. A run then ends at a
 * different time on each mesh, so that the errors cannot be compared. */
static bool ends_anywhere(const tc_config *c) {
  return c->time.method->steps && !(c->time.end > 0.0 || c->time.dt > 0.0);
}

/* Checks that the run makes at least `enough` implicit steps. With time.dt: auto the step size and the error
 * of the steps are proportional to h^2, where h is the cell size. This does not hold if time.end limits the
 * step size. */
static tc_status check_steps(const tc_prepared *p) {
  enum { enough = 10 };
  const tc_config *c = p->plan->config;
  const tc_integrator *method = c->time.method;
  const bool automatic = method->steps && method->solves && c->time.dt == 0.0 && !(c->time.steady > 0.0);
  if (!automatic || p->choices.step.steps >= enough) return TC_OK;
  return tc_config_error(c, "time.dt",
                         "auto makes only %lld implicit step%s to the end on this mesh, so errors of "
                         "the steps would dominate: set a small time.dt, or time.multiple to at most %.2g",
                         (long long)p->choices.step.steps, p->choices.step.steps > 1 ? "s" : "",
                         0.95 * c->time.end / enough /
                             tc_spectrum_step_bound(&p->choices.stable_step.spectrum));
}

static tc_status run_level(tc_session *s, tc_refinement_level *level) {
  const tc_strategy *strategy = NULL;
  TC_TRY(check_steps(&s->prepared));
  TC_TRY(tc_forecasts_select_strategy(&s->forecasts, &strategy));
  TC_TRY(tc_session_run(s, strategy, s->plan.config->distribution.block_size, NULL));
  if (ends_anywhere(s->plan.config) && !s->run.steady.reached)
    return tc_status_create(TC_NUMERICAL,
                            "%s: not steady after %lld steps, so the errors on this mesh are those of "
                            "another time than on other meshes: increase time.steps, or use time.end or "
                            "--steady",
                            tc_config_location(s->plan.config, "time.steady"), (long long)s->run.steps_done);
  const tc_result *result = &s->results.result[0];
  const tc_setup_choices *choices = &s->prepared.choices;
  const bool steps = s->plan.config->time.method->steps;
  level->steps = steps ? s->run.steps_done : result->solver->record.products;
  level->dt = steps ? choices->step.dt : 0.0;
  if (s->plan.world->rank == 0) level->wall_s = tc_result_wall(result).steps_s;
  level->l2 = result->l2_error;
  level->max = result->max_error;
  level->cells = s->prepared.problem->space->cells;
  level->time = tc_run_end_time(&s->run);
  level->stabilisation = choices->stable_step.takes_one ? choices->stable_step.stabilisation : NAN;
  level->hash = result->field.hash;
  return scale_errors(&s->prepared, level);
}

static tc_status check_config(const tc_plan *plan) {
  const tc_config *c = plan->config;
  if (!c->exact)
    return tc_status_create(TC_USAGE, "%s: verify needs the exact solution: set the key exact to its formula",
                            c->path);
  TC_TRY(tc_config_check_not_auto(c, "may choose another method for each mesh: set one for verify"));
  if (ends_anywhere(c) && !(c->time.steady > 0.0))
    return tc_config_error(c, "time.end",
                           "runs with the same number of steps end at different times on different meshes: "
                           "set time.end, time.dt or time.steady, or use --steady");
  return tc_plan_check_solution(plan, "so it has no errors to compare: use another strategy");
}

/* Copies the description of the device, because the study outlives the session that opened the device. */
static tc_status record_device(const tc_plan *plan, tc_refinement *study) {
  tc_device *copy = NULL;
  if (!plan->device.device) return TC_OK;
  TC_TRY(tc_pool_alloc(&study->pool, sizeof *copy, &copy));
  *copy = *plan->device.device;
  copy->context = NULL;
  study->device = plan->device;
  study->device.device = copy;
  return TC_OK;
}

/* Stores in the study the data that are equal in all runs. Only the call for the first session has an
 * effect. */
static tc_status record_study(const tc_plan *plan, tc_refinement *study) {
  if (study->ranks > 0) return TC_OK;
  study->config = plan->options->config;
  study->steady = !plan->config->time.method->steps;
  study->ranks = plan->world->ranks;
  study->threads = omp_get_max_threads();
  TC_TRY(record_device(plan, study));
  return plan->config->title ? tc_pool_printf(&study->pool, &study->title, "%s", plan->config->title) : TC_OK;
}

static tc_status run_one(const tc_run_options *choice, const tc_run_environment *circumstances,
                         tc_world *world, const tc_log *log, tc_refinement *study, const char **scheme,
                         tc_refinement_level *level) {
  tc_session session = {0};
  tc_status status = TC_OK;
  TC_GUARD(status, tc_session_open(choice, circumstances, world, log, &session));
  TC_GUARD(status, check_config(&session.plan));
  TC_GUARD(status, tc_world_agree(world, record_study(&session.plan, study)));
  *scheme = session.plan.config->diffusion.scheme->name;
  TC_GUARD(status, tc_session_set_up(&session, session.plan.config->distribution.block_size));
  tc_plan_free_mesh(&session.plan);
  TC_GUARD(status, run_level(&session, level));
cleanup:
  tc_session_close(&session);
  return status;
}

/* Adds the names of scheme and mesh to the message of an error TC_NUMERICAL. Returns a new status and frees
 * `status`. */
static tc_status name_run(const tc_refinement_series *series, const tc_refinement_level *level,
                          tc_status status) {
  if (tc_status_code(status) != TC_NUMERICAL) return status;
  return tc_status_replace(status,
                           tc_status_create(TC_NUMERICAL, "%s%s%s: %s", series->scheme ? series->scheme : "",
                                            series->scheme ? ", " : "", level->mesh, tc_status_text(status)));
}

static tc_status alloc_levels(const tc_refinement_options *refine, tc_refinement *study,
                              tc_run_options *choice) {
  study->overrides = refine->options->overrides;
  study->override = refine->options->override;
  study->count = refine->schemes > 0 ? refine->schemes : 1;
  TC_TRY(tc_run_options_without_outputs(refine->options, refine->steady ? no_steps_count : 0, no_steps,
                                        &study->pool, choice));
  TC_TRY(tc_pool_alloc(&study->pool, (size_t)study->count * sizeof *study->series, &study->series));
  for (int i = 0; i < study->count; i++)
    TC_TRY(tc_pool_alloc(&study->pool, (size_t)refine->meshes * sizeof(tc_refinement_level),
                         &study->series[i].level));
  return TC_OK;
}

tc_status tc_refinement_run(const tc_refinement_options *refine, const tc_run_environment *circumstances,
                            tc_world *world, const tc_log *log, tc_refinement *study) {
  tc_run_options choice = {0};
  TC_TRY(tc_world_agree(world, alloc_levels(refine, study, &choice)));
  for (int i = 0; i < study->count; i++) {
    tc_refinement_series *series = &study->series[i];
    choice.scheme = refine->schemes > 0 ? refine->scheme[i] : NULL;
    for (int m = 0; m < refine->meshes; m++) {
      tc_refinement_level *level = &series->level[series->levels++];
      choice.mesh = level->mesh = refine->mesh[m].name;
      choice.bricks = refine->mesh[m].bricks;
      /* Example: gradient, cube-3 */
      tc_log_write(log, TC_LOG_NORMAL, "%s%s%s", choice.scheme ? choice.scheme->name : "",
                   choice.scheme ? ", " : "", choice.mesh);
      TC_TRY(name_run(series, level,
                      run_one(&choice, circumstances, world, log, study, &series->scheme, level)));
    }
    tc_refinement_series_compute_orders(series);
  }
  return TC_OK;
}

void tc_refinement_free(tc_refinement *study) { tc_pool_free(&study->pool); }
