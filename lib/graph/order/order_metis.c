#include "graph/order/block_ordering.h"

static tc_status compute_metis(const tc_graph *graph, tc_block_ordering_options blocking, int32_t *order) {
  return tc_block_ordering_compute(graph, blocking, tc_order_find("rcm"), order);
}

const tc_order tc_order_metis = {
    .name = "metis",
    .summary = "METIS blocks of order.block cells along the quotient graph, reverse Cuthill-McKee inside",
    .in_blocks = true,
    .by_levels = true,
    .compute = compute_metis,
};
