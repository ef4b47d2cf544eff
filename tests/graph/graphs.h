/* Graphs for the tests in this directory. The vertices of each graph are renumbered at random, so that no
 * test depends on a special order by accident. */
#ifndef TC_TESTS_GRAPH_GRAPHS_H
#define TC_TESTS_GRAPH_GRAPHS_H

#include <stdbool.h>
#include <stdlib.h>

#include "base/numeric/hash.h"
#include "graph/structure/graph.h"
#include "support/expect.h"

/* Returns a random permutation of 0 .. n-1, or the identity if `seed` is 0. The caller frees the result. */
static inline int32_t *graphs_names(int32_t n, uint64_t seed) {
  int32_t *name = malloc((size_t)(n + 1) * sizeof *name);
  for (int32_t i = 0; i < n; i++) name[i] = i;
  for (int32_t i = n - 1; seed && i > 0; i--) {
    int32_t other = (int32_t)(tc_hash_mix(seed * 7919 + (uint64_t)i) % (uint64_t)(i + 1)), held = name[i];
    name[i] = name[other];
    name[other] = held;
  }
  return name;
}

/* Creates a graph from a list of edges. Vertices are renumbered at random with `seed`; 0 preserves their
 * numbers. */
static inline tc_graph *graphs_from_edges(int32_t vertices, int32_t edges, const int32_t (*edge)[2],
                                          uint64_t seed) {
  int32_t *name = graphs_names(vertices, seed), *count = calloc((size_t)vertices + 1, sizeof *count),
          most = 1;
  for (int32_t e = 0; e < edges; e++)
    for (int end = 0; end < 2; end++) most = ++count[edge[e][end]] > most ? count[edge[e][end]] : most;
  int32_t *table = malloc((size_t)vertices * (size_t)most * sizeof *table + 1);
  for (int32_t i = 0; i < vertices * most; i++) table[i] = -1;
  for (int32_t v = 0; v < vertices; v++) count[v] = 0;
  for (int32_t e = 0; e < edges; e++)
    for (int end = 0; end < 2; end++) {
      int32_t v = name[edge[e][end]];
      table[v * most + count[v]++] = name[edge[e][1 - end]];
    }
  tc_graph *graph = NULL;
  expect_ok(tc_graph_create(vertices, most, table, &graph));
  free(name);
  free(count);
  free(table);
  return graph;
}

/* Creates an nx x ny grid, which is a path if ny is 1. */
static inline tc_graph *graphs_grid(int32_t nx, int32_t ny, uint64_t seed) {
  int32_t(*edge)[2] = malloc((size_t)(2 * nx * ny + 1) * sizeof *edge), edges = 0;
  for (int32_t y = 0; y < ny; y++)
    for (int32_t x = 0; x < nx; x++) {
      int32_t v = y * nx + x;
      if (x + 1 < nx) edge[edges][0] = v, edge[edges++][1] = v + 1;
      if (y + 1 < ny) edge[edges][0] = v, edge[edges++][1] = v + nx;
    }
  tc_graph *graph = graphs_from_edges(nx * ny, edges, (const int32_t(*)[2])edge, seed);
  free(edge);
  return graph;
}

/* Creates a graph with random edges, about `mean` per vertex. It has several components and vertices without
 * edges. */
static inline tc_graph *graphs_random(int32_t vertices, double mean, uint64_t seed) {
  int32_t wanted = (int32_t)(mean * vertices / 2), (*edge)[2] = malloc((size_t)(wanted + 1) * sizeof *edge),
          edges = 0;
  char *taken = calloc((size_t)vertices * (size_t)vertices + 1, 1);
  for (int32_t i = 0; i < wanted; i++) {
    int32_t a = (int32_t)(tc_hash_mix(seed + 2 * (uint64_t)i) % (uint64_t)vertices);
    int32_t b = (int32_t)(tc_hash_mix(seed + 2 * (uint64_t)i + 1) % (uint64_t)vertices);
    if (a == b || taken[a * vertices + b]) continue;
    taken[a * vertices + b] = taken[b * vertices + a] = 1;
    edge[edges][0] = a, edge[edges++][1] = b;
  }
  tc_graph *graph = graphs_from_edges(vertices, edges, (const int32_t(*)[2])edge, seed);
  free(edge);
  free(taken);
  return graph;
}

static inline bool graphs_joined(const tc_graph *graph, int32_t a, int32_t b) {
  for (int32_t e = graph->start[a]; e < graph->start[a + 1]; e++)
    if (graph->adjacent[e] == b) return true;
  return false;
}

/* Checks that order[] contains every vertex exactly once. */
static inline void graphs_expect_permutation(int32_t n, const int32_t *order) {
  char *seen = calloc((size_t)n + 1, 1);
  for (int32_t i = 0; i < n; i++) {
    cr_assert(order[i] >= 0 && order[i] < n, "order[%d] = %d", (int)i, (int)order[i]);
    cr_assert_not(seen[order[i]], "%d occurs twice", (int)order[i]);
    seen[order[i]] = 1;
  }
  free(seen);
}

#endif
