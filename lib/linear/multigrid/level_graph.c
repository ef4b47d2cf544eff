#include "linear/multigrid/level_graph.h"

#include <string.h>

#include "base/numeric/hash.h"

double tc_level_graph_diagonal(const tc_level_graph *graph, int32_t i) {
  double sum = graph->excess[i];
  for (int64_t k = graph->begin[i]; k < graph->begin[i + 1]; k++) sum += (double)graph->coupling[k];
  return sum;
}

void tc_level_graph_destroy(tc_level_graph **graph) {
  if (*graph) tc_halo_destroy(&(*graph)->owned_halo);
  TC_POOL_DESTROY_OWNER(graph);
}

/* Returns a hash of the ids and values of a row, which does not depend on the order of the entries. */
static uint64_t hash_row(const tc_level_graph *graph, int32_t i) {
  const uint64_t row = tc_hash_mix((uint64_t)graph->id[i]);
  uint64_t hash = tc_hash_element(row, graph->excess[i]);
  for (int64_t k = graph->begin[i]; k < graph->begin[i + 1]; k++)
    hash += tc_hash_element(row + 1 + (uint64_t)graph->id[graph->column[k]], (double)graph->coupling[k]);
  return hash;
}

tc_status tc_level_graph_hash(const tc_level_graph *graph, uint64_t *out) {
  uint64_t hash = 0;
  int64_t sum;
#pragma omp parallel for schedule(static) reduction(+ : hash)
  for (int32_t i = 0; i < graph->rows; i++) hash += hash_row(graph, i);
  memcpy(&sum, &hash, sizeof sum);
  TC_TRY(tc_world_sum_int64(graph->world, &sum, 1));
  memcpy(out, &sum, sizeof sum);
  return TC_OK;
}
