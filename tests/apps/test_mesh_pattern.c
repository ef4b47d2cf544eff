#include "mesh_reports/mesh_pattern.h"

#include <criterion/criterion.h>

#include "base/core/memory.h"
#include "graph/order/order.h"
#include "io/mesh/mesh_files.h"
#include "mesh/dual.h"
#include "sparse/ell_pattern_file.h"
#include "support/meshes.h"

static tc_graph *dual_of_a_box(void) {
  tc_mesh *mesh = mesh_box(3, 4, 2, 0.1);
  tc_graph *graph = dual_of(mesh);
  tc_mesh_destroy(&mesh);
  return graph;
}

static bool has(const tc_ell_pattern *c, int32_t row, int32_t column) {
  for (int k = 0; k < c->width; k++)
    if (c->column[(size_t)row * (size_t)c->width + (size_t)k] == column) return true;
  return false;
}

/* True if b is a neighbour of a in the graph. With two rings, also true if b is a neighbour of a neighbour
 * of a. */
static bool touch(const tc_graph *g, int32_t a, int32_t b, int rings) {
  for (int32_t e = g->start[a]; e < g->start[a + 1]; e++)
    if (g->adjacent[e] == b || (rings > 1 && g->adjacent[e] != a && touch(g, g->adjacent[e], b, rings - 1)))
      return true;
  return false;
}

static void expect_pattern(const tc_graph *g, const char *scheme, const char *method) {
  folder f = folder_make();
  char path[400];
  int32_t *order = NULL, *column = NULL;
  tc_ell_pattern c;
  char *text = NULL;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  file_path(&f, "p", path);
  const tc_scheme *chosen = tc_scheme_find(scheme);
  expect_ok(TC_ALLOC(order, g->vertices));
  expect_ok(tc_order_find(method)->compute(g, (tc_block_ordering_options){0}, order));
  expect_ok(app_mesh_pattern_write(path, chosen, g, order, out));
  fclose(out);
  cr_expect_not_null(strstr(text, scheme));
  expect_ok(tc_ell_pattern_read(path, &c, &column));
  cr_assert(c.rows == g->vertices && c.width == chosen->width);
  for (int32_t i = 0; i < c.rows; i++)
    for (int32_t j = 0; j < c.rows; j++)
      if (i != j)
        cr_assert_eq(has(&c, i, j), touch(g, order[i], order[j], chosen->rings), "%s, %s: %d, %d", scheme,
                     method, (int)i, (int)j);
  tc_free(column);
  tc_free(order);
  free(text);
  folder_remove(&f);
}

Test(mesh_pattern, rows_in_the_new_order) {
  tc_graph *g = dual_of_a_box();
  expect_pattern(g, "two-point", "none");
  expect_pattern(g, "two-point", "random");
  expect_pattern(g, "gradient", "rcm");
  tc_graph_destroy(&g);
}

/* If no path is given (NULL), the function writes and prints nothing. */
Test(mesh_pattern, when_nobody_wants_one) {
  expect_ok(app_mesh_pattern_write(NULL, tc_scheme_at(0), NULL, NULL, NULL));
}
