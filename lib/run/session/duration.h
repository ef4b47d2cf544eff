/* How long several marches will take, before they begin. */
#ifndef TC_RUN_SESSION_DURATION_H
#define TC_RUN_SESSION_DURATION_H

#include "run/session/session.h"

/* From which on a warning is due. */
static const double tc_duration_long_s = 600.0;

typedef struct tc_duration {
  double all_s, longest_s;
  const tc_strategy *longest; /* whose steps take longest_s; NULL: nothing is asked for that is forecast */
} tc_duration;

/* Collective, after tc_session_set_up: all steps with each of the strategies, so many times over. One that no
 * model describes counts as long as the slowest that there is a forecast for, because such are slower still;
 * one that does not solve the problem does not count. *out is known on the root. Errors on all ranks. */
tc_status tc_duration_forecast(tc_session *session, int strategies, const tc_strategy *const *strategy,
                               int times, tc_duration *out);

#endif
