#include "graph/order/order.h"

#define TC_REGISTRY_TYPE tc_order
#define TC_REGISTRY_DEF  "graph/order/orders.def"
#include "base/text/registry.inc"

void tc_order_describe(const tc_order *order, int32_t block, tc_line *line) {
  tc_line_add(line, "%s", order->name);
  if (order->in_blocks && block > 0) tc_line_add(line, ", %d cells a block", (int)block);
  if (order->in_blocks && block == 0) tc_line_add(line, ", one block per rank");
}

/* Orders the vertices member[members] of one part by `method` and writes them to order[members] in the
 * numbering of the whole graph. */
static tc_status order_part(const tc_graph *graph, int32_t members, const int32_t *member,
                            const tc_order *method, tc_block_ordering_options blocking, int32_t *local,
                            int32_t *order) {
  tc_graph *sub = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, tc_graph_induce(graph, members, member, local, &sub));
  TC_GUARD(status, method->compute(sub, blocking, order));
  for (int32_t i = 0; i < members; i++) order[i] = member[order[i]];
cleanup:
  tc_graph_destroy(&sub);
  return status;
}

tc_status tc_order_within_parts(const tc_graph *graph, const int32_t *part, int32_t parts,
                                const tc_order *method, tc_block_ordering_options blocking, int32_t *order) {
  if (parts == 1) return method->compute(graph, blocking, order);
  int32_t *begin, *group, *local;
  tc_pool memory = {0};
  tc_status status = TC_OK;
  TC_GUARD(status, TC_POOL_ARRAY(&memory, begin, (size_t)parts + 1));
  TC_GUARD(status, TC_POOL_ARRAY(&memory, group, graph->vertices));
  TC_GUARD(status, TC_POOL_ARRAY(&memory, local, graph->vertices));
  tc_graph_group(graph->vertices, part, parts, begin, group);
  for (int32_t v = 0; v < graph->vertices; v++) local[v] = -1;
  for (int32_t p = 0; p < parts; p++)
    TC_GUARD(status, order_part(graph, begin[p + 1] - begin[p], group + begin[p], method, blocking, local,
                                order + begin[p]));
cleanup:
  tc_pool_free(&memory);
  return status;
}
