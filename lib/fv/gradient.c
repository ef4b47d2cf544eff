/* The gradient scheme: second order, width 16 (the scheme of Lagraviere 2019). Cell fits by weighted
 * least squares over the four faces; the flux joins both sides' fits with a two-point stabilisation: F =
 * a (v_1 - v_0 - g_0.d_0 - g_1.d_1) + 1/2 (K S . g_0 + K S . g_1),  a = 1 / (|d_0|/|K S| + |d_1|/|K S|), with
 * d_0 = y - c_0, d_1 = c_1 - y and y the harmonic averaging point of the face. The over-relaxed choice a =
 * (KS.KS)/(KS.d) looks natural but blows up explicit runs as soon as the tensor is anisotropic.
 *
 * Fluxes alone let some modes grow when the tensor is anisotropic or cells are badly shaped, slowly and
 * whatever the step. So each cell also penalises how far its own gradient misses its faces (fv/fit.h):
 * V L gains -stabilisation * sum over cells and faces of |K S|/|d| R^T R, which is symmetric, negative
 * semi-definite, keeps the integral, vanishes on linear fields and couples a cell's neighbours only. */
#include "base/memory.h"
#include "fv/energy.h"
#include "fv/face.h"
#include "fv/fit.h"
#include "fv/row.h"
#include "fv/scheme.h"
#include "mesh/geometry.h"

/* Adds sign * (q . g) of a cell's gradient to the row. */
static void add_gradient(const tc_submesh *submesh, const tc_fit *fit, int32_t cell, const double q[3],
                         double sign, tc_row *row) {
  for (int k = 0; k < 4; k++) {
    int32_t other = submesh->neighbour[4 * (size_t)cell + (size_t)k];
    if (other < 0) continue;
    double value = sign * tc_dot(q, fit->gradient[k]);
    tc_row_add(row, other, value);
    tc_row_add(row, cell, -value);
  }
}

/* Adds a face's flux: into the row of side 0 as it stands, into that of side 1 with the opposite sign. */
static void add_flux(const tc_geometry *geometry, const tc_fit *fits, const tc_face *face, tc_row *row) {
  tc_harmonic harmonic;
  double d[2][3], ks[3], q[3];
  tc_face_harmonic(geometry, face, &harmonic);
  tc_subtract(harmonic.point, geometry->centroid + 3 * (size_t)face->cell[0], d[0]);
  tc_subtract(geometry->centroid + 3 * (size_t)face->cell[1], harmonic.point, d[1]);
  tc_diffusion_apply(geometry->diffusion->tensor, face->area, ks);
  double a = tc_norm(ks) / (tc_norm(d[0]) + tc_norm(d[1]));
  double sign = face->cell[0] == row->cell ? 1.0 : -1.0;
  tc_row_add(row, face->cell[1], sign * a);
  tc_row_add(row, face->cell[0], -sign * a);
  for (int side = 0; side < 2; side++) {
    for (int i = 0; i < 3; i++) q[i] = 0.5 * ks[i] - a * d[side][i];
    add_gradient(geometry->submesh, &fits[face->cell[side]], face->cell[side], q, sign, row);
  }
}

/* Adds what cell c's form of residuals says to the row: the row's own cell is c itself or one of its
 * neighbours. */
static void add_residuals(const tc_submesh *submesh, const tc_fit *fit, int32_t c, double stabilisation,
                          tc_row *row) {
  const int32_t *neighbour = submesh->neighbour + 4 * (size_t)c;
  for (int k = 0; k < 4; k++) {
    if (neighbour[k] < 0 || (c != row->cell && neighbour[k] != row->cell)) continue;
    for (int l = 0; l < 4; l++) {
      if (neighbour[l] < 0) continue;
      const double part = stabilisation * fit->residual[tc_fit_pair(k, l)],
                   sign = c == row->cell ? 1.0 : -1.0;
      tc_row_add(row, neighbour[l], sign * part);
      tc_row_add(row, c, -sign * part);
    }
  }
}

static void fill_row(const tc_geometry *geometry, const tc_fit *fits, int32_t cell, tc_row *row) {
  const int32_t *neighbour = geometry->submesh->neighbour;
  tc_row_start(row, cell);
  for (int k = 0; k < 4; k++) {
    int32_t near = neighbour[4 * (size_t)cell + (size_t)k];
    if (near < 0) continue;
    tc_row_touch(row, near);
    for (int l = 0; l < 4; l++)
      if (neighbour[4 * (size_t)near + (size_t)l] >= 0)
        tc_row_touch(row, neighbour[4 * (size_t)near + (size_t)l]);
  }
  tc_row_sort(row, geometry->submesh->id);
  for (int k = 0; k < 4; k++) {
    tc_face face;
    if (tc_face_get(geometry, cell, k, &face)) add_flux(geometry, fits, &face, row);
  }
  const double stabilisation = geometry->diffusion->stabilisation;
  add_residuals(geometry->submesh, &fits[cell], cell, stabilisation, row);
  for (int k = 0; k < 4; k++)
    if (neighbour[4 * (size_t)cell + (size_t)k] >= 0) {
      const int32_t near = neighbour[4 * (size_t)cell + (size_t)k];
      add_residuals(geometry->submesh, &fits[near], near, stabilisation, row);
    }
}

/* Gradients of the owned cells and of ring 1. *flat: lowest mesh number of a cell without a gradient, or
 * TC_GID_NONE. */
static void fit_cells(const tc_geometry *geometry, int32_t cells, tc_fit *fits, tc_gid *flat) {
  tc_gid lowest = TC_GID_NONE;
#pragma omp parallel for schedule(static) reduction(min : lowest)
  for (int32_t cell = 0; cell < cells; cell++)
    if (!tc_fit_make(geometry, cell, &fits[cell]) && geometry->submesh->id[cell] < lowest)
      lowest = geometry->submesh->id[cell];
  *flat = lowest;
}

static tc_status assemble(const tc_submesh *submesh, const tc_diffusion *diffusion, tc_ell *rates,
                          tc_gid *flat) {
  tc_geometry geometry = {0};
  tc_fit *fits = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, tc_geometry_create(submesh, diffusion, &geometry));
  TC_GUARD(status, TC_ALLOC(fits, (size_t)submesh->owned + (size_t)submesh->ring1));
  fit_cells(&geometry, submesh->owned + submesh->ring1, fits, flat);
#pragma omp parallel for schedule(static)
  for (int32_t cell = 0; cell < submesh->owned; cell++) {
    tc_row row;
    fill_row(&geometry, fits, cell, &row);
    tc_row_store(&row, 1.0 / tc_geometry_volume(&geometry, cell), rates);
  }
cleanup:
  tc_free(fits);
  tc_geometry_destroy(&geometry);
  return status;
}

static tc_status certify(const tc_submesh *submesh, const tc_diffusion *diffusion, double *margin) {
  tc_geometry geometry = {0};
  TC_TRY(tc_geometry_create(submesh, diffusion, &geometry));
#pragma omp parallel for schedule(static)
  for (int32_t cell = 0; cell < submesh->owned; cell++) {
    tc_fit fit;
    double form[TC_FIT_PAIRS];
    tc_fit_make(&geometry, cell, &fit);
    tc_energy_form(&geometry, &fit, cell, form);
    margin[cell] = tc_energy_margin(form);
  }
  tc_geometry_destroy(&geometry);
  return TC_OK;
}

const tc_scheme tc_scheme_gradient = {
    .name = "gradient",
    .summary = "16 neighbours, second order on general meshes and tensors",
    .width = 16,
    .rings = 2,
    .assemble = assemble,
    .certify = certify,
};
