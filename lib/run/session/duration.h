/* Forecast duration of several runs of one session, computed before the first of them. The command compare
 * and the study of orders call it after tc_session_set_up, to warn of a long job. Durations are those of the
 * steps alone, without the setup and the outputs. */
#ifndef TC_RUN_SESSION_DURATION_H
#define TC_RUN_SESSION_DURATION_H

#include "run/session/forecasts.h"

/* Duration in s of all runs from which the callers warn. */
static const double tc_duration_long_s = 600.0;

typedef struct tc_duration {
  double all_s, longest_s;
  const tc_strategy *longest; /* strategy that needs longest_s; NULL if no strategy has a forecast */
} tc_duration;

/* Collective. Called after tc_session_set_up. Forecasts the total duration of `times` runs with each of
 * strategy[strategies]. A strategy that no model describes counts like the slowest forecast, because such
 * strategies are slower than all others. Strategies that give no solution are not counted. *out is valid on
 * the root. Errors are returned on all ranks. */
tc_status tc_duration_forecast(tc_forecasts *forecasts, int strategies, const tc_strategy *const *strategy,
                               int times, tc_duration *out);

#endif
