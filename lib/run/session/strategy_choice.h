/* Choice of the strategy of a run, with its forecast. Called after tc_session_set_up by the commands run,
 * compare and verify and by the study of orders. No step is made except the trial step of runs that solve
 * systems (tc_forecasts_compute). */
#ifndef TC_RUN_SESSION_STRATEGY_CHOICE_H
#define TC_RUN_SESSION_STRATEGY_CHOICE_H

#include "run/session/forecasts.h"

/* Collective. Called after tc_session_set_up. Returns the config's strategy. For `auto` it returns the
 * strategy with the shortest forecast among those that give a solution. The model is that of the config, or
 * for `auto` the best one that forecasts all these strategies. Without forecasts the strategy is `condensed`.
 * Logs the strategy, the forecast of a step and of all steps, and with -v the forecast gains. Errors are
 * returned on all ranks. */
tc_status tc_forecasts_select_strategy(tc_forecasts *forecasts, const tc_strategy **out);

#endif
