/* What lies ahead of a run: the strategy, and how long it will take. */
#ifndef TC_RUN_STRATEGY_CHOICE_H
#define TC_RUN_STRATEGY_CHOICE_H

#include "run/session.h"

/* Collective, after tc_session_set_up. The config's strategy, or for `auto` the valid one with the shortest
 * forecast: by the config's model, or for `auto` the best that forecasts all of them (condensed where there
 * is no forecast). Tells the log which one and how long the steps will take. Counts are exact, no step
 * is made. Errors on all ranks. */
tc_status tc_session_choose_strategy(tc_session *session, const tc_strategy **out);

/* Collective, after tc_session_set_up. On the root step_s[i] becomes the forecast of a step with strategy i
 * of tc_strategy_at by the config's model, INFINITY without one. Errors on all
 * ranks. */
tc_status tc_session_forecast_steps(tc_session *session, double *step_s);

#endif
