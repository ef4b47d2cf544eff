/* Forecast duration of several runs of one session, computed before the first run. The command compare and
 * the comparison of orders call it after tc_session_set_up, to warn of a long job. Durations include the
 * steps only, not the setup and the outputs. */
#ifndef TC_RUN_SESSION_DURATION_H
#define TC_RUN_SESSION_DURATION_H

#include "run/session/forecasts.h"

/* Total duration in s of all runs above which the callers warn. */
static const double tc_duration_long_s = 600.0;

typedef struct tc_duration {
  double all_s, longest_s;
  const tc_strategy *longest; /* strategy that needs longest_s; NULL if no strategy has a forecast */
} tc_duration;

/* Collective. Called after tc_session_set_up. Forecasts the total duration of `times` runs with each of
 * strategy[strategies]. A strategy without a forecast is assumed to be as slow as the slowest forecast.
 * Strategies whose field is not a solution are not counted. *out is set on the root only. Errors are returned
 * on all ranks. */
tc_status tc_duration_forecast(tc_forecasts *forecasts, int strategies, const tc_strategy *const *strategy,
                               int times, tc_duration *out);

#endif
