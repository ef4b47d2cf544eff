/* How long a comparison will take, before it begins. */
#ifndef TC_APP_EFFORT_H
#define TC_APP_EFFORT_H

#include "lists.h"
#include "session.h"

/* Collective, after tc_session_set_up. Warns when the forecast of all strategies, each `times` times, is
 * long. One that no model describes counts as long as the slowest that there is a forecast for, because such
 * are slower still. Errors on all ranks. */
tc_status tc_effort_warn(tc_session *session, const tc_strategy_list *strategies, int times);

#endif
