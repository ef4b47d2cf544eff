#include "run/session/strategy_choice.h"

#include <math.h>

#include "base/text/number_format.h"
#include "comm/world/mpi_world.h"
#include "report/document/strategy_gains.h"

#define TC_PHASE "choosing a strategy"

/* Root only. Returns the index of the strategy with the shortest forecast; -1 if there is no forecast. */
static int find_shortest(const tc_forecasts *f) {
  const tc_prepared *p = f->prepared;
  const int model = tc_forecasts_model(f, NULL);
  double least = INFINITY;
  int shortest = -1;
  for (int i = 0; i < tc_strategy_count(); i++) {
    const double step_s = tc_forecasts_step_s(f, tc_strategy_at(i), model);
    if (step_s < INFINITY)
      tc_log_write(p->plan->log, TC_LOG_VERBOSE, "strategy %s: forecast %.3g s a step (%s model)",
                   tc_strategy_at(i)->name, step_s, tc_model_at(model)->name);
    if (step_s >= least) continue;
    least = step_s;
    shortest = i;
  }
  return shortest;
}

/* Collective. Returns the strategy with the shortest forecast, which is the same on all ranks. */
static tc_status choose_shortest(const tc_forecasts *f, const tc_strategy **out) {
  const tc_prepared *p = f->prepared;
  int shortest = p->plan->world->rank == 0 ? find_shortest(f) : -1;
  TC_TRY(TC_MPI(p->plan->world, MPI_Bcast(&shortest, 1, MPI_INT, 0, tc_world_comm(p->plan->world))));
  *out = shortest >= 0 ? tc_strategy_at(shortest) : tc_strategy_find("condensed");
  tc_log_write(p->plan->log, TC_LOG_NORMAL, "strategy auto: %s, %s", (*out)->name,
               shortest >= 0 ? "the shortest forecast" : "no forecast available");
  return TC_OK;
}

/* Logs which machine parameters are missing for a forecast by `model`. If the config's model is `auto`, logs
 * them only with -v. */
static void log_missing_parameters(const tc_forecasts *f, const tc_strategy *strategy, int model) {
  const tc_prepared *p = f->prepared;
  const tc_forecast *forecast = tc_forecasts_find(f, strategy)->forecast;
  tc_line line = {0};
  if (p->plan->config->model == TC_MODEL_AUTO) {
    tc_forecast_log_missing(forecast, model, p->plan->log);
  } else if (tc_missing_params_count(&forecast[model].missing) > 0) {
    tc_missing_params_format(&forecast[model].missing, &line);
    tc_log_write(p->plan->log, TC_LOG_NORMAL, "no forecast: the %s model needs %s", tc_model_at(model)->name,
                 line.text);
  } else if (p->plan->device.device && !tc_model_at(model)->on_device) {
    tc_log_write(p->plan->log, TC_LOG_NORMAL,
                 "no forecast: the %s model does not support devices: set model to auto",
                 tc_model_at(model)->name);
  }
}

static void log_strategy(const tc_forecasts *f, const tc_strategy *strategy) {
  const tc_prepared *p = f->prepared;
  const int model = tc_forecasts_model(f, strategy);
  const double step_s = tc_forecasts_step_s(f, strategy, model);
  char all[32];
  log_missing_parameters(f, strategy, model);
  if (step_s < INFINITY && p->choices.stable_step.most_stages > 0)
    tc_log_write(p->plan->log, TC_LOG_NORMAL,
                 "forecast (%s model): %.3g ms a product; the number of products is unknown",
                 tc_model_at(model)->name, 1e3 * step_s / (double)p->choices.stable_step.stages);
  if (!(step_s < INFINITY) || !tc_forecasts_has_steps(f)) return;
  tc_number_format_duration((double)p->choices.step.steps * step_s, all, sizeof all);
  /* Example: forecast (refined model): 1.2 ms a step, 1000 steps in 1.2 s, snapshots not counted */
  tc_log_write(p->plan->log, TC_LOG_NORMAL, "forecast (%s model): %.3g ms a step, %lld steps in %s%s",
               tc_model_at(model)->name, 1e3 * step_s, (long long)p->choices.step.steps, all,
               p->plan->config->snapshots.file ? ", snapshots not counted" : "");
}

static void log_gains(const tc_forecasts *f, int model) {
  const tc_prepared *p = f->prepared;
  double times[TC_STRATEGY_GAINS];
  tc_line line = {0};
  for (int c = 0; c < TC_STRATEGY_GAINS; c++)
    times[c] = tc_forecasts_step_s(f, tc_strategy_find(tc_strategy_gains[c].from), model) /
               tc_forecasts_step_s(f, tc_strategy_find(tc_strategy_gains[c].to), model);
  for (int c = 0; c < TC_STRATEGY_GAINS; c++)
    times[c] = isfinite(times[c]) && times[c] > 0.0 ? times[c] : (double)NAN;
  tc_strategy_gains_format(times, &line);
  if (line.length > 0)
    tc_log_write(p->plan->log, TC_LOG_VERBOSE, "forecast speed-up by strategy: %s", line.text);
}

/* Collective. With -v, forecasts and logs the speed-up of each strategy over others, by the model that
 * forecasts the run. */
static tc_status forecast_changes(tc_forecasts *f, const tc_strategy *strategy) {
  const tc_prepared *p = f->prepared;
  const int model = tc_forecasts_model(f, strategy);
  if (!p->plan->log || p->plan->log->level < TC_LOG_VERBOSE) return TC_OK;
  TC_TRY(tc_forecasts_compute_gains(f));
  if (p->plan->world->rank == 0) log_gains(f, model);
  return TC_OK;
}

static tc_status select_strategy(tc_forecasts *f, const tc_strategy **out) {
  *out = f->prepared->plan->config->strategy;
  TC_TRY(tc_forecasts_compute(f, *out));
  if (!*out) TC_TRY(choose_shortest(f, out));
  log_strategy(f, *out);
  return forecast_changes(f, *out);
}

tc_status tc_forecasts_select_strategy(tc_forecasts *f, const tc_strategy **out) {
  TC_JOB_TRY(f->prepared->plan->log, TC_JOB_PHASE_count, select_strategy(f, out));
  return TC_OK;
}
