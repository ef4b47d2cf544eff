#include "run/session/forecasts.h"

#include <math.h>
#include <omp.h>
#include <string.h>

#include "base/core/memory.h"
#include "calibration/driver/calibrate_device.h"
#include "count/pattern_reuse.h"
#include "io/config/config_forecast.h"
#include "io/config/config_solver.h"
#include "model/setup/setup_forecast.h"
#include "report/document/strategy_gains.h"
#include "run/plan/read_counts.h"
#include "run/plan/step_workload.h"
#include "solve/problem/forcing_cost.h"

/* ---- machine ---- */

static tc_working_set working_set(const tc_prepared *p) {
  const tc_plan *plan = p->plan;
  const tc_implicit_options implicit = tc_config_implicit(plan->config);
  const int32_t rows = p->problem->space->owned;
  const int width = p->problem->scheme->width;
  if (!plan->config->time.method->solves) return tc_step_working_set(rows, width, NULL);
  if (!plan->options->solvers) return tc_step_working_set(rows, width, &implicit.solver);
  return tc_step_working_sets(rows, width, &implicit.solver,
                              tc_run_options_solvers(plan->options, plan->config));
}

/* Measures the device parameters for the working set of the run. If a machine file is used, only warns if its
 * device parameters were measured with another device. */
static tc_status measure_device(const tc_prepared *p, tc_run_machine *out) {
  const tc_plan *plan = p->plan;
  const tc_working_set run = {.bytes = out->bytes, .width = p->problem->scheme->width};
  tc_machine *machine = &out->origin.machine;
  if (!plan->device.device || !tc_run_machine_is_known(out)) return TC_OK;
  if (tc_machine_kind_of(plan->config->machine) != TC_MACHINE_FILE) {
    TC_TRY(tc_calibrate_device_for(plan->world, &plan->device, &run, plan->log, machine));
    tc_params_copy_device(&machine->params, &out->params);
  } else if (*machine->device && !strstr(machine->device, plan->device.device->name)) {
    tc_log_warn(plan->log,
                "%s: was measured with another device (%s), so forecasts may be wrong: measure this device "
                "with tetracast calibrate --device NAME",
                plan->config->machine, machine->device);
  }
  return TC_OK;
}

tc_status tc_forecasts_find_machine(const tc_prepared *p, tc_run_machine *out) {
  tc_working_set run = working_set(p);
  run.steps = (double)tc_setup_choices_products(&p->choices);
  run.probes = tc_config_has_speed_probe(p->plan->config);
  run.kernel = tc_registry_find(&tc_format_registry, p->choices.storage->name);
  TC_JOB_TRY(p->plan->log, TC_JOB_PHASE_machine,
             tc_run_machine_find(p->plan->world, p->plan->config->machine, &run, p->plan->log, out));
  return measure_device(p, out);
}

/* ---- forecasts ---- */

/* Multiplies the measured cost of one evaluation of the forcing by the number of evaluations in a step with
 * several stages. */
static void multiply_forcing_cost(const tc_prepared *p, tc_seconds *cost) {
  tc_counts one = {{0}}, step = {{0}};
  tc_forcing_count(p->forcing, 0, &one);
  tc_forcing_count(p->forcing, p->choices.stable_step.stages, &step);
  if (one.boundary_rows > 0) cost->boundary *= (double)step.boundary_rows / (double)one.boundary_rows;
  if (one.source_cells > 0) cost->source *= (double)step.source_cells / (double)one.source_cells;
}

/* If the choice of the preconditioner has made a trial step, uses its result. */
static void copy_trial(tc_forecasts *f) {
  const tc_prepared *p = f->prepared;
  if (!p->trial.solved) return;
  f->trial = p->trial;
  f->trial_method = p->plan->config->solver.method;
  f->trial_preconditioner = p->choices.preconditioner;
}

tc_status tc_forecasts_create(const tc_prepared *p, const tc_run_machine *machine, tc_forecasts *f) {
  const tc_plan *plan = p->plan;
  *f = (tc_forecasts){.prepared = p, .machine = machine};
  copy_trial(f);
  TC_TRY(TC_WORLD_ALLOC(plan->world, f->step, tc_strategy_count() + 1));
  if (!p->forcing || !tc_run_machine_is_known(machine)) return TC_OK;
  const tc_log_phase phase = tc_log_begin_phase(plan->log, TC_JOB_PHASE_formulas, "measuring the formulas");
  const double end =
      tc_setup_choices_time(&p->choices, plan->config, tc_setup_choices_planned_steps(&p->choices));
  TC_TRY(tc_forcing_measure_cost(p->problem, p->forcing, end, p->initial, &f->forcing_s));
  multiply_forcing_cost(p, &f->forcing_s);
  tc_log_end_phase(&phase);
  return TC_OK;
}

/* Returns the work of this rank in a step. `counts` are the counts of one product and of the forcing. */
static tc_rank_work work_of_step(const tc_forecasts *f, const tc_counts *counts) {
  return (tc_rank_work){.node = f->prepared->plan->world->node,
                        .rows = f->prepared->problem->space->owned,
                        .count = *counts,
                        .solver = f->trial.work,
                        .sweep_counts = f->trial.sweep_counts,
                        .forcing_s = f->forcing_s,
                        .has_reads = f->reuse.rows > 0.0,
                        .excess_reuse = f->excess_reuse};
}

/* Returns the work of this rank in a product without forcing. */
static tc_rank_work work_of_product(const tc_forecasts *f, const tc_counts *counts) {
  return (tc_rank_work){.node = f->prepared->plan->world->node,
                        .rows = f->prepared->problem->space->owned,
                        .count = *counts,
                        .has_reads = f->reuse.rows > 0.0,
                        .excess_reuse = f->excess_reuse};
}

static tc_step_products products_of_step(const tc_prepared *p, const tc_strategy *strategy) {
  const int stages = p->choices.stable_step.stages;
  return p->choices.control.tolerance > 0.0 ? tc_step_workload_controlled_products(strategy, stages)
                                            : tc_step_workload_products(strategy, stages);
}

/* Collective. Creates the workload of a step, or of a product if `is_step` is false. `own` is the work of
 * this rank. The root gathers the work of all ranks in *rank, which it frees and from which the workload
 * borrows; *rank is NULL on other ranks. */
static tc_status create_workload(const tc_forecasts *f, const tc_strategy *strategy, bool is_step,
                                 const tc_rank_work *own, tc_rank_work **rank, tc_workload *out) {
  const tc_prepared *p = f->prepared;
  tc_solver_options solver = tc_config_implicit(p->plan->config).solver;
  solver.method = f->trial.method;
  *rank = NULL;
  *out =
      tc_step_workload(strategy, p->choices.storage, p->plan->device.device ? &p->plan->device.staging : NULL,
                       is_step && f->trial.solved ? &solver : NULL, p->problem->scheme->width,
                       omp_get_max_threads());
  if (is_step) out->products = products_of_step(p, strategy);
  if (f->trial.cycle.levels > 0) out->cycle = &f->trial.cycle;
  TC_TRY(tc_world_gather(p->plan->world, own, sizeof *own, rank));
  out->ranks = p->plan->world->ranks;
  out->rank = *rank;
  return TC_OK;
}

/* Collective. Gathers the work of all ranks on the root, which stores the forecasts of a step by all models
 * in out[TC_MODEL_COUNT]. `counts` are the counts of this rank. */
static tc_status forecast_step(const tc_forecasts *f, const tc_strategy *strategy, const tc_counts *counts,
                               tc_forecast *out) {
  const tc_rank_work own = work_of_step(f, counts);
  tc_rank_work *rank;
  tc_workload work;
  tc_status status = TC_OK;
  TC_TRY(create_workload(f, strategy, true, &own, &rank, &work));
  if (rank) status = tc_forecast_compute(&f->machine->params, &work, out);
  tc_free(rank);
  return tc_world_agree(f->prepared->plan->world, status);
}

/* Returns the counts of one product and of the forcing in a step. */
static tc_counts counts_of_step(const tc_step_forecast *step) {
  tc_counts both = step->product;
  tc_counts_add(&both, &step->input);
  return both;
}

/* Collective. Counts the traffic of one strategy and forecasts a step with it. */
static tc_status forecast_strategy(tc_forecasts *f, const tc_strategy *strategy, const tc_pattern *pattern,
                                   tc_step_forecast *out) {
  const tc_prepared *p = f->prepared;
  TC_TRY(tc_strategy_count_traffic_collective(p->plan->world, strategy, pattern,
                                              p->problem->space->distribution, p->plan->world->node_of_rank,
                                              &out->product));
  if (p->plan->config->time.method->stabilised) tc_strategy_count_in_place(strategy, &out->product);
  if (p->forcing) tc_forcing_count(p->forcing, p->choices.stable_step.stages, &out->input);
  out->is_computed = true;
  const tc_counts both = counts_of_step(out);
  return forecast_step(f, strategy, &both, out->forecast);
}

/* Returns the number of strategies that have an item in f->step. */
static int strategies_of(const tc_forecasts *f) { return tc_strategy_count() + (f->other != NULL); }

static const tc_strategy *strategy_at(const tc_forecasts *f, int i) {
  return i < tc_strategy_count() ? tc_strategy_at(i) : f->other;
}

/* If the strategy is not in the registry, assigns the last item of f->step to it. */
static void add_other(tc_forecasts *f, const tc_strategy *strategy) {
  if (!strategy || strategy == f->other || tc_strategy_find(strategy->name) == strategy) return;
  tc_step_forecast *step = &f->step[tc_strategy_count()];
  tc_forecast_free(step->forecast);
  *step = (tc_step_forecast){.is_computed = false};
  f->other = strategy;
}

/* Type of the predicates of forecast_all. Such a predicate returns true if a step with the strategy `each`
 * must be forecast when the caller requests `strategy`. */
typedef bool predicate(const tc_plan *plan, const tc_strategy *each, const tc_strategy *strategy);

/* True if `each` is `strategy`. If `strategy` is NULL, true if strategy: auto may choose `each`. */
static bool is_selected(const tc_plan *plan, const tc_strategy *each, const tc_strategy *strategy) {
  const bool may_be = tc_strategy_is_valid(each) && !tc_strategy_uses_pointers(each) &&
                      tc_strategy_supports(each, plan->config->kernel);
  if (plan->device.device && !each->transport) return false;
  return strategy ? each == strategy : may_be;
}

/* True if `each` is in the list of report/document/strategy_gains.h and the kernel supports it. Ignores
 * `strategy`. */
static bool is_gain(const tc_plan *plan, const tc_strategy *each, const tc_strategy *strategy) {
  bool any = false;
  (void)strategy;
  for (int c = 0; c < TC_STRATEGY_GAINS; c++)
    any = any || each == tc_strategy_find(tc_strategy_gains[c].from) ||
          each == tc_strategy_find(tc_strategy_gains[c].to);
  return any && tc_strategy_supports(each, plan->config->kernel);
}

/* Counts the reads of x by reuse distance, once for each setup. Does nothing if the machine parameters have
 * no costs of single reads. */
static tc_status count_reads(tc_forecasts *f, const tc_pattern *pattern) {
  const tc_prepared *p = f->prepared;
  if (p->plan->device.device) return TC_OK; /* Costs of single reads are not measured on devices. */
  if (f->reuse.rows > 0.0 || !tc_params_has_read_costs(&f->machine->params, pattern->width)) return TC_OK;
  TC_TRY(tc_pattern_count_reuse(pattern, p->problem->space->distribution, p->plan->world->rank, &f->reuse));
  return tc_read_counts_subtract_usual(1, pattern->width, &f->reuse, &f->excess_reuse);
}

/* Collective. Forecasts a step with each strategy for which the predicate `is` is true and that has no
 * forecast yet. */
static tc_status forecast_all(tc_forecasts *f, predicate *is, const tc_strategy *strategy) {
  const tc_plan *plan = f->prepared->plan;
  tc_pattern *pattern = NULL;
  tc_status status = tc_world_agree(plan->world, tc_problem_pattern(f->prepared->problem, &pattern));
  if (!status) status = tc_world_agree(plan->world, count_reads(f, pattern));
  for (int i = 0; i < strategies_of(f) && !status; i++)
    if (is(plan, strategy_at(f, i), strategy) && !f->step[i].is_computed)
      status = forecast_strategy(f, strategy_at(f, i), pattern, &f->step[i]);
  tc_pattern_destroy(&pattern);
  return status;
}

static bool is_tried(const tc_forecasts *f) {
  const tc_config *c = f->prepared->plan->config;
  return f->trial.method && f->trial_method == c->solver.method &&
         f->trial_preconditioner == c->solver.preconditioner.name;
}

bool tc_forecasts_has_steps(const tc_forecasts *f) {
  const bool is_counted = !f->prepared->plan->config->time.method->solves || (f->trial.solved && is_tried(f));
  return is_counted && !tc_setup_choices_controls_error(&f->prepared->choices);
}

tc_status tc_forecasts_run_trial_step(tc_forecasts *f, const tc_virtual_ranks *virtual_ranks) {
  const tc_prepared *p = f->prepared;
  const tc_integrator *method = p->plan->config->time.method;
  if (!method->solves || p->choices.step.steps == 0 || is_tried(f)) return TC_OK;
  const tc_log_phase phase =
      tc_log_begin_phase(p->plan->log, TC_JOB_PHASE_trial,
                         method->steps ? "running the trial step" : "solving for the steady state");
  tc_implicit_steps implicit = tc_prepared_implicit(p, NULL);
  const tc_integrator_setup how = {.problem = p->problem,
                                   .dt = p->choices.step.dt,
                                   .input = p->forcing,
                                   .implicit = &implicit,
                                   .log = p->plan->log};
  implicit.virtual_ranks = virtual_ranks;
  tc_forecasts_discard(f);
  f->trial_method = p->plan->config->solver.method;
  f->trial_preconditioner = p->plan->config->solver.preconditioner.name;
  TC_TRY(tc_trial_step_run(method, &how, p->initial, &f->trial));
  tc_log_end_phase(&phase);
  return TC_OK;
}

tc_status tc_forecasts_compute(tc_forecasts *f, const tc_strategy *strategy) {
  const tc_plan *plan = f->prepared->plan;
  tc_status tried = TC_OK;
  if (!tc_run_machine_is_known(f->machine)) return TC_OK;
  /* An error of the solve is ignored here, because the run fails in the same way and reports it. For a steady
   * state no trial step is computed, because it would be the whole run. */
  if (plan->config->time.method->steps) tried = tc_forecasts_run_trial_step(f, NULL);
  if (tried && tc_status_code(tried) != TC_NUMERICAL) return tried;
  tc_status_free(&tried);
  add_other(f, strategy);
  const tc_log_phase phase =
      tc_log_begin_phase(plan->log, TC_JOB_PHASE_count, "counting the traffic of a step");
  const tc_status status = forecast_all(f, is_selected, strategy);
  if (!status) tc_log_end_phase(&phase);
  return status;
}

tc_status tc_forecasts_compute_gains(tc_forecasts *f) {
  if (!tc_run_machine_is_known(f->machine) || f->prepared->plan->device.device) return TC_OK;
  return forecast_all(f, is_gain, NULL);
}

double tc_forecasts_step_s(const tc_forecasts *f, const tc_strategy *strategy, int model) {
  const tc_step_forecast *ahead = tc_forecasts_find(f, strategy);
  return ahead->is_computed && ahead->forecast[model].phase_s ? ahead->forecast[model].total_s : INFINITY;
}

/* ---- other parameters ---- */

/* Root only. Returns the seconds of the workload by the model of the config, or for `auto` by the last model
 * with a forecast; NaN if there is none. */
static tc_status evaluate_workload(const tc_forecasts *f, const tc_params *machine, const tc_workload *work,
                                   double *out) {
  const int chosen = f->prepared->plan->config->model;
  tc_forecast forecast[TC_MODEL_COUNT] = {0};
  const tc_status status = tc_forecast_compute(machine, work, forecast);
  for (int model = 0; model < TC_MODEL_COUNT && !status; model++)
    if (forecast[model].phase_s && (chosen == TC_MODEL_AUTO || chosen == model))
      *out = forecast[model].total_s;
  tc_forecast_free(forecast);
  return status;
}

/* Returns the seconds of the setup of the solver. The number of colours is unknown before the run, so the
 * exchanges of colours are not included. */
static double setup_seconds(const tc_params *machine, const tc_workload *work) {
  const tc_setup_times times = tc_setup_predict(machine, work, 0);
  return tc_setup_solver_s(&times);
}

/* Collective. Returns in *seconds the forecast with the machine parameters `machine`. `own` is the work of
 * this rank in a step, or in a product if `is_step` is false. */
static tc_status evaluate(const tc_forecasts *f, const tc_strategy *strategy, const tc_params *machine,
                          bool is_step, const tc_rank_work *own, double *seconds, double *setup_s) {
  tc_rank_work *rank;
  tc_workload work;
  tc_status status = TC_OK;
  TC_TRY(create_workload(f, strategy, is_step, own, &rank, &work));
  if (rank) status = evaluate_workload(f, machine, &work, seconds);
  if (rank && work.solves) *setup_s = setup_seconds(machine, &work);
  tc_free(rank);
  return tc_world_agree(f->prepared->plan->world, status);
}

tc_status tc_forecasts_evaluate(const tc_forecasts *f, const tc_strategy *strategy, const tc_params *machine,
                                tc_step_seconds *out) {
  const tc_step_forecast *ahead = tc_forecasts_find(f, strategy);
  *out = (tc_step_seconds){.step_s = NAN, .product_s = NAN};
  if (!ahead->is_computed) return TC_OK;
  const tc_counts both = counts_of_step(ahead);
  const tc_rank_work product = work_of_product(f, &ahead->product), step = work_of_step(f, &both);
  TC_TRY(evaluate(f, strategy, machine, false, &product, &out->product_s, &out->setup_s));
  if (!tc_forecasts_has_steps(f)) return TC_OK;
  return evaluate(f, strategy, machine, true, &step, &out->step_s, &out->setup_s);
}

/* ---- choice of a model ---- */

static bool has_forecast(const tc_forecasts *f, const tc_strategy *strategy, int model) {
  for (int i = 0; i < strategies_of(f); i++) {
    const tc_strategy *each = strategy_at(f, i);
    const bool counts = strategy ? each == strategy : f->step[i].is_computed;
    if (counts && !(tc_forecasts_step_s(f, each, model) < INFINITY)) return false;
  }
  return true;
}

int tc_forecasts_model(const tc_forecasts *f, const tc_strategy *strategy) {
  int best = f->prepared->plan->config->model;
  if (best != TC_MODEL_AUTO) return best;
  best = 0;
  for (int model = 0; model < TC_MODEL_COUNT; model++)
    if (has_forecast(f, strategy, model)) best = model;
  return best;
}

tc_step_forecast *tc_forecasts_find(const tc_forecasts *f, const tc_strategy *strategy) {
  int i = 0;
  while (i < tc_strategy_count() && tc_strategy_at(i) != strategy) i++;
  return &f->step[i];
}

void tc_forecasts_discard(tc_forecasts *f) {
  f->reuse = f->excess_reuse = (tc_reuse){.rows = 0.0};
  for (int i = 0; f->step && i < strategies_of(f); i++) {
    tc_forecast_free(f->step[i].forecast);
    f->step[i] = (tc_step_forecast){.is_computed = false};
  }
}

void tc_forecasts_free(tc_forecasts *f) {
  tc_forecasts_discard(f);
  tc_free(f->step);
  *f = (tc_forecasts){0};
}
