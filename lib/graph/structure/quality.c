#include "graph/structure/quality.h"

#include <stdlib.h>

#include "base/core/memory.h"

int64_t tc_quality_cut(const tc_graph *graph, const int32_t *part) {
  int64_t cut = 0;
  for (int32_t v = 0; v < graph->vertices; v++)
    for (int32_t e = graph->start[v]; e < graph->start[v + 1]; e++)
      cut += v < graph->adjacent[e] && part[v] != part[graph->adjacent[e]];
  return cut;
}

tc_status tc_quality_volume(const tc_graph *graph, const int32_t *part, int32_t parts, int64_t *out) {
  int32_t *seen = NULL; /* [parts] last vertex for which each part was counted; -1 if there is none */
  TC_TRY(TC_ALLOC(seen, parts));
  for (int32_t p = 0; p < parts; p++) seen[p] = -1;
  *out = 0;
  for (int32_t v = 0; v < graph->vertices; v++) {
    seen[part[v]] = v;
    for (int32_t e = graph->start[v]; e < graph->start[v + 1]; e++) {
      int32_t *last_vertex = &seen[part[graph->adjacent[e]]];
      *out += *last_vertex != v;
      *last_vertex = v;
    }
  }
  tc_free(seen);
  return TC_OK;
}

tc_status tc_quality_imbalance(int32_t n, const int32_t *part, int32_t parts, double *out) {
  int32_t *size = NULL, largest = 0;
  TC_TRY(TC_ALLOC_ZERO(size, parts));
  for (int32_t v = 0; v < n; v++) size[part[v]]++;
  for (int32_t p = 0; p < parts; p++) largest = size[p] > largest ? size[p] : largest;
  *out = n > 0 ? (double)largest * parts / n : 0.0;
  tc_free(size);
  return TC_OK;
}

tc_status tc_quality_bandwidth(const tc_graph *graph, const int32_t *order, tc_bandwidth *out) {
  int32_t *position = NULL;
  TC_TRY(TC_ALLOC(position, graph->vertices));
  for (int32_t i = 0; i < graph->vertices; i++) position[order ? order[i] : i] = i;
  double sum = 0.0;
  *out = (tc_bandwidth){0, 0.0};
  for (int32_t v = 0; v < graph->vertices; v++)
    for (int32_t e = graph->start[v]; e < graph->start[v + 1]; e++) {
      int32_t distance = abs(position[v] - position[graph->adjacent[e]]);
      if (distance > out->largest) out->largest = distance;
      sum += distance;
    }
  if (graph->start[graph->vertices] > 0) out->mean = sum / graph->start[graph->vertices];
  tc_free(position);
  return TC_OK;
}
