/* Functions that create small meshes for tests. */
#ifndef TC_TESTS_MESHES_H
#define TC_TESTS_MESHES_H

#include <math.h>

#include "base/core/gid.h"
#include "base/numeric/hash.h"
#include "graph/structure/graph.h"
#include "mesh/check.h"
#include "mesh/dual.h"
#include "mesh/generate.h"
#include "support/expect.h"

/* Returns a pseudo-random number in [-1, 1) that depends only on the index. */
static inline double noise(uint64_t index) { return (double)tc_hash_mix(index + 17) * 0x1p-63 - 1.0; }

/* Returns a number that depends only on the cell number. The numbers of different cells differ by many orders
 * of magnitude. */
static inline double wild(tc_gid cell) { return noise((uint64_t)cell) * pow(10.0, (double)(cell % 20 - 10)); }

/* Returns the unit cube in nx x ny x nz bricks. Interior vertices are moved at random by up to `jitter` times
 * the edge of a brick. Cells remain right-handed for values up to 0.15. */
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

/* Returns six times the volume of a cell, which is negative for a left-handed cell. */
static inline double mesh_volume(const tc_mesh *mesh, int32_t cell) {
  const int32_t *v = mesh->vertices + 4 * (size_t)cell;
  double a[3][3];
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 3; i++)
      a[k][i] = mesh->points[3 * (size_t)v[k + 1] + (size_t)i] - mesh->points[3 * (size_t)v[0] + (size_t)i];
  return a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) -
         a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0]) +
         a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]);
}

/* Moves a vertex by `factor` times `way`. */
static inline void mesh_shift(tc_mesh *mesh, int32_t node, double factor, const double way[3]) {
  for (int i = 0; i < 3; i++) mesh->points[3 * (size_t)node + (size_t)i] += factor * way[i];
}

/* Returns the smallest factor f at which a cell becomes flat if its vertex `node` moves by f times `way`. */
static inline double mesh_room(tc_mesh *mesh, int32_t node, const double way[3]) {
  double room = INFINITY;
  for (int32_t cell = 0; cell < mesh->cells; cell++) {
    const int32_t *v = mesh->vertices + 4 * (size_t)cell;
    if (v[0] != node && v[1] != node && v[2] != node && v[3] != node) continue;
    const double before = mesh_volume(mesh, cell);
    mesh_shift(mesh, node, 1.0, way);
    const double after = mesh_volume(mesh, cell);
    mesh_shift(mesh, node, -1.0, way);
    if (after < before) room = fmin(room, before / (before - after));
  }
  return room;
}

/* Returns the unit cube in n^3 bricks. Each interior vertex is moved until one adjacent cell has only the
 * fraction `share` of its original volume. */
static inline tc_mesh *mesh_slivers(int32_t n, double share, uint64_t seed) {
  tc_mesh *mesh = mesh_box(n, n, n, 0.0);
  for (int32_t node = 0; node < mesh->nodes; node++) {
    const double *p = mesh->points + 3 * (size_t)node;
    double way[3];
    if (p[0] <= 0.0 || p[0] >= 1.0 || p[1] <= 0.0 || p[1] >= 1.0 || p[2] <= 0.0 || p[2] >= 1.0) continue;
    for (uint64_t i = 0; i < 3; i++) way[i] = 1e-3 * noise(3 * (uint64_t)node + i + 1000003 * seed);
    mesh_shift(mesh, node, (1.0 - share) * mesh_room(mesh, node, way), way);
  }
  return mesh;
}

/* Returns the dual graph of a mesh, whose vertices are the cells. */
static inline tc_graph *dual_of(const tc_mesh *mesh) {
  tc_dual *dual = NULL;
  tc_graph *graph = NULL;
  expect_ok(tc_dual_create(mesh, &dual));
  expect_ok(tc_graph_create(mesh->cells, 4, dual->neighbour, &graph));
  tc_dual_destroy(&dual);
  return graph;
}

/* Returns a mesh with the given points and cells. */
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

/* Returns a mesh of one cell of the given height. For small heights, the cell is almost flat. */
static inline tc_mesh *mesh_single(double height) {
  const double points[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0.3, 0.3, height};
  const int32_t cell[4] = {0, 1, 2, 3};
  return mesh_of(4, points, 1, cell);
}

#endif
