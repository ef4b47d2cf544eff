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

/* Checks the layouts with all orderings, distributions, block sizes and several numbers of ranks,
 * including more ranks than cells. */
static void expect_sound(const tc_graph *graph) {
  static const int32_t ranks[] = {1, 2, 3, 4, 9}, blocks[] = {0, 1, 50, 100000};
  for (int o = 0; o < tc_order_count(); o++)
    for (int kind = 0; kind < tc_distribution_kinds.count; kind++)
      for (int p = 0; p < 5; p++)
        for (int b = 0; b < 4; b++) {
          const tc_layout_options choice = {tc_order_at(o),
                                            blocks[b],
                                            (tc_distribution_kind)kind,
                                            7,
                                            TC_OBJECTIVE_CUT,
                                            TC_PARTITIONER_AUTO};
          tc_layout layout = {0};
          expect_ok(tc_layout_create(graph, NULL, ranks[p], &choice, &layout));
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
  tc_layout_options choice = {tc_order_find("none"), 0, TC_DISTRIBUTION_CYCLIC, 7, TC_OBJECTIVE_CUT,
                              TC_PARTITIONER_AUTO};
  expect_ok(tc_layout_create(graph, NULL, 3, &choice, &layout));
  for (int32_t position = 0; position < graph->vertices; position++)
    cr_assert_eq(layout.order[position], position);
  tc_layout_destroy(&layout);
  choice.kind = TC_DISTRIBUTION_METIS; /* the order of the cells must be preserved within each rank */
  expect_ok(tc_layout_create(graph, NULL, 3, &choice, &layout));
  for (int r = 0; r < 3; r++)
    for (tc_gid p = layout.first[r] + 1; p < layout.first[r + 1]; p++)
      cr_assert_gt(layout.order[p], layout.order[p - 1]);
  tc_layout_destroy(&layout);
  tc_graph_destroy(&graph);
}

static tc_layout_options choose(tc_partitioner partitioner) {
  return (tc_layout_options){.order = tc_order_find("none"), .block_size = 7, .partitioner = partitioner};
}

Test(layout, auto_selects_by_the_number_of_cells) {
  tc_layout_options o = choose(TC_PARTITIONER_AUTO);
  cr_expect_eq(tc_layout_partitioner(&o, 1999999), TC_PARTITIONER_METIS);
  cr_expect_eq(tc_layout_partitioner(&o, 2000000), TC_PARTITIONER_CHUNKS);
  cr_expect(tc_layout_needs_curve(&o, 2000000, 2) && !tc_layout_needs_curve(&o, 2000000, 1));
  cr_expect_not(tc_layout_needs_curve(&o, 1999999, 2));
  o.objective = TC_OBJECTIVE_VOLUME;
  cr_expect_eq(tc_layout_partitioner(&o, 2000000), TC_PARTITIONER_METIS);
  o.objective = TC_OBJECTIVE_CUT;
  o.kind = TC_DISTRIBUTION_CYCLIC;
  cr_expect_not(tc_layout_needs_curve(&o, 2000000, 2));
  o = choose(TC_PARTITIONER_CURVE);
  cr_expect_eq(tc_layout_partitioner(&o, 1), TC_PARTITIONER_CURVE);
}

Test(layout, objectives_of_partitioners) {
  for (int p = 0; p < tc_partitioners.count; p++)
    for (int objective = 0; objective < tc_objectives.count; objective++) {
      tc_layout_options o = choose((tc_partitioner)p);
      o.objective = (tc_objective)objective;
      const bool is_used =
          p == TC_PARTITIONER_CHUNKS ? objective == TC_OBJECTIVE_CUT : p != TC_PARTITIONER_CURVE;
      cr_expect_eq(tc_layout_uses_objective(&o), is_used, "%s", tc_partitioners.name(p));
      o.order = tc_order_find("blocks");
      cr_expect(tc_layout_uses_objective(&o));
    }
}

/* Each partitioner must divide all cells among the ranks. The reversed order of the cells serves as the
 * curve along which some partitioners divide. */
Test(layout, every_partitioner_divides_all_cells) {
  tc_graph *graph = create_graph(mesh_box(5, 5, 5, 0.0));
  int32_t *curve = malloc(sizeof *curve * (size_t)graph->vertices);
  for (int32_t i = 0; i < graph->vertices; i++) curve[i] = graph->vertices - 1 - i;
  for (int p = 0; p < tc_partitioners.count; p++)
    for (int32_t ranks = 1; ranks < 12; ranks += 2) {
      const tc_layout_options options = choose((tc_partitioner)p);
      tc_layout layout = {0};
      expect_ok(tc_layout_create(graph,
                                 tc_layout_needs_curve(&options, graph->vertices, ranks) ? curve : NULL,
                                 ranks, &options, &layout));
      expect_permutation(graph->vertices, layout.order);
      expect_bounds(graph->vertices, ranks, layout.first);
      if (p == TC_PARTITIONER_CURVE && ranks > 1)
        cr_assert_eq(layout.order[layout.first[1] - 1], graph->vertices - 1);
      tc_layout_destroy(&layout);
    }
  free(curve);
  tc_graph_destroy(&graph);
}

/* The subdomains of METIS are nearly connected. Far fewer faces must be cut than by a division by cell
 * number. */
Test(layout, metis_parts_hang_together) {
  tc_graph *graph = create_graph(mesh_box(8, 8, 8, 0.0));
  const tc_layout_options choice = {tc_order_find("rcm"), 0, TC_DISTRIBUTION_METIS, 7, TC_OBJECTIVE_CUT,
                                    TC_PARTITIONER_AUTO};
  tc_layout layout = {0};
  int32_t *rank = malloc(4 * (size_t)graph->vertices), cut = 0;
  expect_ok(tc_layout_create(graph, NULL, 4, &choice, &layout));
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
