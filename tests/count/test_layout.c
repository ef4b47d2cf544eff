#include "count/layout.h"

#include <stdlib.h>

#include "support/meshes.h"

static tc_graph *create_graph(tc_mesh *mesh) {
  tc_graph *graph = dual_of(mesh);
  tc_mesh_destroy(&mesh);
  return graph;
}

static void expect_permutation(int32_t n, const int32_t *order) {
  char *seen = calloc((size_t)n + 1, 1);
  for (int32_t position = 0; position < n; position++) {
    cr_assert(order[position] >= 0 && order[position] < n, "position %d", position);
    cr_assert_not(seen[order[position]], "cell %d occurs twice", order[position]);
    seen[order[position]] = 1;
  }
  free(seen);
}

static void expect_bounds(int32_t n, int32_t ranks, const tc_gid *first) {
  cr_assert_eq(first[0], 0);
  cr_assert_eq(first[ranks], n);
  for (int32_t r = 0; r < ranks; r++) {
    cr_assert_leq(first[r], first[r + 1]);
    if (n >= 100 * ranks)
      cr_assert_lt((double)(first[r + 1] - first[r]), 1.1 * n / ranks, "rank %d has too many rows", r);
  }
}

/* Tests all orderings, distributions, block sizes and numbers of ranks, including more ranks than cells. */
static void expect_sound(const tc_graph *graph) {
  static const int32_t ranks[] = {1, 2, 3, 4, 9}, blocks[] = {0, 1, 50, 100000};
  for (int o = 0; o < tc_order_count(); o++)
    for (int kind = 0; kind < tc_distribution_kinds.count; kind++)
      for (int p = 0; p < 5; p++)
        for (int b = 0; b < 4; b++) {
          const tc_layout_options choice = {tc_order_at(o), blocks[b], (tc_distribution_kind)kind, 7,
                                            TC_OBJECTIVE_CUT};
          tc_layout layout = {0};
          expect_ok(tc_layout_create(graph, ranks[p], &choice, &layout));
          expect_permutation(graph->vertices, layout.order);
          cr_assert_eq(layout.first != NULL, kind == TC_DISTRIBUTION_METIS);
          if (layout.first) expect_bounds(graph->vertices, ranks[p], layout.first);
          tc_layout_destroy(&layout);
          cr_assert(layout.order == NULL && layout.first == NULL);
        }
}

Test(layout, every_choice_is_a_permutation_with_sound_bounds) {
  tc_graph *box = create_graph(mesh_box(5, 5, 5, 0.0)), *single = create_graph(mesh_single(1.0));
  expect_sound(box);
  expect_sound(single);
  tc_graph_destroy(&box);
  tc_graph_destroy(&single);
}

Test(layout, none_keeps_the_order_of_the_mesh) {
  tc_graph *graph = create_graph(mesh_box(4, 4, 4, 0.0));
  tc_layout layout = {0};
  tc_layout_options choice = {tc_order_find("none"), 0, TC_DISTRIBUTION_CYCLIC, 7, TC_OBJECTIVE_CUT};
  expect_ok(tc_layout_create(graph, 3, &choice, &layout));
  for (int32_t position = 0; position < graph->vertices; position++)
    cr_assert_eq(layout.order[position], position);
  tc_layout_destroy(&layout);
  choice.kind = TC_DISTRIBUTION_METIS; /* the order is preserved within each rank */
  expect_ok(tc_layout_create(graph, 3, &choice, &layout));
  for (int r = 0; r < 3; r++)
    for (tc_gid p = layout.first[r] + 1; p < layout.first[r + 1]; p++)
      cr_assert_gt(layout.order[p], layout.order[p - 1]);
  tc_layout_destroy(&layout);
  tc_graph_destroy(&graph);
}

/* METIS assigns nearly connected subdomains to the ranks, so far fewer faces are cut than with a division by
 * cell number. */
Test(layout, metis_parts_hang_together) {
  tc_graph *graph = create_graph(mesh_box(8, 8, 8, 0.0));
  const tc_layout_options choice = {tc_order_find("rcm"), 0, TC_DISTRIBUTION_METIS, 7, TC_OBJECTIVE_CUT};
  tc_layout layout = {0};
  int32_t *rank = malloc(4 * (size_t)graph->vertices), cut = 0;
  expect_ok(tc_layout_create(graph, 4, &choice, &layout));
  for (int32_t p = 0, r = 0; p < graph->vertices; p++) {
    while (p >= layout.first[r + 1]) r++;
    rank[layout.order[p]] = r;
  }
  for (int32_t v = 0; v < graph->vertices; v++)
    for (int32_t e = graph->start[v]; e < graph->start[v + 1]; e++) cut += rank[graph->adjacent[e]] > rank[v];
  cr_assert_lt(cut, graph->start[graph->vertices] / 2 / 10, "%d faces are cut", cut);
  free(rank);
  tc_layout_destroy(&layout);
  tc_graph_destroy(&graph);
}
