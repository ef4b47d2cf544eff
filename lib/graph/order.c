#include "graph/order.h"

#include <string.h>

#include "base/memory.h"
#include "graph/order_methods.h"

static const tc_order orders[] = {
#define TC_ORDER(name, summary) {#name, summary, tc_order_make_##name},
#include "graph/orders.def"
#undef TC_ORDER
};

int tc_order_count(void) { return (int)(sizeof orders / sizeof *orders); }

const tc_order *tc_order_at(int index) { return &orders[index]; }

const tc_order *tc_order_find(const char *name) {
  for (int i = 0; i < tc_order_count(); i++)
    if (strcmp(orders[i].name, name) == 0) return &orders[i];
  return NULL;
}

tc_status tc_order_make_none(const tc_graph *graph, int32_t block, int32_t *order) {
  (void)block;
  for (int32_t v = 0; v < graph->vertices; v++) order[v] = v;
  return TC_OK;
}

tc_status tc_order_make_rcm(const tc_graph *graph, int32_t block, int32_t *order) {
  (void)block;
  return tc_order_rcm(graph, order);
}

/* Orders the members of one part and writes them, in the graph's numbering, to order[]. */
static tc_status order_part(const tc_graph *graph, int32_t members, const int32_t *member,
                            const tc_order *method, int32_t block, int32_t *local, int32_t *order) {
  tc_graph *sub = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, tc_graph_induce(graph, members, member, local, &sub));
  TC_GUARD(status, method->make(sub, block, order));
  for (int32_t i = 0; i < members; i++) order[i] = member[order[i]];
cleanup:
  tc_graph_destroy(&sub);
  return status;
}

tc_status tc_order_within_parts(const tc_graph *graph, const int32_t *part, int32_t parts,
                                const tc_order *method, int32_t block, int32_t *order) {
  if (parts == 1) return method->make(graph, block, order);
  int32_t *begin = NULL, *group = NULL, *local = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(begin, (size_t)parts + 1));
  TC_GUARD(status, TC_ALLOC(group, graph->vertices));
  TC_GUARD(status, TC_ALLOC(local, graph->vertices));
  tc_graph_group(graph->vertices, part, parts, begin, group);
  for (int32_t v = 0; v < graph->vertices; v++) local[v] = -1;
  for (int32_t p = 0; p < parts; p++)
    TC_GUARD(status, order_part(graph, begin[p + 1] - begin[p], group + begin[p], method, block, local,
                                order + begin[p]));
cleanup:
  tc_free(begin);
  tc_free(group);
  tc_free(local);
  return status;
}
