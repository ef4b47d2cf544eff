/* Small meshes for tests. */
#ifndef TC_TESTS_MESHES_H
#define TC_TESTS_MESHES_H

#include <math.h>

#include "base/gid.h"
#include "base/hash.h"
#include "graph/graph.h"
#include "mesh/check.h"
#include "mesh/dual.h"
#include "mesh/generate.h"
#include "support/expect.h"

/* A number in [-1, 1) that depends on the index alone. */
static inline double noise(uint64_t index) { return (double)tc_hash_mix(index + 17) * 0x1p-63 - 1.0; }

/* Numbers of very different sizes, which depend on the cell alone. */
static inline double wild(tc_gid cell) { return noise((uint64_t)cell) * pow(10.0, (double)(cell % 20 - 10)); }

/* The unit cube in nx x ny x nz bricks, its inner nodes moved at random by up to `jitter` times the brick (up
 * to 0.15 keeps all cells right-handed). */
static inline tc_mesh *mesh_box(int32_t nx, int32_t ny, int32_t nz, double jitter) {
  const int32_t bricks[3] = {nx, ny, nz};
  const double unit[3] = {1.0, 1.0, 1.0};
  tc_mesh *mesh = NULL;
  expect_ok(tc_mesh_generate_box(bricks, unit, &mesh));
  for (int32_t node = 0; node < mesh->nodes; node++) {
    double *p = mesh->points + 3 * (size_t)node;
    int inner = 1;
    for (int i = 0; i < 3; i++) inner &= p[i] > 0.0 && p[i] < 1.0;
    for (int i = 0; inner && i < 3; i++) p[i] += jitter / bricks[i] * noise(3 * (uint64_t)node + (uint64_t)i);
  }
  expect_ok(tc_mesh_orient(mesh));
  cr_assert_eq(mesh->reoriented, 0, "the jitter turns a cell round");
  return mesh;
}

/* Which cells share a face. */
static inline tc_graph *dual_of(const tc_mesh *mesh) {
  tc_dual *dual = NULL;
  tc_graph *graph = NULL;
  expect_ok(tc_dual_create(mesh, &dual));
  expect_ok(tc_graph_create(mesh->cells, 4, dual->neighbour, &graph));
  tc_dual_destroy(&dual);
  return graph;
}

/* From points and cells. */
static inline tc_mesh *mesh_of(int32_t nodes, const double *points, int32_t cells, const int32_t *vertices) {
  tc_mesh *mesh = NULL;
  expect_ok(tc_mesh_create("given", nodes, cells, 0, &mesh));
  mesh->base = 1;
  memcpy(mesh->points, points, 24 * (size_t)nodes);
  memcpy(mesh->vertices, vertices, 16 * (size_t)cells);
  for (int32_t cell = 0; cell < cells; cell++) mesh->region[cell] = 0;
  expect_ok(tc_mesh_orient(mesh));
  return mesh;
}

/* One cell: the corner of a cube cut off, or almost nothing of it for a small height. */
static inline tc_mesh *mesh_single(double height) {
  const double points[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0.3, 0.3, height};
  const int32_t cell[4] = {0, 1, 2, 3};
  return mesh_of(4, points, 1, cell);
}

#endif
