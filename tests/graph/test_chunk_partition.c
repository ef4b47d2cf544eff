#include "graph/partition/chunk_partition.h"

#include <omp.h>
#include <string.h>

#include "graph/graphs.h"
#include "graph/order/hilbert_curve.h"
#include "graph/partition/chunk_refinement.h"
#include "graph/partition/metis_guard.h"
#include "graph/structure/quality.h"

TestSuite(chunks, .init = tc_metis_guard_install);

/* A grid graph of nx x ny x nz vertices, renumbered at random, and the list of its vertices along a
 * Hilbert curve. */
typedef struct grid {
  int32_t n;
  tc_graph *graph;
  int32_t *curve;
} grid;

static int compare_keys(const void *a, const void *b) {
  const uint64_t *x = a, *y = b;
  return (x[0] > y[0]) - (x[0] < y[0]);
}

/* Orders the vertices of a rotated grid along a Hilbert curve. On a grid parallel to the axes, equal runs
 * of the curve would be boxes. The refinement could not improve their boundaries, so the test would be too
 * easy. */
static int32_t *order_along_curve(int32_t n, const int32_t size[3], const int32_t *name) {
  const double reach = size[0] + size[1] + size[2], low[3] = {-reach, -reach, -reach},
               high[3] = {reach, reach, reach};
  const tc_hilbert_cube cube = tc_hilbert_cube_create(low, high);
  uint64_t(*key)[2] = malloc(sizeof *key * (size_t)(n + 1));
  int32_t *curve = malloc(sizeof *curve * (size_t)(n + 1));
  for (int32_t v = 0; v < n; v++) {
    const double x = v % size[0], y = v / size[0] % size[1], z = v / size[0] / size[1],
                 point[3] = {0.8 * x + 0.6 * y, 0.64 * y - 0.48 * x - 0.6 * z, 0.48 * y - 0.36 * x + 0.8 * z};
    tc_hilbert_keys(&cube, 1, point, key[v]);
    key[v][1] = (uint64_t)name[v];
  }
  qsort(key, (size_t)n, sizeof *key, compare_keys);
  for (int32_t i = 0; i < n; i++) curve[i] = (int32_t)key[i][1];
  free(key);
  return curve;
}

static grid create_grid(int32_t nx, int32_t ny, int32_t nz, uint64_t seed) {
  const int32_t size[3] = {nx, ny, nz}, stride[3] = {1, nx, nx * ny};
  grid g = {.n = nx * ny * nz};
  int32_t *name = graphs_names(g.n, seed), *neighbour = malloc(6 * sizeof *neighbour * (size_t)(g.n + 1));
  for (int32_t v = 0; v < g.n; v++)
    for (int d = 0; d < 3; d++) {
      const int32_t at = v / stride[d] % size[d];
      neighbour[6 * name[v] + 2 * d] = at > 0 ? name[v - stride[d]] : -1;
      neighbour[6 * name[v] + 2 * d + 1] = at + 1 < size[d] ? name[v + stride[d]] : -1;
    }
  expect_ok(tc_graph_create(g.n, 6, neighbour, &g.graph));
  g.curve = order_along_curve(g.n, size, name);
  free(neighbour);
  free(name);
  return g;
}

static void free_grid(grid *g) {
  tc_graph_destroy(&g->graph);
  free(g->curve);
}

/* Divides the grid into parts and checks the properties of every partition. The caller frees the result. */
static int32_t *divide(const grid *g, int32_t parts) {
  int32_t *part = malloc(sizeof *part * (size_t)(g->n + 1));
  memset(part, 0x7F, sizeof *part * (size_t)(g->n + 1));
  expect_ok(tc_chunk_partition(g->graph, g->curve, parts, part));
  for (int32_t v = 0; v < g->n; v++)
    cr_assert(part[v] >= 0 && part[v] < parts, "part of %d is %d", (int)v, (int)part[v]);
  return part;
}

static int32_t *divide_by_curve(const grid *g, int32_t parts) {
  int32_t *part = malloc(sizeof *part * (size_t)(g->n + 1));
  tc_curve_partition(g->n, g->curve, parts, part);
  return part;
}

static double imbalance_of(const grid *g, const int32_t *part, int32_t parts) {
  double imbalance;
  expect_ok(tc_quality_imbalance(g->n, part, parts, &imbalance));
  return imbalance;
}

Test(chunks, size_of_a_chunk) {
  cr_expect_eq(tc_chunk_size(5045147, 2), 16);
  cr_expect_eq(tc_chunk_size(5045147, 64), 16);
  cr_expect_eq(tc_chunk_size(64000000, 64), 16);
  cr_expect_eq(tc_chunk_size(64000001, 64), 32);
  cr_expect_eq(tc_chunk_size(INT32_MAX, 64), 1024);
  cr_expect_eq(tc_chunk_size(14312, 64), 2);
  cr_expect_eq(tc_chunk_size(100, 30), 1);
  cr_expect_eq(tc_chunk_size(0, 3), 1);
}

Test(chunks, balanced_parts_with_a_shorter_cut_than_the_curve) {
  static const int32_t parts[] = {2, 3, 4, 8, 9, 15, 60};
  grid g = create_grid(29, 25, 27, 5);
  for (int i = 0; i < 7; i++) {
    int32_t *part = divide(&g, parts[i]), *curve = divide_by_curve(&g, parts[i]), *metis = divide(&g, 1);
    expect_ok(tc_partition_metis(g.graph, parts[i], TC_OBJECTIVE_CUT, metis));
    const int64_t cut = tc_quality_cut(g.graph, part), by_curve = tc_quality_cut(g.graph, curve),
                  by_metis = tc_quality_cut(g.graph, metis);
    cr_expect_leq(imbalance_of(&g, part, parts[i]), 1.03, "%d parts", (int)parts[i]);
    cr_expect_leq(cut, by_curve, "%d parts: %d, curve %d", (int)parts[i], (int)cut, (int)by_curve);
    cr_expect_lt((double)cut, 1.5 * (double)by_metis, "%d parts: %d, METIS %d", (int)parts[i], (int)cut,
                 (int)by_metis);
    free(part);
    free(curve);
    free(metis);
  }
  free_grid(&g);
}

Test(chunks, equal_runs_along_the_curve) {
  grid g = create_grid(5, 7, 3, 2);
  for (int32_t parts = 1; parts < 120; parts++) {
    int32_t *part = divide_by_curve(&g, parts), count[120] = {0};
    for (int32_t i = 0; i < g.n; i++) {
      count[part[g.curve[i]]]++;
      if (i > 0) cr_assert_leq(part[g.curve[i - 1]], part[g.curve[i]]);
    }
    for (int32_t p = 0; p < parts; p++) cr_assert(count[p] == g.n / parts || count[p] == g.n / parts + 1);
    free(part);
  }
  free_grid(&g);
}

/* The partition must be the same with 1, 2 and 3 threads. */
Test(chunks, same_partition_with_any_threads) {
  grid g = create_grid(23, 19, 17, 3);
  const int usual = omp_get_max_threads();
  for (int32_t parts = 2; parts < 30; parts += 9) {
    int32_t *first = divide(&g, parts);
    for (int threads = 1; threads <= 3; threads++) {
      omp_set_num_threads(threads);
      int32_t *part = divide(&g, parts);
      cr_assert_arr_eq(part, first, sizeof *part * (size_t)g.n, "%d threads", threads);
      free(part);
    }
    omp_set_num_threads(usual);
    free(first);
  }
  free_grid(&g);
}

static void shuffle(int32_t n, int32_t *item, uint64_t seed) {
  int32_t *name = graphs_names(n, seed), *copy = malloc(sizeof *copy * (size_t)(n + 1));
  for (int32_t i = 0; i < n; i++) copy[name[i]] = item[i];
  for (int32_t i = 0; i < n; i++) item[i] = copy[i];
  free(name);
  free(copy);
}

/* Refines a partition in 32 rounds. If `seed` is not 0, each round visits the cells in another random
 * order. */
static void refine(const grid *g, int32_t parts, int32_t *part, uint64_t seed) {
  tc_chunk_refinement r;
  int64_t moves = 0;
  expect_ok(tc_chunk_refinement_init(g->graph, parts, part, &r));
  for (int round = 0; round < TC_CHUNK_REFINEMENT_ROUNDS; round++) {
    if (seed) shuffle(r.borders, r.border, seed + (uint64_t)round);
    moves += tc_chunk_refinement_round(&r);
  }
  cr_assert_gt(moves, 0);
  tc_chunk_refinement_free(&r);
}

Test(chunks, same_refinement_in_any_order_of_visits) {
  grid g = create_grid(23, 19, 17, 4);
  for (int32_t parts = 2; parts < 30; parts += 9) {
    int32_t *part = divide_by_curve(&g, parts);
    refine(&g, parts, part, 0);
    for (uint64_t seed = 1; seed < 400; seed += 150) {
      int32_t *shuffled = divide_by_curve(&g, parts);
      refine(&g, parts, shuffled, seed);
      cr_assert_arr_eq(shuffled, part, sizeof *part * (size_t)g.n, "seed %d", (int)seed);
      free(shuffled);
    }
    free(part);
  }
  free_grid(&g);
}

/* No round of the refinement may increase the number of cut edges, or give a part a size outside the
 * limits. */
Test(chunks, every_round_is_an_improvement) {
  static const int32_t parts[] = {2, 5, 40, 300};
  grid g = create_grid(23, 19, 17, 6);
  for (int i = 0; i < 4; i++) {
    int32_t *part = divide_by_curve(&g, parts[i]);
    tc_chunk_refinement r;
    expect_ok(tc_chunk_refinement_init(g.graph, parts[i], part, &r));
    const int64_t first = tc_quality_cut(g.graph, part);
    int64_t cut = first;
    for (int round = 0; round < TC_CHUNK_REFINEMENT_ROUNDS; round++) {
      tc_chunk_refinement_round(&r);
      const int64_t now = tc_quality_cut(g.graph, part);
      cr_assert_leq(now, cut, "%d parts, round %d: %d after %d", (int)parts[i], round, (int)now, (int)cut);
      for (int32_t p = 0; p < parts[i]; p++)
        cr_assert(r.counts[p].cells >= r.cells_min && r.counts[p].cells <= r.cells_max);
      cut = now;
    }
    cr_assert_lt(cut, first);
    tc_chunk_refinement_free(&r);
    free(part);
  }
  free_grid(&g);
}

/* A part with too many cells must give some of them to others, although this cuts more edges at first. */
Test(chunks, relief_of_a_large_part) {
  grid g = create_grid(20, 20, 20, 7);
  int32_t *part = divide_by_curve(&g, 5);
  tc_chunk_refinement r;
  for (int32_t v = 0; v < g.n; v++) part[v] = part[v] > 2; /* two parts with 60 and 40 % of the cells */
  expect_ok(tc_chunk_refinement_init(g.graph, 2, part, &r));
  for (int round = 0; round < 200; round++) tc_chunk_refinement_round(&r);
  cr_assert_leq(imbalance_of(&g, part, 2), 1.03);
  tc_chunk_refinement_free(&r);
  free(part);
  free_grid(&g);
}

/* Random graphs with few edges, which have many components and many vertices without edges. */
Test(chunks, several_components) {
  for (int32_t parts = 2; parts < 20; parts++) {
    tc_graph *graph = graphs_random(95, 0.15 * parts, (uint64_t)parts);
    int32_t *curve = graphs_names(graph->vertices, 3);
    const grid g = {graph->vertices, graph, curve};
    free(divide(&g, parts));
    tc_graph_destroy(&graph);
    free(curve);
  }
}

Test(chunks, graphs_without_edges) {
  tc_graph *graph = graphs_from_edges(50, 0, NULL, 0);
  int32_t *curve = graphs_names(50, 3);
  const grid g = {50, graph, curve};
  for (int32_t parts = 1; parts < 70; parts += 4) free(divide(&g, parts));
  tc_graph_destroy(&graph);
  free(curve);
}

/* If there are fewer cells than parts, each cell must be a separate part. */
Test(chunks, tiny_meshes) {
  for (int32_t n = 0; n < 12; n++) {
    grid g = create_grid(n, 1, 1, 1);
    for (int32_t parts = 1; parts < 20; parts++) {
      int32_t *part = divide(&g, parts), count[20] = {0};
      for (int32_t v = 0; v < n; v++) count[part[v]]++;
      for (int32_t p = 0; n <= parts && p < parts; p++) cr_assert_leq(count[p], 1);
      free(part);
    }
    free_grid(&g);
  }
}

/* The refinement uses no library, so its result must be the same on all machines. The test compares a
 * stored hash. */
Test(chunks, refinement_is_fixed) {
  grid g = create_grid(13, 11, 9, 9);
  int32_t *part = divide_by_curve(&g, 7);
  refine(&g, 7, part, 0);
  cr_assert_eq(tc_hash_bytes(0, part, sizeof *part * (size_t)g.n), 0x96ae7c97fcfeefcd, "%016llx",
               (unsigned long long)tc_hash_bytes(0, part, sizeof *part * (size_t)g.n));
  free(part);
  free_grid(&g);
}
