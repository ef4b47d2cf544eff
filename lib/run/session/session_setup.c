/* Setup of a session: everything between the mesh and the first step. tc_session_set_up creates the
 * problem, the probes, the initial field, the source, the step size, the forcing, the balance, the matrix
 * format and the machine, in this order. The step size and the format are chosen in the first call only,
 * because they hardly depend on the distribution. The problem is assembled with the stabilisation of the
 * chosen step, so the source is needed before the step and the forcing after it. */
#include <math.h>

#include "base/core/memory.h"
#include "base/core/print.h"
#include "io/config/config_solver.h"
#include "run/plan/format_choice.h"
#include "run/plan/step_workload.h"
#include "run/session/session_internal.h"

static tc_status create_problem(tc_session *s, int32_t block_size) {
  const tc_config *c = s->config;
  tc_material material;
  const tc_boundary_options boundary = tc_config_boundary(c);
  tc_problem_options choice = {.scheme = c->diffusion.scheme, .material = &material, .boundary = &boundary};
  choice.stabilisation = s->step.dt > 0.0 ? s->stable_step.stabilisation
                                          : tc_stable_step_first_stabilisation(c->diffusion.stabilisation);
  choice.limited = s->stable_step.limited;
  choice.layout = tc_config_layout(c, block_size);
  /* Only the first setup warns of several components. */
  choice.components = s->step.dt > 0.0 ? TC_COMPONENTS_ALLOW : c->mesh.components;
  TC_TRY(tc_session_material(s, &material));
  TC_TRY(tc_problem_create(s->world, &choice, s->mesh, s->log, &s->problem));
  if (c->distribution.grid.rows) s->problem->space->distribution->grid = c->distribution.grid;
  return TC_OK;
}

tc_status tc_session_evaluate(const tc_session *s, tc_expression *formula, double time, double *value) {
  return tc_field_evaluate(s->problem->space, tc_expression_where(formula), formula, time, value);
}

static tc_status allocate_fields(tc_session *s) {
  TC_TRY(TC_ALLOC(s->initial, s->problem->space->owned));
  return TC_ALLOC(s->value, s->problem->space->owned);
}

static void log_step_size(const tc_session *s) {
  char known[512];
  tc_stable_step_format(&s->stable_step, s->problem->space->cells, known, sizeof known);
  tc_log_write(s->log, TC_LOG_NORMAL, "%s", known);
  char bound[64] = ""; /* only explicit steps have a bound */
  if (isfinite(s->stable_step.bound))
    tc_snprintf(bound, sizeof bound, ", step bound %.6g", s->stable_step.bound);
  tc_log_write(s->log, TC_LOG_VERBOSE, "largest eigenvalue %.6g (Gershgorin %.6g, %s)%s",
               s->stable_step.spectrum.largest, s->stable_step.spectrum.gershgorin,
               s->stable_step.spectrum.settled ? "settled" : "not settled", bound);
}

/* Warns if rows at jumps of the tensor leave fewer than half of the cells to be tested for modes that barely
 * decay, and the slowest mode of the whole problem is not known. */
static void warn_of_untested_cells(const tc_session *s) {
  const tc_stable_step *safe = &s->stable_step;
  const double share = (double)safe->response.tested / (double)s->problem->space->cells;
  if (!s->config->time.method->solves || safe->proved || safe->growth.products == 0) return;
  if (share >= 0.5 || safe->growth.settled || safe->jump_gain.value == 0.0) return;
  tc_log_warn(s->log,
              "%s: values may be wrong where the tensor jumps, because only the other %.3g %% of the cells "
              "could be tested for modes that barely decay: compare the result with diffusion.scheme "
              "two-point or with a finer mesh",
              tc_config_location(s->config, "diffusion.stabilisation"), 100.0 * share);
}

/* Finds the cells that contain the probes. Only the first setup logs them, because later setups find the same
 * cells. */
static tc_status find_probes(tc_session *s) {
  const tc_space *space = s->problem->space;
  TC_TRY(tc_probes_create(space, s->config->probes.count, s->config->probes.item, &s->probes));
  if (!(s->step.dt > 0.0)) tc_probes_log(s->probes, space->base, s->log);
  return TC_OK;
}

/* Number of explicit steps over which the growth of the field is estimated if the integrator itself makes no
 * steps. */
enum { enough_to_see_growth = 1000 };

/* Chooses the step size. Only the first setup does so, because the result has the same bits with any
 * distribution. */
static tc_status choose_step(tc_session *s) {
  const tc_config *c = s->config;
  const tc_integrator *method = c->time.method;
  tc_stiffness stiffness;
  if (s->step.dt > 0.0) return TC_OK;
  TC_TRY(tc_session_stiffness(s, &stiffness));
  const tc_stable_step_options wish = {.where_dt = tc_config_location(c, "time.dt"),
                                       .where_stabilisation =
                                           tc_config_location(c, "diffusion.stabilisation"),
                                       .stabilisation = c->diffusion.stabilisation,
                                       .dt = c->time.dt,
                                       .safety = c->time.safety,
                                       .multiple = method->solves && method->steps ? c->time.multiple : 0.0,
                                       .end = c->time.end,
                                       .steps = method->steps ? c->time.steps : enough_to_see_growth,
                                       .stiffness = stiffness,
                                       .steady = !method->steps};
  TC_TRY(tc_stable_step_find(s->problem, &wish, s->log, &s->stable_step));
  s->step = method->steps ? s->stable_step.step : (tc_step_size){1, 1.0};
  TC_TRY(tc_session_resume_steps(s));
  s->steps_done = s->step.steps;
  log_step_size(s);
  warn_of_untested_cells(s);
  return TC_OK;
}

/* Creates the balance of the field against the forcing. Called after the final assembly, because the balance
 * reads the rows. */
static tc_status watch_what_enters(tc_session *s) {
  const double *source = s->source ? tc_source_value(s->source) : NULL;
  if (!s->input) return TC_OK;
  TC_TRY(tc_balance_create(s->problem, source, &s->balance));
  s->balance->steady = !s->config->time.method->steps;
  return TC_OK;
}

/* Minimum number of steps for which formats are measured, because the measurement takes about as long as this
 * many steps. Runs with fewer steps use the reference format. */
enum { steps_worth_a_trial = 300 };

/* Chooses the matrix format. Only the first setup does so, because the fastest format hardly depends on the
 * distribution. */
static tc_status choose_storage(tc_session *s) {
  if (s->storage) return TC_OK;
  s->storage = s->config->storage;
  if (s->storage) return TC_OK;
  s->storage = tc_format_at(0);
  if (s->device.device || s->step.steps < steps_worth_a_trial) return TC_OK;
  return tc_format_find_fastest(s->world, s->problem->system->rates, s->log, &s->storage);
}

/* Evaluates `exact` before the steps, so that an error in it is reported before the run. The values are
 * discarded. */
static tc_status check_exact(const tc_session *s) {
  tc_expression *exact = s->config->exact;
  return exact ? tc_session_evaluate(s, exact, tc_session_end_time(s), s->value) : TC_OK;
}

static tc_working_set count_bytes(const tc_session *s) {
  const tc_implicit_options implicit = tc_config_implicit(s->config);
  const int32_t rows = s->problem->space->owned;
  const int width = s->problem->scheme->width;
  if (!s->config->time.method->solves) return tc_step_working_set(rows, width, NULL);
  if (!s->options->solvers) return tc_step_working_set(rows, width, &implicit.solver);
  return tc_step_working_sets(rows, width, &implicit.solver, tc_run_options_solvers(s->options, s->config));
}

/* Finds the machine. Only the first setup does so, because the report names one machine. It is measured at
 * the working set of this setup. For other block sizes the curves of the machine give the parameters. */
static tc_status find_machine(tc_session *s) {
  tc_working_set run = count_bytes(s);
  run.kernel = tc_registry_find(&tc_format_registry, s->storage->name);
  if (s->machine.bytes > 0.0) return TC_OK;
  s->peak_B = (double)tc_memory_peak();
  TC_TRY(tc_run_machine_find(s->world, s->config->machine, &run, s->log, &s->machine));
  return tc_session_measure_device(s, s->machine.bytes);
}

tc_status tc_session_set_up(tc_session *s, int32_t block_size) {
  tc_session_free_forecasts(s);
  if (s->problem && s->problem->space->distribution->kind == TC_DISTRIBUTION_METIS)
    return tc_space_set_block_size(s->problem->space, block_size);
  tc_session_free_problem(s);
  TC_TRY(create_problem(s, block_size));
  TC_TRY(find_probes(s));
  TC_TRY(tc_world_agree(s->world, allocate_fields(s)));
  TC_TRY(tc_session_init_field(s));
  TC_TRY(tc_field_stats_compute(s->problem->space, s->initial, &s->start));
  TC_TRY(tc_session_create_source(s));
  if (s->source && !s->config->time.method->steps) TC_TRY(tc_source_check_steady(s->source));
  TC_TRY(choose_step(s));
  TC_TRY(tc_session_create_forcing(s));
  TC_TRY(watch_what_enters(s));
  TC_TRY(choose_storage(s));
  TC_TRY(check_exact(s));
  TC_TRY(find_machine(s));
  return tc_session_measure_forcing(s);
}

void tc_session_free_problem(tc_session *s) {
  s->matrix_hash = 0;
  tc_session_free_forecasts(s);
  s->trial = (tc_trial_step){.method = NULL};
  tc_outcome_destroy(&s->outcome);
  tc_probes_destroy(&s->probes);
  tc_balance_destroy(&s->balance);
  tc_forcing_destroy(&s->input);
  tc_source_destroy(&s->source);
  tc_problem_destroy(&s->problem);
  tc_free(s->initial);
  tc_free(s->value);
  s->initial = s->value = NULL;
}
