#include "graph/blocks.h"

static tc_status make(const tc_graph *graph, int32_t block, int32_t *order) {
  return tc_blocks_order(graph, block, tc_order_find("none"), order);
}

const tc_order tc_order_blocks = {
    .name = "blocks",
    .summary =
        "METIS blocks of order.block cells, in the mesh's own order inside: shows what order inside is worth",
    .make = make,
};
