/* The cycles of a function (blame/flow/flow_graph.h). */
#ifndef TC_BLAME_FLOW_CYCLES_H
#define TC_BLAME_FLOW_CYCLES_H

#include "blame/flow/flow_graph.h"

/* Fills cycle, cycles and outer. Errors: TC_INTERNAL out of memory. */
tc_status tb_flow_graph_find_cycles(tb_flow_graph *flow, tc_pool *pool);

#endif
