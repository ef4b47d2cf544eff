#include "run/duration.h"

#include <math.h>

#include "base/memory.h"
#include "run/strategy_choice.h"
#include "solve/monitor.h"

/* Seconds from which on a warning is due. */
static const double long_s = 600.0;

/* Of all strategies that solve the problem and have a forecast. */
static double slowest(const double *step_s) {
  double most = 0.0;
  for (int i = 0; i < tc_strategy_count(); i++)
    if (tc_strategy_at(i)->valid && step_s[i] < INFINITY) most = fmax(most, step_s[i]);
  return most;
}

static void warn(const tc_session *s, int strategies, const tc_strategy *const *asked, int times,
                 const double *step_s) {
  const double steps = (double)s->step.steps * times, most = slowest(step_s);
  double all_s = 0.0, longest_s = -1.0;
  const char *longest = "";
  for (int i = 0; i < tc_strategy_count(); i++) {
    const tc_strategy *strategy = tc_strategy_at(i);
    bool counts = false;
    for (int k = 0; k < strategies; k++) counts = counts || asked[k] == strategy;
    if (!counts || !strategy->valid) continue;
    const double own_s = steps * (step_s[i] < INFINITY ? step_s[i] : most);
    all_s += own_s;
    if (own_s > longest_s) longest = strategy->name;
    longest_s = fmax(longest_s, own_s);
  }
  if (all_s < long_s) return;
  char all[48], one[48];
  tc_monitor_duration(all_s, all, sizeof all);
  tc_monitor_duration(longest_s, one, sizeof one);
  tc_log_warn(s->log,
              "this takes about %s by the forecast, of which %s %s or more; --strategies leaves some out, -s "
              "time.steps=N makes it shorter",
              all, longest, one);
}

tc_status tc_session_warn_if_long(tc_session *s, int strategies, const tc_strategy *const *strategy,
                                  int times) {
  double *step_s = NULL;
  TC_TRY(TC_WORLD_ALLOC(s->world, step_s, tc_strategy_count()));
  tc_status status = tc_session_forecast_steps(s, step_s);
  if (!status && s->world->rank == 0) warn(s, strategies, strategy, times, step_s);
  tc_free(step_s);
  return status;
}
