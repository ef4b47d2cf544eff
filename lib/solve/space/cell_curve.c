#include "solve/space/cell_curve.h"

#include "base/containers/sort.h"
#include "base/core/memory.h"
#include "graph/order/hilbert_curve.h"
#include "mesh/tetrahedron.h"

enum { block_size = 1024 }; /* cells of a block, whose centroids fit in the cache */

static const double *corner_point(const tc_mesh *mesh, int32_t cell, int corner) {
  return mesh->points + 3 * (size_t)mesh->vertices[4 * (size_t)cell + (size_t)corner];
}

static void compute_block(const tc_mesh *mesh, const tc_hilbert_cube *cube, int32_t from, uint64_t *key) {
  const int32_t count = mesh->cells - from < block_size ? mesh->cells - from : block_size;
  double centroid[block_size][3];
  for (int32_t c = from; c < from + count; c++)
    tc_centroid(corner_point(mesh, c, 0), corner_point(mesh, c, 1), corner_point(mesh, c, 2),
                corner_point(mesh, c, 3), centroid[c - from]);
  tc_hilbert_keys(cube, count, centroid[0], key + from);
}

tc_status tc_cell_curve_fill(const tc_mesh *mesh, int32_t *cell) {
  uint64_t *key = NULL;
  double low[3], high[3];
  TC_TRY(TC_ALLOC(key, mesh->cells));
  tc_mesh_bounds(mesh, low, high);
  const tc_hilbert_cube cube = tc_hilbert_cube_create(low, high);
  const int32_t blocks = mesh->cells / block_size + (mesh->cells % block_size != 0);
#pragma omp parallel for schedule(static)
  for (int32_t b = 0; b < blocks; b++) compute_block(mesh, &cube, b * block_size, key);
  const tc_status status = tc_sort_by_long_key(mesh->cells, key, cell);
  tc_free(key);
  return status;
}
