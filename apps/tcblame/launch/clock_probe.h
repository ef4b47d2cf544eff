/* Chooses a sampling clock (sampler/clocks.def) that this system permits. Called by tcblame run before it
 * starts the program. */
#ifndef TC_TCBLAME_CLOCK_PROBE_H
#define TC_TCBLAME_CLOCK_PROBE_H

#include <stdint.h>

#include "base/core/status.h"

/* Tests the clock with the name `requested` by starting it with the period period_ns. If `requested` is NULL,
 * tests the clock `task` and, if this clock does not start, the clock `cpu`. Sets *out to the name of the
 * clock that starts. The first process of a launch writes a warning to stderr in three cases: `cpu` replaces
 * `task`, the period is raised to the minimum of the clock, or kernel code is not sampled. Errors:
 * TC_INTERNAL if the clock is not available or the system's settings forbid it. */
tc_status tb_clock_probe(const char *requested, int64_t period_ns, const char **out);

#endif
