/* The two-point scheme: the flux through a face with the area vector S is F = a (v_1 - v_0), where v_s is the
 * value of the cell on side s. Here a = t_0 t_1 / (t_0 + t_1) and t_s = |S . K_s d_s| / |d_s|^2. K_s is the
 * tensor of cell s, and d_s the vector from its centroid to that of the face. This is the harmonic
 * transmissibility, as in the scheme of Langguth 2015. At a boundary face v_1 is the datum. For kind value
 * t_1 is infinite, for kind exchange t_1 is h |S| with the exchange coefficient h. The scheme is monotone,
 * but not consistent on general tetrahedra. */
#include "base/core/memory.h"
#include "fv/scheme/face.h"
#include "fv/scheme/row_builder.h"
#include "fv/scheme/scheme.h"
#include "mesh/tetrahedron.h"

static double compute_conductance(const tc_geometry *geometry, const tc_physics *physics, const tc_face *face,
                                  int32_t cell) {
  double d[3], kd[3];
  tc_subtract(face->centroid, tc_geometry_centroid(geometry, cell), d);
  tc_diffusion_apply(tc_physics_tensor(physics, cell), d, kd);
  return fabs(tc_dot3(face->area, kd)) / tc_dot3(d, d);
}

static double combine_in_series(double t0, double t1) { return t0 + t1 > 0.0 ? t0 * t1 / (t0 + t1) : 0.0; }

/* Determines the formula of the inflow through boundary face k of a cell with value v, and sets `*a` to its
 * factor a. If the result is TC_FACE_SIDE_DATUM, the inflow is a * (datum - v). It is a * datum for
 * TC_FACE_SIDE_FLUX, and 0 for TC_FACE_SIDE_NONE. */
static tc_face_side find_boundary_inflow(const tc_geometry *geometry, const tc_physics *physics, int32_t cell,
                                         int k, const tc_face *face, double *a) {
  const int32_t b = tc_face_boundary(geometry->submesh, cell, k);
  const tc_boundary *boundary = tc_face_boundary_condition(physics, b);
  *a = tc_norm(face->area);
  switch (boundary->kind) {
  case TC_BOUNDARY_FLUX: return boundary->has_data ? TC_FACE_SIDE_FLUX : TC_FACE_SIDE_NONE;
  case TC_BOUNDARY_VALUE: *a = compute_conductance(geometry, physics, face, cell); break;
  case TC_BOUNDARY_EXCHANGE:
    *a = combine_in_series(compute_conductance(geometry, physics, face, cell),
                           tc_face_exchange(physics, b, face));
    break;
  }
  return TC_FACE_SIDE_DATUM;
}

/* Adds the inflow into `cell` through its face k to the matrix row of the cell. */
static void add_face(const tc_geometry *geometry, const tc_physics *physics, const tc_boundary_data *data,
                     int32_t cell, int k, tc_row_builder *row) {
  tc_face face;
  double a;
  if (tc_face_get(geometry, cell, k, &face)) {
    a = combine_in_series(compute_conductance(geometry, physics, &face, face.cell[0]),
                          compute_conductance(geometry, physics, &face, face.cell[1]));
    const int32_t other = geometry->submesh->neighbour[4 * (size_t)cell + (size_t)k];
    tc_row_builder_add(row, tc_row_builder_find(row, other), a);
    tc_row_builder_add(row, TC_ROW_BUILDER_DIAGONAL, -a);
    return;
  }
  const tc_face_side side = find_boundary_inflow(geometry, physics, cell, k, &face, &a);
  if (side == TC_FACE_SIDE_NONE) return;
  const int32_t datum = data->number[tc_face_boundary(geometry->submesh, cell, k)];
  tc_row_builder_add_datum_column(row, datum);
  tc_row_builder_add_datum(row, tc_row_builder_find_datum(row, datum), a);
  if (side == TC_FACE_SIDE_DATUM) tc_row_builder_add(row, TC_ROW_BUILDER_DIAGONAL, -a);
}

static void fill_row(const tc_geometry *geometry, const tc_physics *physics, const tc_boundary_data *data,
                     int32_t cell, tc_row_builder *row) {
  const int32_t *neighbour = geometry->submesh->neighbour + 4 * (size_t)cell;
  tc_row_builder_init(row, cell);
  for (int k = 0; k < 4; k++)
    if (neighbour[k] >= 0) tc_row_builder_add_column(row, neighbour[k]);
  tc_row_builder_sort(row, geometry->submesh->id);
  for (int k = 0; k < 4; k++) add_face(geometry, physics, data, cell, k, row);
}

/* Creates system->marker_flux, the factors of the inflow through each marker. In this scheme the inflow
 * through a boundary face depends only on the value of the face's cell and on the datum. */
static tc_status create_marker_flux(const tc_geometry *geometry, const tc_physics *physics,
                                    tc_system *system) {
  const tc_boundary_data *data = system->boundary_data;
  tc_face_inflow *inward = NULL;
  TC_TRY(TC_ALLOC_ZERO(inward, data->faces));
  for (int32_t cell = 0; cell < (data->faces ? geometry->submesh->owned : 0); cell++)
    for (int k = 0; k < 4; k++) {
      tc_face face;
      if (tc_face_get(geometry, cell, k, &face)) continue;
      const int32_t number = data->number[tc_face_boundary(geometry->submesh, cell, k)];
      if (number < 0) continue;
      tc_face_inflow *in = &inward[number];
      in->other[k] = number;
      in->side[k] = find_boundary_inflow(geometry, physics, cell, k, &face, &in->factor[k]);
    }
  tc_status status = tc_system_end_assembly(physics, inward, system);
  tc_free(inward);
  return status;
}

static tc_status assemble_two_point(const tc_geometry *geometry, const tc_physics *physics,
                                    tc_system *system) {
  system->flat_cell = TC_GID_NONE; /* this scheme can handle every cell with a positive volume */
  TC_TRY(tc_system_begin_assembly(geometry, physics, 1, system));
#pragma omp parallel for schedule(static)
  for (int32_t cell = 0; cell < geometry->submesh->owned; cell++) {
    tc_row_builder row;
    fill_row(geometry, physics, system->boundary_data, cell, &row);
    tc_row_builder_store(&row, 1.0 / geometry->volume[cell], system);
  }
  return create_marker_flux(geometry, physics, system);
}

const tc_scheme tc_scheme_two_point = {
    .name = "two-point",
    .summary = "4 neighbours, monotone; first choice for speed, not consistent on general meshes",
    .width = 4,
    .rings = 1,
    .symmetric = true,
    .differences = true,
    .assemble = assemble_two_point,
};
