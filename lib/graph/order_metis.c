/* METIS blocks with another order inside each; the blocks themselves follow reverse Cuthill-McKee of the
 * quotient graph, so that neighbouring blocks lie near each other in memory. */
#include "base/memory.h"
#include "graph/order_methods.h"
#include "graph/split.h"

/* Renumbers the parts along the quotient graph. */
static tc_status lay_along_quotient(const tc_graph *graph, int32_t parts, int32_t *part) {
  tc_graph *quotient = NULL;
  int32_t *sequence = NULL, *number = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, tc_graph_quotient(graph, part, parts, &quotient));
  TC_GUARD(status, TC_ALLOC(sequence, parts));
  TC_GUARD(status, TC_ALLOC(number, parts));
  TC_GUARD(status, tc_order_rcm(quotient, sequence));
  for (int32_t i = 0; i < parts; i++) number[sequence[i]] = i;
  for (int32_t v = 0; v < graph->vertices; v++) part[v] = number[part[v]];
cleanup:
  tc_graph_destroy(&quotient);
  tc_free(sequence);
  tc_free(number);
  return status;
}

static tc_status order_blocks(const tc_graph *graph, int32_t block, const tc_order *inside, int32_t *order) {
  int32_t parts = block > 0 ? graph->vertices / block + (graph->vertices % block != 0) : 1;
  if (parts <= 1) return inside->make(graph, 0, order);
  int32_t *part = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(part, graph->vertices));
  TC_GUARD(status, tc_split_metis(graph, parts, part));
  TC_GUARD(status, lay_along_quotient(graph, parts, part));
  TC_GUARD(status, tc_order_within_parts(graph, part, parts, inside, 0, order));
cleanup:
  tc_free(part);
  return status;
}

tc_status tc_order_make_metis(const tc_graph *graph, int32_t block, int32_t *order) {
  return order_blocks(graph, block, tc_order_find("rcm"), order);
}

tc_status tc_order_make_blocks(const tc_graph *graph, int32_t block, int32_t *order) {
  return order_blocks(graph, block, tc_order_find("none"), order);
}
