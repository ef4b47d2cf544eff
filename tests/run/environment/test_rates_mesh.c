#include "run/environment/rates_mesh.h"

#include <stdlib.h>

#include "mesh/check.h"
#include "mesh/dual.h"
#include "mesh/tetrahedron.h"
#include "mesh/topology.h"
#include "support/expect.h"

enum { bricks = 10, cells = 6 * bricks * bricks * bricks };

static tc_mesh *generate(void) {
  tc_mesh *mesh = NULL;
  expect_ok(tc_rates_mesh_generate(bricks, &mesh));
  return mesh;
}

static int compare_integers(const void *a, const void *b) {
  const int32_t *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

/* The measured rates of a machine depend on this generated mesh, so the mesh must never change. If it
 * changes, its hash differs and this test fails. */
Test(rates_mesh, numbers_and_hash) {
  tc_mesh *mesh = generate(), *again = generate();
  cr_assert_eq(mesh->nodes, 11 * 11 * 11);
  cr_assert_eq(mesh->cells, cells);
  cr_assert_eq(mesh->faces, 12 * bricks * bricks);
  for (int32_t cell = 0; cell < mesh->cells; cell++) cr_assert_eq(mesh->region[cell], 1);
  cr_expect_eq(tc_mesh_hash_arrays(mesh), tc_mesh_hash_arrays(again));
  cr_expect_eq(tc_mesh_hash_arrays(mesh), UINT64_C(0xc7d937092ec7e683), "%016llx",
               (unsigned long long)tc_mesh_hash_arrays(mesh));
  tc_mesh_destroy(&again);
  tc_mesh_destroy(&mesh);
}

Test(rates_mesh, cells_fill_the_cube) {
  tc_mesh *mesh = generate();
  double sum = 0.0;
  for (int32_t cell = 0; cell < mesh->cells; cell++) {
    const double *p[4];
    for (int k = 0; k < 4; k++)
      p[k] = mesh->points + 3 * (size_t)mesh->vertices[4 * (size_t)cell + (size_t)k];
    const double volume6 = tc_volume6(p[0], p[1], p[2], p[3]);
    cr_assert_gt(volume6, 0.0, "cell %d", (int)cell);
    sum += volume6 / 6.0;
  }
  cr_expect_float_eq(sum, 1.0, 1e-12);
  expect_ok(tc_mesh_orient(mesh));
  cr_expect_eq(mesh->reoriented, 0);
  tc_mesh_destroy(&mesh);
}

/* All boundary faces must be on the sides of the cube and have the marker of their side. */
Test(rates_mesh, is_closed_and_connected) {
  tc_mesh *mesh = generate();
  tc_dual *dual = NULL;
  tc_topology topology;
  expect_ok(tc_dual_create(mesh, &dual));
  expect_ok(tc_topology_find(mesh, dual, &topology));
  cr_expect_eq(dual->boundary, mesh->faces);
  cr_expect_eq(topology.components, 1);
  cr_expect_eq(topology.unused, 0);
  cr_expect_eq(topology.interfaces, 0);
  for (int32_t b = 0; b < dual->boundary; b++) {
    const int marker = dual->marker[b], axis = (marker - 1) / 2;
    cr_assert(marker >= 1 && marker <= 6);
    for (int k = 0; k < 3; k++) {
      const int corner = tc_cell_face_vertices[dual->face[b] % 4][k];
      const int32_t node = mesh->vertices[4 * (size_t)(dual->face[b] / 4) + (size_t)corner];
      cr_assert_eq(mesh->points[3 * (size_t)node + (size_t)axis], (marker - 1) % 2);
    }
  }
  tc_dual_destroy(&dual);
  tc_mesh_destroy(&mesh);
}

/* Returns the fraction of the pairs of neighbours whose cell numbers differ by at most `limit`. */
static double near_share(const int32_t *difference, int32_t n, int32_t limit) {
  int32_t count = 0;
  for (int32_t i = 0; i < n; i++) count += difference[i] <= limit;
  return (double)count / n;
}

/* In meshes of TetGen, 9 to 10 % of the differences between the numbers of neighbouring cells are at most 8.
 * The quartiles of the differences are 0.08, 0.22 and 0.42 of the number of cells. */
Test(rates_mesh, numbers_of_neighbours_differ_as_in_meshes_of_tetgen) {
  static int32_t difference[4 * cells];
  tc_mesh *mesh = generate();
  tc_dual *dual = NULL;
  int32_t n = 0;
  expect_ok(tc_dual_create(mesh, &dual));
  for (int32_t i = 0; i < 4 * mesh->cells; i++)
    if (dual->neighbour[i] > i / 4) difference[n++] = dual->neighbour[i] - i / 4;
  qsort(difference, (size_t)n, sizeof *difference, compare_integers);
  cr_expect_float_eq(near_share(difference, n, 8), 0.1, 0.03);
  cr_expect_float_eq(difference[n / 4] / (double)cells, 0.08, 0.04);
  cr_expect_float_eq(difference[n / 2] / (double)cells, 0.22, 0.06);
  cr_expect_float_eq(difference[3 * n / 4] / (double)cells, 0.42, 0.06);
  tc_dual_destroy(&dual);
  tc_mesh_destroy(&mesh);
}

/* In meshes of TetGen, the 10th percentile of the number of cells at a vertex is 10 or 12, and the 90th
 * percentile is 28 or 30. */
Test(rates_mesh, number_of_cells_at_a_node_varies) {
  static int32_t degree[11 * 11 * 11];
  tc_mesh *mesh = generate();
  for (int32_t i = 0; i < 4 * mesh->cells; i++) degree[mesh->vertices[i]]++;
  qsort(degree, (size_t)mesh->nodes, sizeof *degree, compare_integers);
  cr_expect_geq(degree[mesh->nodes / 10], 6);
  cr_expect_leq(degree[mesh->nodes / 10], 12);
  cr_expect_geq(degree[9 * mesh->nodes / 10], 24);
  cr_expect_leq(degree[9 * mesh->nodes / 10], 32);
  tc_mesh_destroy(&mesh);
}
