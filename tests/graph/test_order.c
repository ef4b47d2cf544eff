#include "graph/order/order.h"

#include "graph/graphs.h"
#include "graph/partition/partition.h"
#include "graph/structure/quality.h"

static int32_t degree(const tc_graph *graph, int32_t v) { return graph->start[v + 1] - graph->start[v]; }

static int32_t *compute_order(const tc_graph *graph, const char *method, int32_t block) {
  int32_t *order = malloc(((size_t)graph->vertices + 1) * sizeof *order);
  cr_assert_not_null(tc_order_find(method));
  expect_ok(
      tc_order_find(method)->compute(graph, (tc_block_ordering_options){block, TC_OBJECTIVE_CUT}, order));
  graphs_expect_permutation(graph->vertices, order);
  return order;
}

static int32_t compute_bandwidth(const tc_graph *graph, const int32_t *order) {
  tc_bandwidth width;
  expect_ok(tc_quality_bandwidth(graph, order, &width));
  return width.largest;
}

Test(order, the_list) {
  static const char *const wanted[] = {"none", "rcm", "metis", "blocks", "random"};
  cr_assert_eq(tc_order_count(), 5);
  for (int i = 0; i < 5; i++) {
    cr_assert_str_eq(tc_order_at(i)->name, wanted[i]);
    cr_assert_eq(tc_order_find(wanted[i]), tc_order_at(i));
    cr_assert_gt(strlen(tc_order_at(i)->summary), 5);
  }
  cr_assert_null(tc_order_find("RCM"));
  cr_assert_null(tc_order_find(""));
}

Test(order, none_is_the_own_order) {
  tc_graph *graph = graphs_grid(5, 4, 3);
  int32_t *order = compute_order(graph, "none", 7);
  for (int32_t i = 0; i < 20; i++) cr_assert_eq(order[i], i);
  free(order);
  tc_graph_destroy(&graph);
}

/* Reverse Cuthill-McKee (rcm) must reduce the bandwidth of a path to 1. It must reduce that of a grid to
 * at most its shorter side plus one. */
Test(order, rcm_narrows_paths_and_grids) {
  for (uint64_t seed = 1; seed < 8; seed++) {
    tc_graph *path = graphs_grid(200, 1, seed), *grid = graphs_grid(8, 60, seed);
    int32_t *order = compute_order(path, "rcm", 0);
    cr_assert_gt(compute_bandwidth(path, NULL), 100);
    cr_assert_eq(compute_bandwidth(path, order), 1);
    free(order);
    order = compute_order(grid, "rcm", 0);
    cr_assert_gt(compute_bandwidth(grid, NULL), 240);
    cr_assert_leq(compute_bandwidth(grid, order), 9, "%d", (int)compute_bandwidth(grid, order));
    free(order);
    tc_graph_destroy(&path);
    tc_graph_destroy(&grid);
  }
}

/* Checks the properties of a reverse Cuthill-McKee ordering, read from its end. The parent of a vertex is
 * its first visited neighbour. Parents must be in ascending order, and the children of one parent must
 * have ascending degrees. A vertex without a parent starts a component. Returns the number of components. */
static int32_t expect_cuthill_mckee(const tc_graph *graph, const int32_t *order) {
  int32_t n = graph->vertices, *position = malloc((size_t)n * sizeof *position), last = -1, components = 0;
  for (int32_t i = 0; i < n; i++) position[order[i]] = n - 1 - i;
  for (int32_t i = n - 1; i >= 0; i--) {
    int32_t v = order[i], parent = position[v];
    for (int32_t e = graph->start[v]; e < graph->start[v + 1]; e++)
      if (position[graph->adjacent[e]] < parent) parent = position[graph->adjacent[e]];
    if (parent == position[v]) {
      components++;
    } else {
      cr_assert_geq(parent, last);
      if (parent == last && position[order[i + 1]] > last)
        cr_assert_geq(degree(graph, v), degree(graph, order[i + 1]));
    }
    last = parent;
  }
  free(position);
  return components;
}

static int32_t count_components(const tc_graph *graph) {
  int32_t n = graph->vertices, count = n, *label = graphs_names(n, 0);
  for (bool changed = true; changed;) {
    changed = false;
    for (int32_t v = 0; v < n; v++)
      for (int32_t e = graph->start[v]; e < graph->start[v + 1]; e++)
        if (label[graph->adjacent[e]] < label[v]) label[v] = label[graph->adjacent[e]], changed = true;
  }
  for (int32_t v = 0; v < n; v++) count -= label[v] != v;
  free(label);
  return count;
}

/* Each component of a graph must be one contiguous range of the ordering, also if it is a single vertex. */
Test(order, rcm_of_disconnected_graphs) {
  for (uint64_t seed = 1; seed < 60; seed++) {
    tc_graph *graph = graphs_random((int32_t)(1 + seed * 3), 0.1 * (double)(seed % 40), seed);
    int32_t *order = compute_order(graph, "rcm", 0), *again = compute_order(graph, "rcm", 5);
    cr_assert_eq(expect_cuthill_mckee(graph, order), count_components(graph));
    cr_assert_arr_eq(order, again, (size_t)graph->vertices * sizeof *order);
    free(order);
    free(again);
    tc_graph_destroy(&graph);
  }
}

Test(order, of_nothing_and_of_lone_vertices) {
  static const char *const methods[] = {"none", "rcm", "metis", "blocks", "random"};
  for (int32_t n = 0; n < 5; n++)
    for (int m = 0; m < 5; m++)
      for (int32_t block = 0; block < 4; block++) {
        tc_graph *graph = graphs_from_edges(n, 0, NULL, 0);
        free(compute_order(graph, methods[m], block));
        tc_graph_destroy(&graph);
      }
}

/* A run is a sequence of vertices of one part in the order. Sets run[] to the part of each run, and checks
 * that every part is one run. Returns the number of runs. */
static int32_t find_runs(int32_t n, const int32_t *order, const int32_t *part, int32_t parts, int32_t *run) {
  char *closed = calloc((size_t)parts, 1);
  int32_t runs = 0;
  for (int32_t i = 0; i < n; i++) {
    int32_t p = part[order[i]];
    if (i > 0 && p == run[runs - 1]) continue;
    cr_assert_not(closed[p], "part %d is in two pieces", (int)p);
    closed[p] = 1;
    run[runs++] = p;
  }
  free(closed);
  return runs;
}

/* The ordering `metis` must consist of the blocks of METIS. Vertices within a block must have the order of
 * rcm. The blocks must have the order of rcm in the graph whose vertices are the blocks. */
Test(order, metis_lays_blocks_along_their_graph) {
  static const int32_t blocks[] = {50, 100, 300, 1000};
  for (size_t b = 0; b < 4; b++) {
    tc_graph *graph = graphs_grid(36, 36, 1 + b), *quotient = NULL;
    int32_t n = 36 * 36, parts = (n + blocks[b] - 1) / blocks[b], run[64], sequence[64];
    int32_t *order = compute_order(graph, "metis", blocks[b]), *part = malloc((size_t)n * sizeof *part);
    expect_ok(tc_partition_metis(graph, parts, TC_OBJECTIVE_CUT, part));
    expect_ok(tc_graph_quotient(graph, part, parts, &quotient));
    expect_ok(tc_order_find("rcm")->compute(quotient, (tc_block_ordering_options){0}, sequence));
    cr_assert_eq(find_runs(n, order, part, parts, run), parts);
    cr_assert_arr_eq(run, sequence, (size_t)parts * sizeof *run);
    cr_assert_lt(compute_bandwidth(graph, order), compute_bandwidth(graph, NULL));
    free(order);
    free(part);
    tc_graph_destroy(&quotient);
    tc_graph_destroy(&graph);
  }
}

Test(order, metis_in_one_block_is_rcm) {
  static const int32_t blocks[] = {0, 300, 301, INT32_MAX};
  tc_graph *graph = graphs_grid(20, 15, 4);
  int32_t *rcm = compute_order(graph, "rcm", 0);
  for (size_t b = 0; b < 4; b++) {
    int32_t *order = compute_order(graph, "metis", blocks[b]);
    cr_assert_arr_eq(order, rcm, 300 * sizeof *rcm);
    free(order);
  }
  int32_t *ones = compute_order(graph, "metis", 1), *halves = compute_order(graph, "metis", 299);
  cr_assert_neq(memcmp(halves, rcm, 300 * sizeof *rcm), 0);
  free(ones);
  free(halves);
  free(rcm);
  tc_graph_destroy(&graph);
}

/* The ordering is restricted to given parts. The parts must follow in ascending number, and each must be
 * ordered like a complete graph. Some parts are empty. */
Test(order, within_parts) {
  enum { n = 300, parts = 9 };
  const tc_block_ordering_options blocking = {20, TC_OBJECTIVE_VOLUME};
  tc_graph *graph = graphs_grid(20, 15, 9);
  int32_t part[n], order[n], begin[parts + 1], group[n], local[n];
  for (int32_t v = 0; v < n; v++) part[v] = (int32_t)(tc_hash_mix((uint64_t)v) % 4) * 2 + 1;
  tc_graph_group(n, part, parts, begin, group);
  for (int32_t v = 0; v < n; v++) local[v] = -1;
  for (int m = 0; m < tc_order_count(); m++) {
    expect_ok(tc_order_within_parts(graph, part, parts, tc_order_at(m), blocking, order));
    graphs_expect_permutation(n, order);
    for (int32_t p = 0; p < parts; p++) {
      int32_t alone[n], members = begin[p + 1] - begin[p];
      tc_graph *sub = NULL;
      expect_ok(tc_graph_induce(graph, members, group + begin[p], local, &sub));
      expect_ok(tc_order_at(m)->compute(sub, blocking, alone));
      for (int32_t i = 0; i < members; i++) cr_assert_eq(order[begin[p] + i], group[begin[p] + alone[i]]);
      tc_graph_destroy(&sub);
    }
  }
  for (int32_t v = 0; v < n; v++) part[v] = 0;
  expect_ok(tc_order_within_parts(graph, part, 1, tc_order_find("rcm"), blocking, order));
  int32_t *whole = compute_order(graph, "rcm", 0);
  cr_assert_arr_eq(order, whole, sizeof order);
  free(whole);
  tc_graph_destroy(&graph);
}

/* The ordering `blocks` must have the blocks of `metis` in the same sequence, but vertices within a block
 * must be ascending. */
Test(order, blocks_keep_the_own_order_inside) {
  tc_graph *graph = graphs_grid(11, 9, 7);
  const int32_t n = graph->vertices, parts = (n + 49) / 50;
  int32_t *part = malloc((size_t)n * sizeof *part), *order = compute_order(graph, "blocks", 50),
          *metis = compute_order(graph, "metis", 50);
  expect_ok(tc_partition_metis(graph, parts, TC_OBJECTIVE_CUT, part));
  for (int32_t i = 0; i < n; i++) {
    cr_assert_eq(part[order[i]], part[metis[i]]);
    if (i > 0 && part[order[i]] == part[order[i - 1]]) cr_assert_gt(order[i], order[i - 1]);
  }
  free(part);
  free(order);
  free(metis);
  tc_graph_destroy(&graph);
}

/* The ordering `random` must depend only on the number of vertices. Its first values were computed by
 * another program, so it must be the same on all machines. */
Test(order, random_is_the_same_everywhere) {
  tc_graph *grid = graphs_grid(40, 50, 3), *path = graphs_grid(2000, 1, 8);
  int32_t *order = compute_order(grid, "random", 7), *again = compute_order(path, "random", 0), fixed = 0;
  static const int32_t first[] = {736, 785, 1475, 1253, 1959, 1422};
  cr_assert_arr_eq(order, again, 2000 * sizeof *order);
  cr_assert_arr_eq(order, first, sizeof first);
  for (int32_t i = 0; i < 2000; i++) fixed += order[i] == i;
  cr_assert_lt(fixed, 8, "%d stay in place; 1 in the mean", (int)fixed);
  cr_assert_gt(compute_bandwidth(grid, order), 1900);
  free(order);
  free(again);
  tc_graph_destroy(&grid);
  tc_graph_destroy(&path);
}

Test(order, described) {
  static const struct {
    const char *order, *wanted;
    int32_t block;
  } cases[] = {{"rcm", "rcm", 8},
               {"metis", "metis, 64 cells a block", 64},
               {"blocks", "blocks, one block per rank", 0},
               {"metis", "metis", -1}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    tc_line line = {0};
    tc_order_describe(tc_order_find(cases[i].order), cases[i].block, &line);
    cr_expect_str_eq(line.text, cases[i].wanted);
  }
}

/* The objective `volume` must give other blocks than the objective `cut`. */
Test(order, blocks_by_volume) {
  tc_graph *graph = graphs_grid(60, 60, 2);
  int32_t *cut = compute_order(graph, "blocks", 90), *volume = malloc(3600 * sizeof *volume);
  expect_ok(
      tc_order_find("blocks")->compute(graph, (tc_block_ordering_options){90, TC_OBJECTIVE_VOLUME}, volume));
  graphs_expect_permutation(3600, volume);
  cr_assert_neq(memcmp(cut, volume, 3600 * sizeof *cut), 0);
  free(cut);
  free(volume);
  tc_graph_destroy(&graph);
}
