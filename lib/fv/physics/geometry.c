#include "fv/physics/geometry.h"

#include "base/core/memory.h"
#include "mesh/tetrahedron.h"

static void measure_cells(tc_geometry *g, int32_t cells) {
#pragma omp parallel for schedule(static)
  for (int32_t c = 0; c < cells; c++) {
    const double *p[4];
    for (int k = 0; k < 4; k++) p[k] = tc_geometry_point(g, c, k);
    tc_centroid(p[0], p[1], p[2], p[3], g->centroid + 3 * (size_t)c);
    if (c < g->submesh->owned) g->volume[c] = tc_volume6(p[0], p[1], p[2], p[3]) / 6.0;
  }
}

tc_status tc_geometry_create(const tc_submesh *submesh, tc_geometry **out) {
  const int32_t cells = submesh->cells;
  tc_geometry *geometry = NULL;
  TC_TRY(TC_ALLOC_ZERO(geometry, 1));
  geometry->submesh = submesh;
  tc_status status = TC_POOL_ARRAY(&geometry->memory, geometry->volume, submesh->owned);
  if (!status) status = TC_POOL_ARRAY(&geometry->memory, geometry->centroid, 3 * (size_t)cells);
  if (!status) measure_cells(geometry, cells);
  TC_RETURN_CREATED(status, geometry, tc_geometry_destroy(&geometry), out);
}

void tc_geometry_destroy(tc_geometry **geometry) { TC_POOL_DESTROY_OWNER(geometry); }
