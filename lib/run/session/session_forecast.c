/* Forecasts of a session before its steps: counts the traffic of a product with a strategy, adds the counts
 * of the forcing and the work of the trial step, and evaluates all models on the root. tc_session_forecast
 * and tc_session_forecast_gains are called after tc_session_set_up and store their forecasts in the session
 * until the next setup. The reuse distances of the reads of x are also counted, once for a setup. */
#include <math.h>
#include <omp.h>

#include "base/core/memory.h"
#include "count/pattern_reuse.h"
#include "io/config/config_solver.h"
#include "report/document/strategy_gains.h"
#include "run/plan/read_counts.h"
#include "run/plan/step_workload.h"
#include "run/session/session_internal.h"

/* Collective. Gathers the work of all ranks on the root, which forecasts a step with all models into
 * out[TC_MODEL_COUNT]. `counts` are those of this rank. */
static tc_status forecast_step(const tc_session *s, const tc_strategy *strategy, const tc_counts *counts,
                               tc_forecast *out) {
  const tc_rank_work own = {.node = s->world->node,
                            .rows = s->problem->space->owned,
                            .count = *counts,
                            .solver = s->trial.work,
                            .sweep_counts = s->trial.sweep_counts,
                            .forcing_s = s->forcing_s,
                            .has_reads = s->reuse.rows > 0.0,
                            .excess_reuse = s->excess_reuse};
  tc_solver_options solver = tc_config_implicit(s->config).solver;
  tc_rank_work *rank = NULL;
  tc_status status = TC_OK;
  solver.method = s->trial.method;
  tc_workload work =
      tc_step_workload(strategy, s->storage, s->device.device ? &s->device.staging : NULL,
                       s->trial.solved ? &solver : NULL, s->problem->scheme->width, omp_get_max_threads());
  TC_TRY(tc_world_gather(s->world, &own, sizeof own, &rank));
  work.ranks = s->world->ranks;
  work.rank = rank;
  if (rank) status = tc_forecast_compute(&s->machine.params, &work, out);
  tc_free(rank);
  return tc_world_agree(s->world, status);
}

/* Collective. Counts the traffic of one strategy and forecasts a step with it. */
static tc_status forecast_strategy(tc_session *s, const tc_strategy *strategy, const tc_pattern *pattern,
                                   tc_step_forecast *out) {
  TC_TRY(tc_strategy_count_traffic_collective(s->world, strategy, pattern, s->problem->space->distribution,
                                              s->world->node_of_rank, &out->product));
  if (s->input) tc_forcing_count(s->input, &out->input);
  out->is_computed = true;
  tc_counts both = out->product;
  tc_counts_add(&both, &out->input);
  return forecast_step(s, strategy, &both, out->forecast);
}

/* True if strategy number i is to be forecast. If `strategy` is not NULL, it is to be that strategy.
 * Otherwise all strategies that solve the problem and may be recommended are forecast. */
static bool is_wanted(const tc_session *s, const tc_strategy *strategy, int i) {
  const tc_strategy *each = tc_strategy_at(i);
  const bool may_be = tc_strategy_valid(each) && !tc_strategy_uses_pointers(each) &&
                      tc_strategy_supports(each, s->config->kernel);
  if (s->device.device && !each->transport) return false;
  return strategy ? each == strategy : may_be;
}

static tc_status forecast_all(tc_session *s, const tc_strategy *strategy, const tc_pattern *pattern) {
  for (int i = 0; i < tc_strategy_count(); i++)
    if (is_wanted(s, strategy, i) && !s->forecast[i].is_computed)
      TC_TRY(forecast_strategy(s, tc_strategy_at(i), pattern, &s->forecast[i]));
  return TC_OK;
}

/* Counts the reads of x by reuse distance, once for a setup. Does nothing if the machine has no costs of
 * single reads. */
static tc_status count_reads(tc_session *s, const tc_pattern *pattern) {
  if (s->device.device) return TC_OK; /* costs of single reads are unknown for devices */
  if (s->reuse.rows > 0.0 || !tc_params_has_read_costs(&s->machine.params, pattern->width)) return TC_OK;
  TC_TRY(tc_pattern_count_reuse(pattern, s->problem->space->distribution, s->world->rank, &s->reuse));
  return tc_read_counts_subtract_usual(1, pattern->width, &s->reuse, &s->excess_reuse);
}

tc_implicit_steps tc_session_implicit(const tc_session *s, tc_solve_statistics *record) {
  return (tc_implicit_steps){tc_config_implicit(s->config), s->stable_step.spectrum.largest, record,
                             s->monitor, s->virtual_ranks};
}

static bool is_tried(const tc_session *s) {
  return s->trial.method && s->trial_method == s->config->solver.method &&
         s->trial_preconditioner == s->config->solver.preconditioner.name;
}

bool tc_session_has_step_forecast(const tc_session *s) {
  return !s->config->time.method->solves || (s->trial.solved && is_tried(s));
}

tc_status tc_session_run_trial_step(tc_session *s) {
  const tc_integrator *method = s->config->time.method;
  if (!method->solves || s->step.steps == 0 || is_tried(s)) return TC_OK;
  const tc_log_phase phase =
      tc_log_begin_phase(s->log, method->steps ? "running the trial step" : "solving for the steady state");
  const tc_implicit_steps implicit = tc_session_implicit(s, NULL);
  const tc_integrator_setup how = {.problem = s->problem,
                                   .dt = s->step.dt,
                                   .input = s->input,
                                   .implicit = &implicit,
                                   .log = s->log};
  tc_session_free_forecasts(s);
  s->trial_method = s->config->solver.method;
  s->trial_preconditioner = s->config->solver.preconditioner.name;
  TC_TRY(tc_trial_step_run(method, &how, s->initial, &s->trial));
  tc_log_end_phase(&phase);
  return TC_OK;
}

tc_status tc_session_forecast(tc_session *s, const tc_strategy *strategy) {
  tc_pattern *pattern = NULL;
  tc_status tried = TC_OK;
  if (!tc_run_machine_is_known(&s->machine)) return TC_OK;
  /* A system that cannot be solved fails again in the run, which reports the error. For a steady state the
   * trial step would be the whole run. */
  if (s->config->time.method->steps) tried = tc_session_run_trial_step(s);
  if (tried && tc_status_code(tried) != TC_NUMERICAL) return tried;
  tc_status_free(&tried);
  const tc_log_phase phase = tc_log_begin_phase(s->log, "counting the traffic of a step");
  tc_status status = tc_world_agree(s->world, tc_problem_pattern(s->problem, &pattern));
  if (!status) status = tc_world_agree(s->world, count_reads(s, pattern));
  if (!status) status = forecast_all(s, strategy, pattern);
  tc_pattern_destroy(&pattern);
  if (!status) tc_log_end_phase(&phase);
  return status;
}

static tc_status forecast_gains(tc_session *s, const tc_pattern *pattern) {
  for (int c = 0; c < TC_STRATEGY_GAINS; c++) {
    const tc_strategy *of[] = {tc_strategy_find(tc_strategy_gains[c].from),
                               tc_strategy_find(tc_strategy_gains[c].to)};
    for (int i = 0; i < 2; i++) {
      tc_step_forecast *forecast = tc_session_find_forecast(s, of[i]);
      if (tc_strategy_supports(of[i], s->config->kernel) && !forecast->is_computed)
        TC_TRY(forecast_strategy(s, of[i], pattern, forecast));
    }
  }
  return TC_OK;
}

tc_status tc_session_forecast_gains(tc_session *s) {
  tc_pattern *pattern = NULL;
  if (!tc_run_machine_is_known(&s->machine) || s->device.device) return TC_OK;
  tc_status status = tc_world_agree(s->world, tc_problem_pattern(s->problem, &pattern));
  if (!status) status = forecast_gains(s, pattern);
  tc_pattern_destroy(&pattern);
  return status;
}

double tc_session_forecast_s(const tc_session *s, const tc_strategy *strategy, int model) {
  const tc_step_forecast *ahead = tc_session_find_forecast(s, strategy);
  return ahead->is_computed && ahead->forecast[model].phase_s ? ahead->forecast[model].total_s : INFINITY;
}

static bool has_forecast(const tc_session *s, const tc_strategy *strategy, int model) {
  for (int i = 0; i < tc_strategy_count(); i++) {
    const tc_strategy *each = tc_strategy_at(i);
    const bool counts = strategy ? each == strategy : s->forecast[i].is_computed;
    if (counts && !(tc_session_forecast_s(s, each, model) < INFINITY)) return false;
  }
  return true;
}

int tc_session_forecast_model(const tc_session *s, const tc_strategy *strategy) {
  int best = 0;
  if (s->config->model != TC_MODEL_AUTO) return s->config->model;
  for (int model = 0; model < TC_MODEL_COUNT; model++)
    if (has_forecast(s, strategy, model)) best = model;
  return best;
}

tc_step_forecast *tc_session_find_forecast(const tc_session *s, const tc_strategy *strategy) {
  int i = 0;
  while (tc_strategy_at(i) != strategy) i++;
  return &s->forecast[i];
}

void tc_session_free_forecasts(tc_session *s) {
  s->reuse = s->excess_reuse = (tc_reuse){.rows = 0.0};
  for (int i = 0; s->forecast && i < tc_strategy_count(); i++) {
    tc_forecast_free(s->forecast[i].forecast);
    s->forecast[i] = (tc_step_forecast){.is_computed = false};
  }
}
