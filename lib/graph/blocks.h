/* Orders that are made of METIS blocks. Not collective. */
#ifndef TC_GRAPH_BLOCKS_H
#define TC_GRAPH_BLOCKS_H

#include "graph/order.h"

/* Blocks of about `block` vertices (0: one block), each in the order `inside`; the blocks themselves follow
 * reverse Cuthill-McKee of the quotient graph. order[graph->vertices] as in tc_order.make. */
tc_status tc_blocks_order(const tc_graph *graph, int32_t block, const tc_order *inside, int32_t *order);

#endif
