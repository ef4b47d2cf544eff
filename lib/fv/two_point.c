/* The two-point scheme: F = a (v_1 - v_0), a = t_0 t_1 / (t_0 + t_1), t_s = |S . K_s d_s| / |d_s|^2 with d_s
 * from the centroid of cell s to that of the face (harmonic transmissibility; the scheme of Langguth 2015).
 * Monotone, but not consistent on general tetrahedra. */
#include "fv/face.h"
#include "fv/row.h"
#include "fv/scheme.h"
#include "mesh/geometry.h"

static double transmissibility(const tc_geometry *geometry, const tc_physics *physics, const tc_face *face) {
  double t[2];
  for (int side = 0; side < 2; side++) {
    double d[3], kd[3];
    tc_subtract(face->centroid, tc_geometry_centroid(geometry, face->cell[side]), d);
    tc_diffusion_apply(tc_physics_tensor(physics, face->cell[side]), d, kd);
    t[side] = fabs(tc_dot(face->area, kd)) / tc_dot(d, d);
  }
  return t[0] + t[1] > 0.0 ? t[0] * t[1] / (t[0] + t[1]) : 0.0;
}

/* What face k says of the flux out of the cell. */
static void add_face(const tc_geometry *geometry, const tc_physics *physics, int32_t cell, int k,
                     tc_row *row) {
  tc_face face;
  if (tc_face_get(geometry, cell, k, &face)) {
    const double a = transmissibility(geometry, physics, &face);
    tc_row_add(row, geometry->submesh->neighbour[4 * (size_t)cell + (size_t)k], a);
    tc_row_add(row, cell, -a);
    return;
  }
  switch (tc_face_boundary(geometry, physics, cell, k)) {
  case TC_BOUNDARY_NO_FLUX: return;
  }
}

static void fill_row(const tc_geometry *geometry, const tc_physics *physics, int32_t cell, tc_row *row) {
  const int32_t *neighbour = geometry->submesh->neighbour + 4 * (size_t)cell;
  tc_row_start(row, cell);
  for (int k = 0; k < 4; k++)
    if (neighbour[k] >= 0) tc_row_touch(row, neighbour[k]);
  tc_row_sort(row, geometry->submesh->id);
  for (int k = 0; k < 4; k++) add_face(geometry, physics, cell, k, row);
}

static tc_status assemble(const tc_geometry *geometry, const tc_physics *physics, tc_system *system) {
  system->flat = TC_GID_NONE; /* any cell with a volume will do */
#pragma omp parallel for schedule(static)
  for (int32_t cell = 0; cell < geometry->submesh->owned; cell++) {
    tc_row row;
    fill_row(geometry, physics, cell, &row);
    tc_row_store(&row, 1.0 / geometry->volume[cell], system->rates);
  }
  return TC_OK;
}

const tc_scheme tc_scheme_two_point = {
    .name = "two-point",
    .summary = "4 neighbours, monotone; first choice for speed, not consistent on general meshes",
    .width = 4,
    .rings = 1,
    .assemble = assemble,
};
