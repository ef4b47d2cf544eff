/* Orderings of the vertices of a graph. An order lists vertices in their new sequence: order[new] = old. */
#ifndef TC_GRAPH_ORDER_H
#define TC_GRAPH_ORDER_H

#include "base/registry.h"
#include "graph/graph.h"

typedef struct tc_order {
  const char *name;    /* as written in a config */
  const char *summary; /* one line for `tetracast list` */
  /* Fills order[graph->vertices]. block: wished vertices per METIS block, 0: one block (other methods ignore
   * it). */
  tc_status (*make)(const tc_graph *graph, int32_t block, int32_t *order);
} tc_order;

TC_REGISTRY(tc_order); /* orders.def */

/* Orders each part by `method` and lays the parts one after the other in rising part number. */
tc_status tc_order_within_parts(const tc_graph *graph, const int32_t *part, int32_t parts,
                                const tc_order *method, int32_t block, int32_t *order);

#endif
