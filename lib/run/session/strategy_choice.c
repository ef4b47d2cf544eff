#include "run/session/strategy_choice.h"

#include <math.h>

#include "comm/world/mpi_world.h"
#include "report/document/strategy_gains.h"
#include "run/session/session_internal.h"
#include "solve/observe/monitor.h"

#define TC_PHASE "choosing a strategy"

/* Root only. Returns the index of the strategy with the shortest forecast; -1 if there is no forecast. */
static int find_shortest(const tc_session *s) {
  const int model = tc_session_forecast_model(s, NULL);
  double least = INFINITY;
  int shortest = -1;
  for (int i = 0; i < tc_strategy_count(); i++) {
    const double step_s = tc_session_forecast_s(s, tc_strategy_at(i), model);
    if (step_s < INFINITY)
      tc_log_write(s->log, TC_LOG_VERBOSE, "strategy %s: forecast %.3g s a step (%s model)",
                   tc_strategy_at(i)->name, step_s, tc_model_at(model)->name);
    if (step_s >= least) continue;
    least = step_s;
    shortest = i;
  }
  return shortest;
}

/* Collective. Returns the strategy with the shortest forecast, which is the same on all ranks. */
static tc_status choose_shortest(const tc_session *s, const tc_strategy **out) {
  int shortest = s->world->rank == 0 ? find_shortest(s) : -1;
  TC_TRY(TC_MPI(MPI_Bcast(&shortest, 1, MPI_INT, 0, tc_world_comm(s->world))));
  *out = shortest >= 0 ? tc_strategy_at(shortest) : tc_strategy_find("condensed");
  tc_log_write(s->log, TC_LOG_NORMAL, "strategy auto: %s, %s", (*out)->name,
               shortest >= 0 ? "the shortest forecast" : "no forecast available");
  return TC_OK;
}

/* Logs the parameters that the machine lacks for a forecast by `model`. They are logged at normal level if
 * the user named the model, and only with -v if the model is `auto`. */
static void log_missing_parameters(const tc_session *s, const tc_strategy *strategy, int model) {
  const tc_forecast *forecast = tc_session_find_forecast(s, strategy)->forecast;
  tc_line line = {0};
  if (s->config->model == TC_MODEL_AUTO) {
    tc_forecast_log_missing(forecast, model, s->log);
  } else if (tc_missing_params_count(&forecast[model].missing) > 0) {
    tc_missing_params_format(&forecast[model].missing, &line);
    tc_log_write(s->log, TC_LOG_NORMAL, "no forecast: the %s model needs %s", tc_model_at(model)->name,
                 line.text);
  } else if (s->device.device && !tc_model_at(model)->on_device) {
    tc_log_write(s->log, TC_LOG_NORMAL, "no forecast: the %s model does not model devices",
                 tc_model_at(model)->name);
  }
}

static void log_strategy(const tc_session *s, const tc_strategy *strategy) {
  const int model = tc_session_forecast_model(s, strategy);
  const double step_s = tc_session_forecast_s(s, strategy, model);
  char all[32];
  log_missing_parameters(s, strategy, model);
  if (!(step_s < INFINITY) || !tc_session_has_step_forecast(s)) return;
  tc_number_format_duration((double)s->step.steps * step_s, all, sizeof all);
  tc_log_write(s->log, TC_LOG_NORMAL, "forecast (%s model): %.3g ms a step, %lld steps in %s%s",
               tc_model_at(model)->name, 1e3 * step_s, (long long)s->step.steps, all,
               s->config->snapshots.file ? ", snapshots not counted" : "");
}

static void log_gains(const tc_session *s, int model) {
  double times[TC_STRATEGY_GAINS];
  tc_line line = {0};
  for (int c = 0; c < TC_STRATEGY_GAINS; c++)
    times[c] = tc_session_forecast_s(s, tc_strategy_find(tc_strategy_gains[c].from), model) /
               tc_session_forecast_s(s, tc_strategy_find(tc_strategy_gains[c].to), model);
  for (int c = 0; c < TC_STRATEGY_GAINS; c++)
    times[c] = isfinite(times[c]) && times[c] > 0.0 ? times[c] : (double)NAN;
  tc_strategy_gains_format(times, &line);
  if (line.length > 0) tc_log_write(s->log, TC_LOG_VERBOSE, "forecast speed-up by strategy: %s", line.text);
}

/* Collective. Forecasts and logs the speed-ups between strategies with -v, using the model of the run's
 * forecast. */
static tc_status forecast_changes(tc_session *s, const tc_strategy *strategy) {
  const int model = tc_session_forecast_model(s, strategy);
  if (!s->log || s->log->level < TC_LOG_VERBOSE) return TC_OK;
  TC_TRY(tc_session_forecast_gains(s));
  if (s->world->rank == 0) log_gains(s, model);
  return TC_OK;
}

tc_status tc_session_select_strategy(tc_session *s, const tc_strategy **out) {
  *out = s->config->strategy;
  TC_TRY(tc_session_forecast(s, *out));
  if (!*out) TC_TRY(choose_shortest(s, out));
  log_strategy(s, *out);
  return forecast_changes(s, *out);
}
