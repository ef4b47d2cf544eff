/* Chooses a sampling clock that this system permits. Called by tcblame run before it starts the program. */
#ifndef TC_TCBLAME_CLOCK_PROBE_H
#define TC_TCBLAME_CLOCK_PROBE_H

#include <stdint.h>

#include "base/core/status.h"

/* Tests the clock `asked`. If `asked` is NULL, tests the clock task, and cpu if task is not permitted. *out
 * receives the name of the chosen clock. The first of several ranks warns on stderr if another clock or a
 * longer period is used or if kernel code is not sampled. Errors: TC_INTERNAL if the clock is not available
 * or the system's settings forbid it. */
tc_status tb_clock_probe(const char *asked, int64_t period_ns, const char **out);

#endif
