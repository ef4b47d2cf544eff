/* Nested cycles of a flow graph. Called by flow_graph.c as its last step. The members `forth`, `order`
 * and `reached` must be set before. For a reducible graph the cycles are the loops of the source. */
#ifndef TC_BLAME_FLOW_CYCLES_H
#define TC_BLAME_FLOW_CYCLES_H

#include "blame/flow/flow_graph.h"

/* Fills in the members cycle, cycles and outer. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_flow_graph_find_cycles(tb_flow_graph *flow, tc_pool *pool);

#endif
