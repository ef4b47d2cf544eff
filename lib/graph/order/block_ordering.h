/* Ordering by METIS blocks, shared by the methods `metis` and `blocks`, which differ in the order within a
 * block. Internal to these two: each calls the function from its own tc_order.compute. METIS divides the
 * graph into blocks, which are then sorted such that adjacent blocks are close to each other. Not
 * collective. */
#ifndef TC_GRAPH_BLOCK_ORDERING_H
#define TC_GRAPH_BLOCK_ORDERING_H

#include "graph/order/order.h"

/* Fills order[graph->vertices] with an ordering of the vertices. METIS divides the graph into blocks of about
 * blocking.block vertices, or into one block if that number is 0. The blocks are sorted by reverse
 * Cuthill-McKee of the quotient graph, and the method `inner_order` orders the vertices of each block.
 * Errors: those of tc_partition_metis and of `inner_order`; TC_INTERNAL if memory is exhausted. */
tc_status tc_block_ordering_compute(const tc_graph *graph, tc_block_ordering_options blocking,
                                    const tc_order *inner_order, int32_t *order);

#endif
