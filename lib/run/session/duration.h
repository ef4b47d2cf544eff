/* Forecast of the total time of several runs that one session will make. The command `compare` and the
 * comparison of orders call it after tc_session_set_up and before the first run, and warn if the runs will
 * take long. The times include only the steps, not the setup and the outputs. */
#ifndef TC_RUN_SESSION_DURATION_H
#define TC_RUN_SESSION_DURATION_H

#include "run/session/forecasts.h"

/* Total time in s of all runs above which the callers warn. */
static const double tc_duration_long_s = 600.0;

/* Forecast times of the runs. */
typedef struct tc_duration {
  double all_s, longest_s;    /* time in s of all runs together, and of all runs with the slowest strategy */
  const tc_strategy *longest; /* the slowest strategy; NULL if no strategy has a forecast */
} tc_duration;

/* Collective. Called after tc_session_set_up. Forecasts the time of `times` runs with each of
 * strategy[strategies]. A step with a strategy without a forecast is assumed to take as long as the slowest
 * step that has a forecast. Strategies that exchange no ghosts, and therefore compute a wrong field, are not
 * counted. *out is set on the root only. Errors are returned on all ranks. */
tc_status tc_duration_forecast(tc_forecasts *forecasts, int strategies, const tc_strategy *const *strategy,
                               int times, tc_duration *out);

#endif
