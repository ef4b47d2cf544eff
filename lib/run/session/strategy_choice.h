/* Selects the strategy of a run and logs its forecast. Called after tc_session_set_up by the commands run,
 * compare and verify and by the comparison of orders. No step is computed except the trial step of runs that
 * solve linear systems (tc_forecasts_compute). */
#ifndef TC_RUN_SESSION_STRATEGY_CHOICE_H
#define TC_RUN_SESSION_STRATEGY_CHOICE_H

#include "run/session/forecasts.h"

/* Collective. Called after tc_session_set_up. Returns the config's strategy. For strategy: auto it returns
 * the strategy with the shortest forecast of a step among the strategies that exchange ghosts and therefore
 * compute the solution. The config selects the model of these forecasts. For model: auto it is the best model
 * that has forecasts for all these strategies. If there are no forecasts, returns `condensed`. Logs the
 * strategy, the forecasts of a step and of all steps, and with -v the forecast speed-ups between strategies.
 * Errors are returned on all ranks. */
tc_status tc_forecasts_select_strategy(tc_forecasts *forecasts, const tc_strategy **out);

#endif
