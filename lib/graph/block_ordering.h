/* Orders that are made of METIS blocks. Not collective. */
#ifndef TC_GRAPH_BLOCK_ORDERING_H
#define TC_GRAPH_BLOCK_ORDERING_H

#include "graph/order.h"

/* Blocks of METIS, each in the order `inside`; the blocks themselves follow
 * reverse Cuthill-McKee of the quotient graph. order[graph->vertices] as in tc_order.make. */
tc_status tc_block_ordering_compute(const tc_graph *graph, tc_block_ordering_options blocking,
                                    const tc_order *inside, int32_t *order);

#endif
