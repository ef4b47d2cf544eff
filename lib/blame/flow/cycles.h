/* Finds the loops of a function as nested cycles of its flow graph. flow_graph.c calls it as the last step of
 * building the graph, when the members `forth`, `order` and `reached` are set. If each loop has a single
 * entry block (a reducible graph), the cycles are exactly the loops of the source. */
#ifndef TC_BLAME_FLOW_CYCLES_H
#define TC_BLAME_FLOW_CYCLES_H

#include "blame/flow/flow_graph.h"

/* Sets the members `cycle`, `cycles` and `outer` of the graph. `pool` owns their memory. Errors: TC_INTERNAL
 * if memory is exhausted. */
tc_status tb_flow_graph_find_cycles(tb_flow_graph *flow, tc_pool *pool);

#endif
