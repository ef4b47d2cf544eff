#include "graph/order/block_ordering.h"

static tc_status compute_blocks(const tc_graph *graph, tc_block_ordering_options blocking, int32_t *order) {
  return tc_block_ordering_compute(graph, blocking, tc_order_find("none"), order);
}

const tc_order tc_order_blocks = {
    .name = "blocks",
    .summary =
        "METIS blocks of order.block cells, mesh order in each block, to measure the effect of ordering in "
        "blocks",
    .in_blocks = true,
    .compute = compute_blocks,
};
