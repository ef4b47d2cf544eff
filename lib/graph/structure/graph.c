/* Graphs in compressed adjacency form. Every function that creates a graph first counts the elements of
 * `adjacent`, so an overflow of 32-bit indices is found before anything is written. It then allocates the
 * exact size and fills the arrays. The quotient graph is built part by part. Parts that have already been
 * found next to the current part are marked, so the time is proportional to the number of edges. */
#include "graph/structure/graph.h"

#include <stddef.h>

#include "base/core/memory.h"

static tc_status alloc_graph(int32_t vertices, int64_t edge_ends, tc_graph **out) {
  if (edge_ends > INT32_MAX)
    return tc_status_create(TC_INPUT,
                            "the graph of cells or rows has %lld edges, but at most %d are supported (32-bit "
                            "indices): use a smaller mesh or matrix",
                            (long long)edge_ends / 2, INT32_MAX / 2);
  tc_graph *graph = NULL;
  TC_TRY(TC_ALLOC_ZERO(graph, 1));
  graph->vertices = vertices;
  tc_status status = TC_POOL_ARRAY(&graph->memory, graph->start, (size_t)vertices + 1);
  if (!status) status = TC_POOL_ARRAY(&graph->memory, graph->adjacent, edge_ends);
  TC_RETURN_CREATED(status, graph, tc_graph_destroy(&graph), out);
}

void tc_graph_destroy(tc_graph **graph) { TC_POOL_DESTROY_OWNER(graph); }

tc_status tc_graph_create(int32_t vertices, int degree, const int32_t *neighbour, tc_graph **out) {
  size_t entries = (size_t)vertices * (size_t)degree;
  int64_t edge_ends = 0;
  for (size_t e = 0; e < entries; e++) edge_ends += neighbour[e] >= 0;
  TC_TRY(alloc_graph(vertices, edge_ends, out));
  tc_graph *graph = *out;
  int32_t at = 0;
  for (int32_t v = 0; v < vertices; v++) {
    graph->start[v] = at;
    for (int k = 0; k < degree; k++) {
      int32_t other = neighbour[(size_t)v * (size_t)degree + (size_t)k];
      if (other >= 0) graph->adjacent[at++] = other;
    }
  }
  graph->start[vertices] = at;
  return TC_OK;
}

tc_status tc_graph_create_from_rows(int32_t vertices, const int64_t *begin, const int32_t *column,
                                    tc_graph **out) {
  int64_t edge_ends = 0;
  for (int32_t v = 0; v < vertices; v++)
    for (int64_t e = begin[v]; e < begin[v + 1]; e++) edge_ends += column[e] != v;
  TC_TRY(alloc_graph(vertices, edge_ends, out));
  tc_graph *graph = *out;
  int32_t at = 0;
  for (int32_t v = 0; v < vertices; v++) {
    graph->start[v] = at;
    for (int64_t e = begin[v]; e < begin[v + 1]; e++)
      if (column[e] != v) graph->adjacent[at++] = column[e];
  }
  graph->start[vertices] = at;
  return TC_OK;
}

tc_status tc_graph_induce(const tc_graph *graph, int32_t members, const int32_t *member, int32_t *local,
                          tc_graph **out) {
  int64_t edge_ends = 0;
  for (int32_t i = 0; i < members; i++) local[member[i]] = i;
  for (int32_t i = 0; i < members; i++)
    for (int32_t e = graph->start[member[i]]; e < graph->start[member[i] + 1]; e++)
      edge_ends += local[graph->adjacent[e]] >= 0;
  tc_status status = alloc_graph(members, edge_ends, out);
  for (int32_t i = 0, at = 0; !status && i < members; i++) {
    (*out)->start[i] = at;
    for (int32_t e = graph->start[member[i]]; e < graph->start[member[i] + 1]; e++)
      if (local[graph->adjacent[e]] >= 0) (*out)->adjacent[at++] = local[graph->adjacent[e]];
    (*out)->start[i + 1] = at;
  }
  if (!status && members == 0) (*out)->start[0] = 0;
  for (int32_t i = 0; i < members; i++) local[member[i]] = -1;
  return status;
}

void tc_graph_group(int32_t n, const int32_t *part, int32_t parts, int32_t *begin, int32_t *group) {
  for (int32_t p = 0; p <= parts; p++) begin[p] = 0;
  for (int32_t v = 0; v < n; v++) begin[part[v] + 1]++;
  for (int32_t p = 0; p < parts; p++) begin[p + 1] += begin[p];
  for (int32_t v = 0; v < n; v++) group[begin[part[v]]++] = v;
  for (int32_t p = parts; p > 0; p--) begin[p] = begin[p - 1];
  begin[0] = 0;
}

/* Returns the number of parts that are adjacent to part p, which means that an edge connects them with p. The
 * vertices of p are member[members]. Stores each adjacent part once in `adjacent_part`, which may be NULL. */
static int32_t find_adjacent_parts(const tc_graph *graph, const int32_t *part, int32_t p, int32_t members,
                                   const int32_t *member, int32_t *last_part, int32_t *adjacent_part) {
  int32_t count = 0;
  for (int32_t i = 0; i < members; i++)
    for (int32_t e = graph->start[member[i]]; e < graph->start[member[i] + 1]; e++) {
      int32_t q = part[graph->adjacent[e]];
      if (q == p || last_part[q] == p) continue;
      last_part[q] = p;
      if (adjacent_part) adjacent_part[count] = q;
      count++;
    }
  return count;
}

tc_status tc_graph_quotient(const tc_graph *graph, const int32_t *part, int32_t parts, tc_graph **out) {
  int32_t *begin, *group, *last_part;
  tc_graph *quotient = NULL;
  tc_pool memory = {0};
  tc_status status = TC_OK;
  int64_t edge_ends = 0;
  TC_GUARD(status, TC_POOL_ARRAY(&memory, begin, (size_t)parts + 1));
  TC_GUARD(status, TC_POOL_ARRAY(&memory, group, graph->vertices));
  TC_GUARD(status, TC_POOL_ARRAY(&memory, last_part, parts));
  tc_graph_group(graph->vertices, part, parts, begin, group);
  for (int32_t p = 0; p < parts; p++) last_part[p] = -1;
  for (int32_t p = 0; p < parts; p++)
    edge_ends +=
        find_adjacent_parts(graph, part, p, begin[p + 1] - begin[p], group + begin[p], last_part, NULL);
  TC_GUARD(status, alloc_graph(parts, edge_ends, &quotient));
  for (int32_t p = 0; p < parts; p++) last_part[p] = -1;
  quotient->start[0] = 0;
  for (int32_t p = 0; p < parts; p++) {
    int32_t *adjacent_part = quotient->adjacent + quotient->start[p];
    quotient->start[p + 1] =
        quotient->start[p] + find_adjacent_parts(graph, part, p, begin[p + 1] - begin[p], group + begin[p],
                                                 last_part, adjacent_part);
  }
  *out = quotient;
cleanup:
  tc_pool_free(&memory);
  return status;
}
