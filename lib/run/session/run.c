/* Runs of a prepared problem. After the steps each rank compares the traffic that it has recorded with the
 * counts of the forecast. The root gathers the measurements, and the field is compared with `exact` and with
 * the range of the data. A run that ends early because the field is steady is successful. */
#include "run/session/run.h"

#include <math.h>
#include <omp.h>
#include <string.h>

#include "base/core/memory.h"
#include "io/config/config_solver.h"
#include "report/document/stages_text.h"
#include "run/plan/memory_requirements.h"
#include "run/plan/step_workload.h"
#include "run/session/run_internal.h"

static bool solves_systems(const tc_prepared *p) { return p->plan->config->time.method->solves; }

/* Initialises a result with the data that are known before the run. */
static tc_status begin_result(const tc_prepared *p, const tc_strategy *strategy, int32_t block_size,
                              tc_result *out) {
  *out = (tc_result){.strategy = strategy->name,
                     .how = strategy,
                     .valid = tc_strategy_is_valid(strategy) || p->plan->world->ranks == 1,
                     .distribution = tc_distribution_name((int)p->plan->config->distribution.kind),
                     .partitioner = tc_config_partitioner(p->plan->config, p->problem->space->cells),
                     .order = p->plan->config->order.method->name,
                     .order_block = p->plan->config->order.block,
                     .block_size = block_size,
                     .storage = tc_strategy_storage(strategy, p->choices.storage),
                     .ranks = p->plan->world->ranks,
                     .nodes = p->plan->world->nodes,
                     .ranks_per_node = p->plan->world->max_ranks_on_node,
                     .on_device = p->plan->device.device,
                     .staging = p->plan->device.staging,
                     .stages = p->choices.stable_step.stages,
                     .l2_error = NAN,
                     .max_error = NAN};
  tc_memory_requirements_fill(&p->plan->footprint, out);
  if (!solves_systems(p)) return TC_OK;
  TC_TRY(TC_ALLOC_ZERO(out->solver, 1));
  out->solver->field_difference = NAN;
  return TC_OK;
}

/* Returns the number of products of the last step. With error control, steps have different numbers of
 * products. The number then follows from one count that each product increases by a known amount. */
static int64_t count_products(const tc_prepared *p, const tc_step_forecast *ahead, const tc_ledger *ledger) {
  const int stages = p->choices.stable_step.stages;
  if (solves_systems(p)) return ledger->work.products + ledger->work.adjoint_products;
  if (stages == 0 || !tc_setup_choices_controls_error(&p->choices)) return stages > 0 ? stages : 1;
  for (int c = 0; c < TC_COUNT_COUNT; c++)
    if (ahead->product.by_index[c] > 0) return ledger->count.by_index[c] / ahead->product.by_index[c];
  return 0;
}

/* Returns the forecast counts of the forcing in the last step. With error control they depend on the attempts
 * and stages of the step. The function then returns the recorded counts, so that the comparison always
 * succeeds. */
static tc_counts expected_input(const tc_prepared *p, const tc_step_forecast *ahead,
                                const tc_ledger *ledger) {
  tc_counts out = ahead->input;
  if (!tc_setup_choices_controls_error(&p->choices)) return out;
  out.boundary_data = ledger->count.boundary_data;
  out.boundary_rows = ledger->count.boundary_rows;
  out.source_cells = ledger->count.source_cells;
  return out;
}

/* Returns the forecast counts of a step: those of the forcing, plus those of one product times the number of
 * products of the last step. */
static tc_counts expected_counts(const tc_prepared *p, const tc_step_forecast *ahead,
                                 const tc_ledger *ledger) {
  const int64_t products = count_products(p, ahead, ledger);
  tc_counts all = expected_input(p, ahead, ledger);
  for (int c = 0; c < TC_COUNT_COUNT; c++) all.by_index[c] += products * ahead->product.by_index[c];
  return all;
}

/* Not collective. Checks that the counts recorded during the run equal the counts of the forecast. */
static tc_status check_counts(const tc_run *r, const tc_strategy *strategy, const tc_measurement *own) {
  const tc_step_forecast *ahead = tc_forecasts_find(r->forecasts, strategy);
  const tc_counts expected = expected_counts(r->prepared, ahead, &own->ledger), *moved = &own->ledger.count;
  const int count = tc_counts_difference(&expected, moved);
  if (!ahead->is_computed || own->wall.steps == 0 || count < 0) return TC_OK;
  return tc_status_create(TC_INTERNAL,
                          "rank %d: a step with strategy %s should move %lld %s and moved %lld: please "
                          "report this as a bug",
                          own->rank, strategy->name, (long long)expected.by_index[count],
                          tc_count_name(count), (long long)moved->by_index[count]);
}

static tc_status describe_result(tc_run *r, tc_result *result) {
  const tc_prepared *p = r->prepared;
  TC_TRY(tc_run_compare_exact(r, result));
  TC_TRY(tc_field_stats_compute(p->problem->space, r->value, &result->field));
  TC_TRY(tc_run_log_overshoot(r, result));
  tc_run_warn_of_limit(r);
  if (!result->valid || r->outcome) return TC_OK;
  TC_TRY(tc_outcome_create(p->problem, p->probes, p->balance, p->source, p->initial, r->value, &r->outcome));
  tc_run_warn_of_balance(r, &result->field);
  return TC_OK;
}

/* Not collective. Moves the forecast that was computed before the run to the result. If there is none, the
 * root computes it from the counts of the run, unless the run made no step or steps solve linear systems. The
 * root also forecasts the setup of the solver. */
static tc_status forecast_result(const tc_run *r, const tc_strategy *strategy, bool moved,
                                 tc_result *result) {
  const tc_prepared *p = r->prepared;
  tc_step_forecast *ahead = tc_forecasts_find(r->forecasts, strategy);
  const bool made = ahead->is_computed;
  if (moved && tc_forecasts_has_steps(r->forecasts)) {
    memcpy(result->forecast, ahead->forecast, sizeof result->forecast);
    *ahead = (tc_step_forecast){.is_computed = false};
  }
  if (p->plan->world->rank > 0) return TC_OK;
  return tc_result_forecast(&r->forecasts->machine->params, p->problem->scheme->width, omp_get_max_threads(),
                            moved && !made && !solves_systems(p) &&
                                !tc_setup_choices_controls_error(&p->choices),
                            result);
}

/* Returns true if the boundary data of a marker depend on time. Returns false for data of a function, whose
 * dependence is unknown. */
static bool datum_depends_on_time(const tc_boundary_rule *rule) {
  const tc_expression *datum = tc_boundary_datum(rule);
  return datum && !rule->function && tc_expression_uses(datum, 3);
}

/* Returns true if boundary data or the source depends on time. A steady field may then change later. */
static bool depends_on_time(const tc_prepared *p) {
  const tc_source_options *source = &p->plan->config->source;
  const tc_boundary_options choice = tc_config_boundary(p->plan->config);
  const tc_physics *physics = p->problem->physics;
  bool any = source->source && tc_expression_uses(source->source, TC_SOURCE_T);
  for (int k = 0; k < source->states; k++)
    any = any || tc_expression_uses(source->state[k].rate, TC_SOURCE_T);
  for (int b = 0; b < physics->boundaries; b++)
    any = any || datum_depends_on_time(tc_boundary_find_rule(&choice, physics->boundary[b].marker));
  return any;
}

/* After a solve for a steady state, warns if boundary data or the source depends on time. The result is then
 * the steady state for t = 0 only. */
static void warn_fixed_time(const tc_prepared *p) {
  if (!p->plan->config->time.method->steps && depends_on_time(p))
    tc_log_warn(p->plan->log, "boundary data or the source depends on time: the steady state is computed "
                              "with their values at t = 0");
}

static void log_steady(const tc_run *r) {
  const tc_prepared *p = r->prepared;
  tc_log_write(p->plan->log, TC_LOG_NORMAL,
               "steady after %lld steps: the field changes by %.3g per unit of time",
               (long long)r->steps_done, r->steady.change);
  if (depends_on_time(p))
    tc_log_warn(p->plan->log,
                "boundary data or the source depends on time: the result does not include changes after t = "
                "%.6g",
                tc_run_end_time(r));
}

/* Returns advice that ends a message about residuals that are too large: a smaller tolerance, or
 * solver.relative_to: start unless it is already set. */
static const char *advise_tolerance(const tc_prepared *p) {
  return p->plan->config->solver.relative_to == TC_REFERENCE_START
             ? "; residuals of the solves can cause such a change: reduce solver.tolerance"
             : "; residuals of the solves can cause such a change: reduce solver.tolerance or set "
               "solver.relative_to to start";
}

/* Returns the likely reason why a run did not become steady, with a remedy, as the end of a message; "" if
 * unknown. */
static const char *why_not_steady(const tc_run *r, const tc_steady_stop *steady) {
  if (steady->hidden > steady->tolerance)
    return "; rounding of the values can cause such a change: increase time.steady, or subtract the mean of "
           "the field from the initial field and the boundary values (and add it to v in a source)";
  return steady->unsolved_norm > steady->tolerance ? advise_tolerance(r->prepared) : "";
}

/* Logs the remaining change of the field after the steps. Warns if the field still changes by more than
 * time.steady per unit of time. */
static void log_change(const tc_run *r) {
  const tc_steady_stop *steady = &r->steady;
  if (steady->reached)
    log_steady(r);
  else if (r->steps_done > 0)
    tc_log_warn(r->prepared->plan->log,
                "not steady after %lld steps: the field changes by %.3g per unit of time, more than "
                "time.steady (%g)%s",
                (long long)r->steps_done, fmax(steady->change, steady->hidden), steady->tolerance,
                why_not_steady(r, steady));
}

/* Converts the status TC_STOPPED of a run that ended because the field is steady to TC_OK. */
static tc_status check_end(tc_run *r, const tc_steady_stop *steady, tc_status status) {
  const tc_prepared *p = r->prepared;
  if (status && !(tc_status_code(status) == TC_STOPPED && steady->reached)) return status;
  if (!tc_setup_choices_controls_error(&p->choices))
    r->steps_done = status ? steady->step : p->choices.step.steps;
  r->steady = *steady;
  tc_status_free(&status);
  log_change(r);
  return TC_OK;
}

/* Records in `solver` the method that was used and the results of the trial step. Warns of solves whose
 * accuracy is uncertain and of failed solves that were accepted. */
static void record_solver(const tc_run *r, const tc_implicit_options *choice, tc_result_solver *solver) {
  const tc_prepared *p = r->prepared;
  const tc_solve_statistics *record = &solver->record;
  solver->options = *choice;
  if (record->method) solver->options.solver.method = tc_method_find(record->method);
  if (tc_forecasts_has_steps(r->forecasts)) {
    solver->trial = r->forecasts->trial.iterations;
    solver->products = r->forecasts->trial.work.products + r->forecasts->trial.work.adjoint_products;
    solver->bound = r->forecasts->trial.bound;
  }
  tc_solve_statistics_log_rebuilds(record, p->plan->log);
  if (record->uncertain > 0)
    tc_log_warn(p->plan->log,
                "%lld of %lld steps: rows of the matrix differ so much in size that errors may exceed "
                "solver.tolerance, and further iterations did not confirm the values: use another method or "
                "preconditioner, or increase solver.most_iterations",
                (long long)record->uncertain, (long long)record->solves);
  if (record->accepted > 0)
    tc_log_warn(p->plan->log,
                "%lld of %lld solves failed and were accepted (solver.accept %g), so values may be "
                "inaccurate (largest relative residual %.2g): increase solver.most_iterations or use another "
                "preconditioner",
                (long long)record->accepted, (long long)record->solves, choice->accept, record->worst);
}

/* Returns the options of the steps. `implicit` is used if the steps solve linear systems, and `stabilised` if
 * the method is a stabilised one. */
static tc_step_options step_options(const tc_run *r, const tc_strategy *strategy,
                                    const tc_run_observers *given, const tc_implicit_steps *implicit,
                                    const tc_stabilised_steps *stabilised) {
  const tc_prepared *p = r->prepared;
  const tc_integrator *method = p->plan->config->time.method;
  const bool controls = tc_setup_choices_controls_error(&p->choices);
  return (tc_step_options){.integrator = method,
                           .strategy = strategy,
                           .format = p->choices.storage,
                           .steps = controls ? INT64_MAX : p->choices.step.steps,
                           .dt = p->choices.step.dt,
                           .control = controls ? &p->choices.control : NULL,
                           .times = tc_output_plan_times(&p->choices.output),
                           .proved = p->choices.stable_step.proved,
                           .input = p->forcing,
                           .implicit = method->solves ? implicit : NULL,
                           .stabilised = method->stabilised ? stabilised : NULL,
                           .device = p->plan->device.device ? &p->plan->device : NULL,
                           .resume = tc_plan_resume_source(p->plan),
                           .remaining = given ? given->remaining : NULL};
}

/* ---- steps with error control ---- */

static bool is_always_due(const tc_hook *hook, const tc_run_state *now) {
  (void)hook, (void)now;
  return true;
}

/* Records the number and the errors of the steps with error control so far. */
static tc_status record_steps(void *self, const tc_run_state *now) {
  tc_run *r = self;
  if (!now->controlled) return TC_OK;
  r->controlled = *now->controlled;
  r->steps_done = now->step;
  r->time = now->time;
  return TC_OK;
}

/* Logs how much work steps with error control have needed, and stores their mean number of products. */
static void describe_controlled(const tc_run *r, tc_result *result) {
  const tc_prepared *p = r->prepared;
  const tc_error_control_record *record = &r->controlled;
  tc_stages_work work =
      tc_stages_work_compute(p->plan->config->time.method->name, &p->choices.stable_step, r->steps_done,
                             tc_run_end_time(r), p->plan->config->time.safety);
  tc_line line = {0};
  if (!tc_setup_choices_controls_error(&p->choices)) return;
  if (result->stages > 0 && record->steps > 0) result->stages = (int)(record->products / record->steps);
  tc_stages_work_add_control(&p->choices.control, record, &work);
  work.searches += (int)p->choices.choice.trials;
  tc_stages_work_format(&work, &line);
  tc_log_write(p->plan->log, TC_LOG_NORMAL, "%s", line.text);
}

/* Lists the hooks of a run: the balance is called first and the steady stop last. Returns their number. */
static int list_hooks(tc_run *r, bool is_valid, const tc_run_observers *given, tc_steady_stop *steady,
                      tc_hook hook[TC_RUN_HOOKS + 3]) {
  const tc_prepared *p = r->prepared;
  int hooks = 0;
  if (tc_setup_choices_controls_error(&p->choices))
    hook[hooks++] = (tc_hook){.self = r,
                              .is_due = is_always_due,
                              .run = record_steps,
                              .resume = record_steps,
                              .ignores_field = true};
  if (is_valid && p->balance) hook[hooks++] = tc_balance_hook(p->balance);
  for (int i = 0; given && i < given->hooks; i++) hook[hooks++] = given->hook[i];
  if (!is_valid || !(steady->tolerance > 0.0)) return hooks;
  hook[hooks] = tc_steady_stop_hook(steady);
  /* Such a step takes long, so that a check after each step is comparatively cheap. */
  if (solves_systems(p) || tc_setup_choices_controls_error(&p->choices)) hook[hooks].every = 1;
  return hooks + 1;
}

/* Collective. Runs the steps from the initial field. */
static tc_status run_step_loop(tc_run *r, const tc_strategy *strategy, tc_result *result,
                               const tc_run_observers *given, tc_measurement *own) {
  const tc_prepared *p = r->prepared;
  tc_implicit_steps implicit = tc_prepared_implicit(p, result->solver ? &result->solver->record : NULL);
  const tc_stabilised_steps stabilised = tc_prepared_stabilised(p);
  const tc_step_options choice = step_options(r, strategy, given, &implicit, &stabilised);
  tc_steady_stop steady = {.space = p->problem->space,
                           .source = p->source,
                           .tolerance = p->plan->config->time.steady};
  tc_hook hook[TC_RUN_HOOKS + 3];
  const int hooks = list_hooks(r, result->valid, given, &steady, hook);
  if (given) implicit.monitor = given->monitor;
  memcpy(r->value, p->initial, (size_t)p->problem->space->owned * sizeof *r->value);
  tc_status status = tc_step_run(p->problem, &choice, hook, hooks, p->plan->log, r->value, own);
  if (result->valid && steady.tolerance > 0.0) status = check_end(r, &steady, status);
  if (result->solver && !status) record_solver(r, &implicit.options, result->solver);
  if (!status) describe_controlled(r, result);
  return status;
}

/* Collective. Completes the result after the steps. `own` is the measurement of this rank. */
static tc_status complete_result(tc_run *r, const tc_strategy *strategy, tc_measurement *own,
                                 tc_result *result) {
  const tc_world *world = r->prepared->plan->world;
  const tc_forecasts *f = r->forecasts;
  TC_TRY(tc_world_agree(world, check_counts(r, strategy, own)));
  own->forcing_s = f->forcing_s;
  own->reuse = f->reuse;
  own->excess_reuse = f->excess_reuse;
  own->peak_memory_B = fmax(own->peak_memory_B, f->machine->peak_B);
  TC_TRY(tc_world_gather(world, own, sizeof *own, &result->measured));
  TC_TRY(describe_result(r, result));
  warn_fixed_time(r->prepared);
  return tc_world_agree(world, forecast_result(r, strategy, own->wall.steps > 0, result));
}

tc_status tc_run_perform(tc_run *r, const tc_strategy *strategy, int32_t block_size,
                         const tc_run_observers *observers, tc_result *result) {
  const tc_prepared *p = r->prepared;
  tc_measurement own;
  TC_TRY(tc_world_agree(p->plan->world, begin_result(p, strategy, block_size, result)));
  TC_TRY(run_step_loop(r, strategy, result, observers, &own));
  TC_JOB_TRY(p->plan->log, TC_JOB_PHASE_close, complete_result(r, strategy, &own, result));
  return TC_OK;
}

tc_status tc_run_describe(tc_run *r, const tc_strategy *strategy, int32_t block_size,
                          const tc_step_loop *loop, const tc_solve_statistics *record, tc_result *result) {
  const tc_prepared *p = r->prepared;
  const tc_run_state *now = tc_step_state(loop);
  const tc_implicit_options implicit = tc_config_implicit(p->plan->config);
  tc_measurement own;
  TC_TRY(tc_world_agree(p->plan->world, begin_result(p, strategy, block_size, result)));
  if (p->problem->space->owned > 0)
    memcpy(r->value, now->value, (size_t)p->problem->space->owned * sizeof *r->value);
  r->steps_done = now->step;
  TC_TRY(record_steps(r, now));
  tc_step_measure(loop, &own);
  if (result->solver) result->solver->record = *record;
  if (r->steady.tolerance > 0.0 && now->last) log_change(r);
  if (result->solver) record_solver(r, &implicit, result->solver);
  describe_controlled(r, result);
  TC_JOB_TRY(p->plan->log, TC_JOB_PHASE_close, complete_result(r, strategy, &own, result));
  return TC_OK;
}

tc_status tc_run_create(tc_forecasts *forecasts, tc_run *out) {
  const tc_prepared *p = forecasts->prepared;
  *out = (tc_run){.forecasts = forecasts,
                  .prepared = p,
                  .steps_done = p->choices.step.steps,
                  .time = p->choices.control.end};
  return tc_world_agree(p->plan->world, TC_ALLOC(out->value, p->problem->space->owned));
}

double tc_run_end_time(const tc_run *r) {
  const tc_prepared *p = r->prepared;
  if (tc_setup_choices_controls_error(&p->choices)) return r->time;
  return tc_setup_choices_time(&p->choices, p->plan->config, r->steps_done);
}

void tc_run_free(tc_run *r) {
  tc_outcome_destroy(&r->outcome);
  tc_free(r->value);
  *r = (tc_run){0};
}
