/* Which strategy a run takes. */
#ifndef TC_RUN_SESSION_STRATEGY_CHOICE_H
#define TC_RUN_SESSION_STRATEGY_CHOICE_H

#include "run/session/session.h"

/* Collective, after tc_session_set_up. The config's strategy, or for `auto` the valid one with the shortest
 * forecast: by the config's model, or for `auto` the best that forecasts all of them (condensed where there
 * is no forecast). Tells the log which one and how long the steps will take. No step is made. Errors on all
 * ranks. */
tc_status tc_session_select_strategy(tc_session *session, const tc_strategy **out);

#endif
