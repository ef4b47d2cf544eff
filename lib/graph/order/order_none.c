#include "graph/order/order.h"

static tc_status compute_none(const tc_graph *graph, tc_block_ordering_options blocking, int32_t *order) {
  (void)blocking;
  for (int32_t v = 0; v < graph->vertices; v++) order[v] = v;
  return TC_OK;
}

const tc_order tc_order_none = {.name = "none", .summary = "order of the mesh file", .compute = compute_none};
