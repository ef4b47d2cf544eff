#include "graph/structure/quality.h"

#include "graph/graphs.h"

Test(quality, cut) {
  tc_graph *path = graphs_grid(6, 1, 0), *grid = graphs_grid(4, 4, 0);
  cr_assert_eq(tc_quality_cut(path, (int32_t[]){0, 0, 0, 0, 0, 0}), 0);
  cr_assert_eq(tc_quality_cut(path, (int32_t[]){0, 0, 0, 1, 1, 1}), 1);
  cr_assert_eq(tc_quality_cut(path, (int32_t[]){0, 1, 0, 1, 0, 1}), 5);
  cr_assert_eq(tc_quality_cut(grid, (int32_t[]){0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3}), 8);
  tc_graph_destroy(&path);
  tc_graph_destroy(&grid);
}

/* Expected communication volumes, computed by hand. A vertex counts once for each other part in which it
 * has neighbours, whatever the number of its edges is. */
Test(quality, volume) {
  tc_graph *path = graphs_grid(6, 1, 0), *grid = graphs_grid(4, 4, 0);
  int64_t volume = -1;
  expect_ok(tc_quality_volume(path, (int32_t[]){0, 0, 0, 1, 1, 1}, 2, &volume));
  cr_assert_eq(volume, 2);
  expect_ok(tc_quality_volume(path, (int32_t[]){0, 1, 0, 1, 0, 1}, 2, &volume));
  cr_assert_eq(volume, 6);
  expect_ok(tc_quality_volume(path, (int32_t[]){0, 1, 2, 3, 3, 3}, 7, &volume));
  cr_assert_eq(volume, 6, "two of each of 1 and 2, one of each end");
  expect_ok(tc_quality_volume(grid, (int32_t[]){0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3}, 4, &volume));
  cr_assert_eq(volume, 16);
  tc_graph_destroy(&path);
  tc_graph_destroy(&grid);
}

static double imbalance(int32_t n, const int32_t *part, int32_t parts) {
  double value = -1.0;
  expect_ok(tc_quality_imbalance(n, part, parts, &value));
  return value;
}

Test(quality, imbalance) {
  cr_assert_eq(imbalance(4, (int32_t[]){0, 1, 1, 0}, 2), 1.0);
  cr_assert_eq(imbalance(4, (int32_t[]){0, 1, 1, 1}, 2), 1.5);
  cr_assert_eq(imbalance(4, (int32_t[]){2, 2, 2, 2}, 4), 4.0, "parts without vertices count");
  cr_assert_eq(imbalance(0, NULL, 3), 0.0);
  cr_assert_eq(imbalance(1, (int32_t[]){0}, 1), 1.0);
}

Test(quality, bandwidth) {
  tc_graph *path = graphs_grid(5, 1, 0), *lone = graphs_from_edges(3, 0, NULL, 0);
  tc_bandwidth width;
  expect_ok(tc_quality_bandwidth(path, NULL, &width));
  cr_assert(width.largest == 1 && width.mean == 1.0);
  expect_ok(tc_quality_bandwidth(path, (int32_t[]){4, 3, 2, 1, 0}, &width));
  cr_assert(width.largest == 1 && width.mean == 1.0);
  expect_ok(tc_quality_bandwidth(path, (int32_t[]){0, 2, 4, 1, 3}, &width)); /* positions: 0 3 1 4 2 */
  cr_assert(width.largest == 3 && width.mean == (3 + 2 + 3 + 2) / 4.0);
  expect_ok(tc_quality_bandwidth(lone, NULL, &width));
  cr_assert(width.largest == 0 && width.mean == 0.0);
  tc_graph_destroy(&path);
  tc_graph_destroy(&lone);
}

/* The argument is order[new] = old and not the inverse permutation. This permutation is not its own
 * inverse, so using the inverse would give another result. */
Test(quality, orders_list_old_names) {
  tc_graph *path = graphs_grid(4, 1, 0); /* the path 0-1-2-3 */
  tc_bandwidth width;
  expect_ok(tc_quality_bandwidth(path, (int32_t[]){1, 2, 0, 3}, &width)); /* edges of lengths 2, 1 and 2 */
  cr_assert_float_eq(width.mean, 5 / 3.0, 1e-15);
  tc_graph_destroy(&path);
}
