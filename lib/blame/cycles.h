/* The cycles of a function (blame/flow.h). */
#ifndef TC_BLAME_CYCLES_H
#define TC_BLAME_CYCLES_H

#include "blame/flow.h"

/* Fills cycle, cycles and outer. Errors: TC_INTERNAL out of memory. */
tc_status tc_flow_cycles(tc_flow *flow, tc_pool *pool);

#endif
