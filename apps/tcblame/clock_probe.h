/* Whether clocks may be used here. */
#ifndef TC_TCBLAME_CLOCK_PROBE_H
#define TC_TCBLAME_CLOCK_PROBE_H

#include <stdint.h>

#include "base/core/status.h"

/* The clock that was asked for; NULL: task, or cpu where that is refused. *out: its name. The first of
 * several ranks says on stderr when it is not as good as wished: another clock, a longer period, without the
 * time in the system. Errors: TC_INTERNAL, naming what the system's settings forbid. */
tc_status tb_clock_probe(const char *asked, int64_t period_ns, const char **out);

#endif
