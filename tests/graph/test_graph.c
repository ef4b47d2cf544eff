#include "graph/structure/graph.h"

#include "graph/graphs.h"

/* The graph has the edges 0-1, 1-2, 0-2 and 2-3, and vertex 4 without edges. Each vertex has three entries
 * in the table. Negative entries are unused. */
static const int32_t table[15] = {1, -1, 2, -5, 2, 0, 3, 0, 1, -1, 2, -1, -1, -1, -7};

static tc_graph *create_small_graph(void) {
  tc_graph *graph = NULL;
  expect_ok(tc_graph_create(5, 3, table, &graph));
  return graph;
}

static void expect_graph(const tc_graph *graph, int32_t vertices, const int32_t *start,
                         const int32_t *adjacent) {
  cr_assert_eq(graph->vertices, vertices);
  for (int32_t v = 0; v <= vertices; v++) cr_assert_eq(graph->start[v], start[v], "start of %d", (int)v);
  for (int32_t e = 0; e < start[vertices]; e++)
    cr_assert_eq(graph->adjacent[e], adjacent[e], "entry %d", (int)e);
}

Test(graph, from_a_table) {
  tc_graph *graph = create_small_graph();
  expect_graph(graph, 5, (int32_t[]){0, 2, 4, 7, 8, 8}, (int32_t[]){1, 2, 2, 0, 3, 0, 1, 2});
  tc_graph_destroy(&graph);
  cr_assert_null(graph);
  tc_graph_destroy(&graph);
}

Test(graph, from_compressed_rows) {
  const int64_t begin[] = {0, 3, 5, 5, 7};
  const int32_t column[] = {0, 1, 3, 0, 1, 0, 3};
  tc_graph *graph = NULL;
  expect_ok(tc_graph_create_from_rows(4, begin, column, &graph));
  cr_expect_arr_eq(graph->start, ((int32_t[]){0, 2, 3, 3, 4}), 5 * sizeof *graph->start);
  cr_expect_arr_eq(graph->adjacent, ((int32_t[]){1, 3, 0, 0}), 4 * sizeof *graph->adjacent);
  tc_graph_destroy(&graph);
}

Test(graph, empty_ones) {
  tc_graph *graph = NULL, *sub = NULL;
  expect_ok(tc_graph_create(0, 4, NULL, &graph));
  expect_graph(graph, 0, (int32_t[]){0}, NULL);
  tc_graph_destroy(&graph);
  graph = create_small_graph();
  int32_t local[5] = {-1, -1, -1, -1, -1};
  expect_ok(tc_graph_induce(graph, 0, NULL, local, &sub));
  expect_graph(sub, 0, (int32_t[]){0}, NULL);
  tc_graph_destroy(&sub);
  tc_graph_destroy(&graph);
}

Test(graph, induced_by_hand) {
  tc_graph *graph = create_small_graph(), *sub = NULL;
  int32_t local[5] = {-1, -1, -1, -1, -1};
  expect_ok(tc_graph_induce(graph, 3, (int32_t[]){3, 4, 2}, local, &sub));
  expect_graph(sub, 3, (int32_t[]){0, 1, 1, 2}, (int32_t[]){2, 0});
  for (int v = 0; v < 5; v++) cr_assert_eq(local[v], -1, "the scratch array is restored");
  tc_graph_destroy(&sub);
  tc_graph_destroy(&graph);
}

/* The test creates subgraphs of random graphs. Two members of a subgraph must be adjacent if and only if
 * they are adjacent in the graph. */
Test(graph, induced_of_random_graphs) {
  for (uint64_t seed = 1; seed < 20; seed++) {
    enum { n = 60 };
    tc_graph *graph = graphs_random(n, 1.0 + 0.3 * (double)seed, seed), *sub = NULL;
    int32_t *member = graphs_names(n, seed + 100), members = (int32_t)(seed * 3), local[n];
    for (int32_t v = 0; v < n; v++) local[v] = -1;
    expect_ok(tc_graph_induce(graph, members, member, local, &sub));
    cr_assert_eq(sub->vertices, members);
    int32_t ends = 0;
    for (int32_t i = 0; i < members; i++)
      for (int32_t j = 0; j < members; j++) {
        cr_assert_eq(graphs_joined(sub, i, j), graphs_joined(graph, member[i], member[j]));
        ends += graphs_joined(sub, i, j);
      }
    cr_assert_eq(sub->start[members], ends);
    for (int32_t v = 0; v < n; v++) cr_assert_eq(local[v], -1);
    tc_graph_destroy(&sub);
    tc_graph_destroy(&graph);
    free(member);
  }
}

Test(graph, grouped) {
  static const int32_t part[7] = {2, 0, 2, 4, 0, 2, 4};
  static const int32_t wanted_begin[6] = {0, 2, 2, 5, 5, 7}, wanted_group[7] = {1, 4, 0, 2, 5, 3, 6};
  int32_t begin[6], group[7];
  tc_graph_group(7, part, 5, begin, group);
  cr_assert_arr_eq(begin, wanted_begin, sizeof begin);
  cr_assert_arr_eq(group, wanted_group, sizeof group);
  tc_graph_group(0, NULL, 3, begin, NULL);
  for (int p = 0; p <= 3; p++) cr_assert_eq(begin[p], 0);
}

Test(graph, quotient_by_hand) {
  tc_graph *graph = create_small_graph(), *quotient = NULL;
  expect_ok(tc_graph_quotient(graph, (int32_t[]){1, 1, 0, 3, 3}, 4,
                              &quotient)); /* parts 0, 1 and 3 are {2}, {0,1} and {3,4}; part 2 is empty */
  cr_assert_eq(quotient->vertices, 4);
  cr_assert_eq(quotient->start[4], 4);
  cr_assert(graphs_joined(quotient, 0, 1) && graphs_joined(quotient, 1, 0));
  cr_assert(graphs_joined(quotient, 0, 3) && graphs_joined(quotient, 3, 0));
  cr_assert_eq(quotient->start[2], quotient->start[3], "part 2 is empty");
  tc_graph_destroy(&quotient);
  tc_graph_destroy(&graph);
}

/* The vertices of the quotient graph are the parts. Two parts that touch must have an edge, stored once at
 * each end. No part may have an edge to itself. */
Test(graph, quotient_of_random_graphs) {
  enum { n = 80, most = 12 };
  for (uint64_t seed = 1; seed < 20; seed++) {
    int32_t part[n], parts = 1 + (int32_t)(seed % most), ends = 0;
    bool touch[most][most] = {{false}};
    tc_graph *graph = graphs_random(n, 1.5, seed), *quotient = NULL;
    for (int32_t v = 0; v < n; v++) part[v] = (int32_t)(tc_hash_mix(seed + (uint64_t)v) % (uint64_t)parts);
    for (int32_t v = 0; v < n; v++)
      for (int32_t e = graph->start[v]; e < graph->start[v + 1]; e++)
        touch[part[v]][part[graph->adjacent[e]]] = true;
    expect_ok(tc_graph_quotient(graph, part, parts, &quotient));
    for (int32_t p = 0; p < parts; p++)
      for (int32_t q = 0; q < parts; q++) {
        cr_assert_eq(graphs_joined(quotient, p, q), p != q && touch[p][q]);
        ends += p != q && touch[p][q];
      }
    cr_assert_eq(quotient->start[parts], ends);
    tc_graph_destroy(&quotient);
    tc_graph_destroy(&graph);
  }
}
