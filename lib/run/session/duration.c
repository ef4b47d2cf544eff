#include "run/session/duration.h"

#include <math.h>

/* Returns the longest forecast of a step among the strategies that have one. */
static double slowest_step_s(const tc_session *s, int model) {
  double most = 0.0;
  for (int i = 0; i < tc_strategy_count(); i++) {
    const double step_s = tc_session_forecast_s(s, tc_strategy_at(i), model);
    if (step_s < INFINITY) most = fmax(most, step_s);
  }
  return most;
}

tc_status tc_duration_forecast(tc_session *s, int strategies, const tc_strategy *const *strategy, int times,
                               tc_duration *out) {
  *out = (tc_duration){0.0, 0.0, NULL};
  TC_TRY(tc_session_forecast(s, NULL));
  if (!tc_session_has_step_forecast(s)) return TC_OK;
  const int model = tc_session_forecast_model(s, NULL);
  const double steps = (double)s->step.steps * times, most = slowest_step_s(s, model);
  for (int i = 0; i < strategies; i++) {
    const double step_s = tc_session_forecast_s(s, strategy[i], model);
    const double own_s = steps * (step_s < INFINITY ? step_s : most);
    if (!tc_strategy_valid(strategy[i]) || !(own_s > 0.0)) continue;
    out->all_s += own_s;
    if (own_s <= out->longest_s) continue;
    out->longest_s = own_s;
    out->longest = strategy[i];
  }
  return TC_OK;
}
