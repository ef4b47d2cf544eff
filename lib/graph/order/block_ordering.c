#include "graph/order/block_ordering.h"

#include "base/core/memory.h"
#include "graph/partition/partition.h"

/* Renumbers the parts (METIS blocks) in the order of reverse Cuthill-McKee of the quotient graph, so that
 * neighbouring blocks are near each other in memory. */
static tc_status renumber_parts(const tc_graph *graph, int32_t parts, int32_t *part) {
  tc_graph *quotient = NULL;
  int32_t *sequence = NULL, *number = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, tc_graph_quotient(graph, part, parts, &quotient));
  TC_GUARD(status, TC_ALLOC(sequence, parts));
  TC_GUARD(status, TC_ALLOC(number, parts));
  TC_GUARD(status, tc_order_find("rcm")->compute(quotient, (tc_block_ordering_options){0}, sequence));
  for (int32_t i = 0; i < parts; i++) number[sequence[i]] = i;
  for (int32_t v = 0; v < graph->vertices; v++) part[v] = number[part[v]];
cleanup:
  tc_graph_destroy(&quotient);
  tc_free(sequence);
  tc_free(number);
  return status;
}

tc_status tc_block_ordering_compute(const tc_graph *graph, tc_block_ordering_options blocking,
                                    const tc_order *inner_order, int32_t *order) {
  const int32_t block = blocking.block;
  int32_t parts = block > 0 ? graph->vertices / block + (graph->vertices % block != 0) : 1;
  if (parts <= 1) return inner_order->compute(graph, (tc_block_ordering_options){0}, order);
  int32_t *part = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(part, graph->vertices));
  TC_GUARD(status, tc_partition_metis(graph, parts, blocking.objective, part));
  TC_GUARD(status, renumber_parts(graph, parts, part));
  TC_GUARD(status,
           tc_order_within_parts(graph, part, parts, inner_order, (tc_block_ordering_options){0}, order));
cleanup:
  tc_free(part);
  return status;
}
