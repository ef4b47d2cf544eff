#include "run/session/duration.h"

#include <math.h>

/* Returns the longest forecast in s of a step among all strategies with a forecast. */
static double slowest_step_s(const tc_forecasts *f, int model) {
  double most = 0.0;
  for (int i = 0; i < tc_strategy_count(); i++) {
    const double step_s = tc_forecasts_step_s(f, tc_strategy_at(i), model);
    if (step_s < INFINITY) most = fmax(most, step_s);
  }
  return most;
}

tc_status tc_duration_forecast(tc_forecasts *f, int strategies, const tc_strategy *const *strategy, int times,
                               tc_duration *out) {
  const tc_prepared *p = f->prepared;
  *out = (tc_duration){0.0, 0.0, NULL};
  TC_TRY(tc_forecasts_compute(f, NULL));
  if (!tc_forecasts_has_steps(f)) return TC_OK;
  const int model = tc_forecasts_model(f, NULL);
  const double steps = (double)p->choices.step.steps * times, most = slowest_step_s(f, model);
  for (int i = 0; i < strategies; i++) {
    const double step_s = tc_forecasts_step_s(f, strategy[i], model);
    const double own_s = steps * (step_s < INFINITY ? step_s : most);
    if (!tc_strategy_is_valid(strategy[i]) || !(own_s > 0.0)) continue;
    out->all_s += own_s;
    if (own_s <= out->longest_s) continue;
    out->longest_s = own_s;
    out->longest = strategy[i];
  }
  return TC_OK;
}
