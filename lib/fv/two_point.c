/* The two-point scheme: F = a (v_1 - v_0), a = t_0 t_1 / (t_0 + t_1), t_s = |S . K d_s| / |d_s|^2 with d_s
 * from the centroid of cell s to that of the face (harmonic transmissibility; the scheme of Langguth 2015).
 * Monotone, but not consistent on general tetrahedra. */
#include "fv/face.h"
#include "fv/row.h"
#include "fv/scheme.h"
#include "mesh/geometry.h"

static double transmissibility(const tc_geometry *geometry, const tc_face *face) {
  double t[2];
  for (int side = 0; side < 2; side++) {
    double d[3], kd[3];
    tc_subtract(face->centroid, geometry->centroid + 3 * (size_t)face->cell[side], d);
    tc_diffusion_apply(geometry->diffusion->tensor, d, kd);
    t[side] = fabs(tc_dot(face->area, kd)) / tc_dot(d, d);
  }
  return t[0] + t[1] > 0.0 ? t[0] * t[1] / (t[0] + t[1]) : 0.0;
}

static void fill_row(const tc_geometry *geometry, int32_t cell, tc_row *row) {
  const int32_t *neighbour = geometry->submesh->neighbour + 4 * (size_t)cell;
  tc_row_start(row, cell);
  for (int k = 0; k < 4; k++)
    if (neighbour[k] >= 0) tc_row_touch(row, neighbour[k]);
  tc_row_sort(row, geometry->submesh->id);
  for (int k = 0; k < 4; k++) {
    tc_face face;
    if (!tc_face_get(geometry, cell, k, &face)) continue; /* zero flux */
    double a = transmissibility(geometry, &face);
    tc_row_add(row, neighbour[k], a);
    tc_row_add(row, cell, -a);
  }
}

static tc_status assemble(const tc_submesh *submesh, const tc_diffusion *diffusion, tc_ell *rates,
                          tc_gid *flat) {
  tc_geometry geometry;
  *flat = TC_GID_NONE; /* any cell with a volume will do */
  TC_TRY(tc_geometry_create(submesh, diffusion, &geometry));
#pragma omp parallel for schedule(static)
  for (int32_t cell = 0; cell < submesh->owned; cell++) {
    tc_row row;
    fill_row(&geometry, cell, &row);
    tc_row_store(&row, 1.0 / tc_geometry_volume(&geometry, cell), rates);
  }
  tc_geometry_destroy(&geometry);
  return TC_OK;
}

const tc_scheme tc_scheme_two_point = {
    .name = "two-point",
    .summary = "4 neighbours, monotone; first choice for speed, not consistent on general meshes",
    .width = 4,
    .rings = 1,
    .assemble = assemble,
};
