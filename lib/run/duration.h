/* How long a comparison will take, before it begins. */
#ifndef TC_RUN_DURATION_H
#define TC_RUN_DURATION_H

#include "run/session.h"

/* Collective, after tc_session_set_up. Warns when the forecast of all strategies, each `times` times, is
 * long. One that no model describes counts as long as the slowest that there is a forecast for, because such
 * are slower still. Errors on all ranks. */
tc_status tc_session_warn_if_long(tc_session *session, int strategies, const tc_strategy *const *strategy,
                                  int times);

#endif
