/* Setup of a session after the mesh has been read and before the first step. tc_prepared_create first builds
 * the problem, the probes, the initial field and the source. Then it chooses the step, builds the forcing and
 * the balance, and chooses the matrix format. The source is built before the step is chosen, because the step
 * depends on it. The forcing is built after the step is chosen, because this choice assembles the problem
 * again. */
#include "run/session/prepared.h"

#include <math.h>

#include "base/core/memory.h"
#include "io/config/config_auto.h"
#include "io/config/config_solver.h"
#include "run/methods/stages_advice.h"
#include "run/plan/format_choice.h"
#include "run/plan/powers_choice.h"
#include "run/session/auto_method.h"
#include "run/session/initial_field.h"
#include "solve/observe/front_resolution.h"

static tc_status create_problem(tc_plan *plan, const tc_setup_choices *known, int32_t block_size,
                                tc_problem **out) {
  const tc_config *c = plan->config;
  tc_material material;
  const tc_boundary_options boundary = tc_config_boundary(c);
  tc_problem_options choice = {.scheme = c->diffusion.scheme, .material = &material, .boundary = &boundary};
  choice.stabilisation = known ? known->stable_step.stabilisation
                               : tc_stable_step_first_stabilisation(c->diffusion.stabilisation);
  choice.limited = known && known->stable_step.limited;
  choice.layout = tc_config_layout(c, block_size);
  /* A mesh may have several components that no face connects. Only the first setup checks and reports
   * them. */
  choice.components = known ? TC_COMPONENTS_ALLOW : c->mesh.components;
  TC_TRY(tc_plan_material(plan, &material));
  TC_TRY(tc_problem_create(plan->world, &choice, plan->mesh, plan->log, out));
  if (c->distribution.grid.rows) (*out)->space->distribution->grid = c->distribution.grid;
  return TC_OK;
}

/* Finds the cells that contain the probes. Only the first setup logs them, because later setups find the same
 * cells. */
static tc_status find_probes(tc_prepared *p, bool logs) {
  const tc_space *space = p->problem->space;
  TC_TRY(tc_probes_create(space, p->plan->config->probes.count, p->plan->config->probes.item, &p->probes));
  if (logs) tc_probes_log(p->probes, space->base, p->plan->log);
  return TC_OK;
}

static tc_status create_source(tc_prepared *p) {
  tc_source_options choice = p->plan->config->source;
  choice.function = p->plan->source;
  if (!tc_source_is_configured(&choice)) return TC_OK;
  TC_TRY(tc_source_create(p->problem->space, &choice, &p->source));
  TC_TRY(tc_initial_states_set(p->plan, p->problem->space, p->source));
  return p->plan->config->time.method->steps ? TC_OK : tc_source_check_steady(p->source);
}

/* Finds the probes and creates the initial field and the source. */
static tc_status create_start(tc_prepared *p, bool logs) {
  const tc_space *space = p->problem->space;
  TC_TRY(find_probes(p, logs));
  TC_TRY(tc_world_agree(p->plan->world, TC_ALLOC(p->initial, space->owned)));
  TC_TRY(tc_initial_field_set(p->plan, space, p->initial));
  TC_TRY(tc_field_stats_compute(space, p->initial, &p->start));
  return create_source(p);
}

/* Collective. Sets the options of the forcing. The diffusion rate is 0 for implicit steps, because diffusion
 * does not limit the size of these steps. */
static tc_status set_forcing_options(const tc_prepared *p) {
  tc_forcing_set_diffusion_rate(p->forcing, p->plan->config->time.method->solves
                                                ? 0.0
                                                : p->choices.stable_step.spectrum.largest);
  tc_forcing_set_theta(p->forcing, tc_config_theta(p->plan->config));
  return tc_forcing_set_split(p->forcing, &p->choices.local);
}

static tc_status create_forcing(tc_prepared *p) {
  const tc_boundary_options choice = tc_config_boundary(p->plan->config);
  tc_boundary_forcing *list = NULL;
  TC_TRY(TC_WORLD_ALLOC(p->plan->world, list, p->problem->physics->boundaries));
  const int count = tc_boundary_forcing_list(&choice, p->problem->physics, list);
  const tc_status status =
      count > 0 || p->source ? tc_forcing_create(p->problem, list, count, p->source, &p->forcing) : TC_OK;
  tc_free(list);
  return p->forcing ? set_forcing_options(p) : status;
}

/* Estimates the range of v in the first steps from the initial values and the boundary data at t = 0.
 * Destroys the forcing that it creates for this purpose, because the problem may be assembled again. */
static tc_status find_range(tc_prepared *p, double range[2]) {
  range[0] = p->start.min;
  range[1] = p->start.max;
  TC_TRY(create_forcing(p));
  const tc_status status = tc_forcing_find_first_range(p->forcing, p->initial, range);
  tc_forcing_destroy(&p->forcing);
  return status;
}

/* Warns if the mesh is too coarse to resolve travelling fronts, which a source that depends on v may cause.
 * rise[owned] contains the largest derivative of the source with respect to v in each cell. */
static tc_status compare_front(const tc_prepared *p, const double *rise) {
  const tc_expression *source = p->plan->config->source.source;
  tc_front front;
  if (!source || !tc_expression_uses(source, TC_SOURCE_V)) return TC_OK;
  TC_TRY(tc_front_find(p->problem->space, p->problem->physics, rise, &front));
  tc_front_report(&front, tc_expression_where(source), p->problem->space->base, p->plan->log);
  return TC_OK;
}

static tc_status find_stiffness(tc_prepared *p, tc_stiffness *out) {
  double range[2], *rise = NULL;
  *out = (tc_stiffness){0};
  if (!p->source) return TC_OK;
  TC_TRY(find_range(p, range));
  TC_TRY(TC_WORLD_ALLOC(p->plan->world, rise, p->problem->space->owned));
  tc_status status = tc_source_stiffness(p->source, 0.0, range, out, rise);
  if (!status) status = compare_front(p, rise);
  tc_free(rise);
  return status;
}

/* Called after the last assembly of the matrix, because the balance reads its rows. */
tc_status tc_prepared_create_balance(tc_prepared *p) {
  const double *source = p->source ? tc_source_value(p->source) : NULL;
  if (!p->forcing) return TC_OK;
  TC_TRY(tc_balance_create(p->problem, source, &p->balance));
  p->balance->steady = !p->plan->config->time.method->steps;
  return TC_OK;
}

/* Sets p->choices.storage: the format that the config sets, or the fastest one by measurement. */
static tc_status choose_storage(tc_prepared *p) {
  const tc_plan *plan = p->plan;
  const tc_format **out = &p->choices.storage;
  *out = plan->config->storage ? plan->config->storage : tc_format_at(0);
  if (!tc_format_is_measured(plan->config, plan->device.device, tc_setup_choices_products(&p->choices)))
    return TC_OK;
  return tc_format_find_fastest(plan->world, p->problem->system->rates, plan->log, out);
}

/* Sets p->choices.powers: the number that the config sets, or the fastest one by measurement. */
static tc_status choose_powers(tc_prepared *p) {
  const tc_plan *plan = p->plan;
  const tc_config *c = plan->config;
  /* With error control the number of products is unknown, and the run is assumed to be long. */
  const bool is_long = p->choices.control.tolerance > 0.0;
  const int64_t products = is_long ? INT64_MAX : tc_setup_choices_products(&p->choices);
  p->choices.powers = c->powers > 0 ? c->powers : 1;
  if (p->forcing || !tc_powers_are_measured(c, p->problem->space->cells, products)) return TC_OK;
  return tc_powers_find_fastest(p->problem, p->choices.storage, plan->log, &p->choices.powers,
                                &p->choices.powers_ratio);
}

/* Evaluates the formula `exact` and discards the values, so that an error in the formula is reported before
 * the steps. */
static tc_status check_exact(const tc_prepared *p) {
  const tc_plan *plan = p->plan;
  tc_expression *exact = plan->config->exact;
  const double end =
      tc_setup_choices_time(&p->choices, plan->config, tc_setup_choices_planned_steps(&p->choices));
  double *value = NULL;
  if (!exact) return TC_OK;
  TC_TRY(TC_WORLD_ALLOC(plan->world, value, p->problem->space->owned));
  const tc_status status =
      tc_field_evaluate(p->problem->space, tc_expression_where(exact), exact, end, value);
  tc_free(value);
  return status;
}

/* Collective. Makes the choice of time.method: auto. Only the choice is logged, not its trials. */
static tc_status try_methods(tc_plan *plan, tc_prepared *p, tc_auto_method *out) {
  const tc_log *const log = plan->log, quiet = {.clock = tc_log_clock(log)};
  tc_stiffness stiffness;
  plan->log = &quiet;
  tc_status status = find_stiffness(p, &stiffness);
  if (!status) status = tc_auto_method_choose(plan, p, &stiffness, out);
  plan->log = log;
  return status;
}

static tc_status choose_method(tc_plan *plan, tc_prepared *p, tc_auto_method *out) {
  tc_line line = {0};
  TC_LOG_PHASE(plan->log, TC_JOB_PHASE_methods, try_methods(plan, p, out), "choosing the time method");
  tc_config_choose_method(plan->config, out->method);
  p->choices = (tc_setup_choices){.choice = out->table};
  tc_time_methods_format_choice(&out->table, &line);
  tc_log_write(plan->log, TC_LOG_NORMAL, "%s", line.text);
  return TC_OK;
}

/* In the first setup, chooses the method if it is automatic, the steps and the stabilisation. */
static tc_status choose_steps(tc_plan *plan, tc_prepared *p) {
  tc_auto_method automatic = {.has_stable = false};
  tc_stiffness stiffness;
  if (tc_config_lacks_method(plan->config)) TC_TRY(choose_method(plan, p, &automatic));
  TC_TRY(find_stiffness(p, &stiffness));
  TC_TRY(tc_setup_choices_find_steps(plan, p->problem, &stiffness,
                                     automatic.has_stable ? &automatic.stable : NULL, &p->choices));
  tc_system_free_margins(p->problem->system);
  return TC_OK;
}

/* Logs how many products stabilised steps would need. With forcing, errors of the two methods cannot be
 * compared simply, so the function logs nothing. With a matrix that is not symmetric, complex eigenvalues may
 * require more stages, and the search for their ellipse tries two axis ratios or more. */
static void log_advice(const tc_prepared *p) {
  const tc_plan *plan = p->plan;
  const tc_integrator *method = plan->config->time.method;
  tc_stages_advice advice;
  const bool symmetric = p->problem->scheme->symmetric;
  const int searches = symmetric ? 0 : 2 * TC_ELLIPSE_PRODUCTS_MIN;
  const bool is_euler = method->steps && !method->solves && !method->stabilised;
  if (!is_euler || p->forcing || plan->device.device || plan->config->time.steady > 0.0) return;
  if (!tc_stages_advice_find(&p->choices.step, p->choices.stable_step.spectrum.largest, searches, &advice))
    return;
  tc_log_write(plan->log, TC_LOG_NORMAL,
               "the run makes %lld products; time.method rkl2 with time.dt %.3g would make %lld%s",
               (long long)p->choices.step.steps, advice.dt, (long long)advice.products + searches,
               symmetric ? "" : " or more, including the search before the first step");
}

tc_status tc_prepared_create(tc_plan *plan, const tc_setup_choices *known, int32_t block_size,
                             tc_prepared *p) {
  *p = (tc_prepared){.plan = plan};
  if (known) p->choices = *known;
  if (known) tc_config_choose_method(plan->config, known->method);
  if (known && known->preconditioner) tc_config_choose_preconditioner(plan->config, known->preconditioner);
  TC_JOB_TRY(plan->log, TC_JOB_PHASE_assemble, create_problem(plan, known, block_size, &p->problem));
  TC_JOB_TRY(plan->log, TC_JOB_PHASE_formulas, create_start(p, !known));
  if (!known) TC_JOB_TRY(plan->log, TC_JOB_PHASE_search, choose_steps(plan, p));
  TC_JOB_TRY(plan->log, TC_JOB_PHASE_formulas, create_forcing(p));
  TC_JOB_TRY(plan->log, TC_JOB_PHASE_assemble, tc_prepared_create_balance(p));
  if (!known) log_advice(p);
  if (!known) TC_TRY(choose_storage(p));
  if (!known) TC_TRY(choose_powers(p));
  TC_JOB_TRY(plan->log, TC_JOB_PHASE_formulas, check_exact(p));
  return TC_OK;
}

tc_status tc_prepared_create_forcing(const tc_prepared *p, tc_source **source, tc_forcing **forcing) {
  tc_prepared copy = *p;
  copy.source = NULL;
  copy.forcing = NULL;
  tc_status status = create_source(&copy);
  if (!status) status = create_forcing(&copy);
  *source = copy.source;
  *forcing = copy.forcing;
  return status;
}

tc_implicit_steps tc_prepared_implicit(const tc_prepared *p, tc_solve_statistics *record) {
  return (tc_implicit_steps){.options = tc_config_implicit(p->plan->config),
                             .largest = p->choices.stable_step.spectrum.largest,
                             .record = record};
}

tc_linear_system tc_prepared_system(const tc_prepared *p) {
  const tc_config *c = p->plan->config;
  const tc_space *space = p->problem->space;
  return (tc_linear_system){.world = space->world,
                            .halo = space->halo,
                            .R = p->problem->system->rates,
                            .shift = c->time.method->steps ? 1.0 : 0.0,
                            .scale = c->time.method->steps ? -c->time.theta * p->choices.step.dt : -1.0,
                            .volume = space->volume,
                            .id = space->id,
                            .base = space->base};
}

tc_stabilised_steps tc_prepared_stabilised(const tc_prepared *p) {
  const tc_stable_step *stable = &p->choices.stable_step;
  return (tc_stabilised_steps){.stages = stable->stages,
                               .axis_ratio = stable->ellipse.axis_ratio,
                               .overshoot = tc_setup_choices_controls_error(&p->choices)
                                                ? 0.0
                                                : p->plan->config->time.overshoot,
                               .powers = p->choices.powers};
}

tc_method_question tc_prepared_method_question(const tc_prepared *p, const tc_trial_step *trial) {
  return (tc_method_question){.config = p->plan->config,
                              .problem = p->problem,
                              .initial = p->initial,
                              .stable = &p->choices.stable_step,
                              .step = p->choices.step,
                              .control =
                                  tc_setup_choices_controls_error(&p->choices) ? &p->choices.control : NULL,
                              .forcing = p->forcing,
                              .implicit = trial,
                              .log = p->plan->log};
}

void tc_prepared_free(tc_prepared *p) {
  tc_probes_destroy(&p->probes);
  tc_balance_destroy(&p->balance);
  tc_forcing_destroy(&p->forcing);
  tc_source_destroy(&p->source);
  tc_problem_destroy(&p->problem);
  tc_free(p->initial);
  *p = (tc_prepared){0};
}
