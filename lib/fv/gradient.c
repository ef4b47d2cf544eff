/* The gradient scheme: second order, width 16 (the scheme of Lagraviere 2019). Cell fits by weighted
 * least squares over the four faces (fv/fit.h); the flux joins both sides' fits with a two-point
 * stabilisation (fv/flux.h), whose coefficient a = 1 / (|d_0|/|K_0 S| + |d_1|/|K_1 S|) matters: the
 * over-relaxed choice a = (KS.KS)/(KS.d) looks natural but blows up explicit runs as soon as the tensor is
 * anisotropic.
 *
 * Fluxes alone let some modes grow when the tensor is anisotropic or cells are badly shaped, slowly and
 * whatever the step. So each cell also penalises how far its own gradient misses its faces (fv/fit.h):
 * V L gains -stabilisation * sum over cells and faces of |K S|/|d| R^T R, which is symmetric, negative
 * semi-definite, keeps the integral, vanishes on linear fields and couples a cell's neighbours only. */
#include "base/memory.h"
#include "fv/energy.h"
#include "fv/fit.h"
#include "fv/flux.h"
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
static void add_flux(const tc_geometry *geometry, const tc_physics *physics, const tc_fit *fits,
                     const tc_face *face, tc_row *row) {
  tc_flux flux;
  tc_flux_make(geometry, physics, face, &flux);
  const double sign = face->cell[0] == row->cell ? 1.0 : -1.0;
  tc_row_add(row, face->cell[1], sign * flux.a);
  tc_row_add(row, face->cell[0], -sign * flux.a);
  for (int side = 0; side < 2; side++)
    add_gradient(geometry->submesh, &fits[face->cell[side]], face->cell[side], flux.q[side], sign, row);
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

/* The columns: neighbours and theirs. */
static void touch_row(const tc_submesh *submesh, int32_t cell, tc_row *row) {
  const int32_t *neighbour = submesh->neighbour;
  tc_row_start(row, cell);
  for (int k = 0; k < 4; k++) {
    const int32_t near = neighbour[4 * (size_t)cell + (size_t)k];
    if (near < 0) continue;
    tc_row_touch(row, near);
    for (int l = 0; l < 4; l++)
      if (neighbour[4 * (size_t)near + (size_t)l] >= 0)
        tc_row_touch(row, neighbour[4 * (size_t)near + (size_t)l]);
  }
  tc_row_sort(row, submesh->id);
}

static void fill_row(const tc_geometry *geometry, const tc_physics *physics, double stabilisation,
                     const tc_fit *fits, int32_t cell, tc_row *row) {
  const tc_submesh *submesh = geometry->submesh;
  touch_row(submesh, cell, row);
  for (int k = 0; k < 4; k++) {
    tc_face face;
    if (tc_face_get(geometry, cell, k, &face)) add_flux(geometry, physics, fits, &face, row);
  }
  add_residuals(submesh, &fits[cell], cell, stabilisation, row);
  for (int k = 0; k < 4; k++) {
    const int32_t near = submesh->neighbour[4 * (size_t)cell + (size_t)k];
    if (near >= 0) add_residuals(submesh, &fits[near], near, stabilisation, row);
  }
}

/* Fits of the owned cells and of ring 1. Returns the lowest mesh number of a cell without a gradient, or
 * TC_GID_NONE. */
static tc_gid fit_cells(const tc_geometry *geometry, const tc_physics *physics, int32_t cells, tc_fit *fits) {
  tc_gid lowest = TC_GID_NONE;
#pragma omp parallel for schedule(static) reduction(min : lowest)
  for (int32_t cell = 0; cell < cells; cell++)
    if (!tc_fit_make(geometry, physics, cell, &fits[cell]) && geometry->submesh->id[cell] < lowest)
      lowest = geometry->submesh->id[cell];
  return lowest;
}

static tc_status assemble(const tc_geometry *geometry, const tc_physics *physics, tc_system *system) {
  const int32_t owned = geometry->submesh->owned, cells = geometry->submesh->ring_begin[2];
  tc_fit *fits = NULL;
  TC_TRY(TC_ALLOC(fits, cells));
  system->flat = fit_cells(geometry, physics, cells, fits);
#pragma omp parallel for schedule(static)
  for (int32_t cell = 0; cell < owned; cell++) {
    tc_row row;
    fill_row(geometry, physics, system->stabilisation, fits, cell, &row);
    tc_row_store(&row, 1.0 / geometry->volume[cell], system->rates);
  }
  tc_free(fits);
  return TC_OK;
}

static void certify(const tc_geometry *geometry, const tc_physics *physics, double stabilisation,
                    double *margin) {
#pragma omp parallel for schedule(static)
  for (int32_t cell = 0; cell < geometry->submesh->owned; cell++) {
    tc_fit fit;
    double form[TC_FIT_PAIRS];
    tc_fit_make(geometry, physics, cell, &fit);
    tc_energy_form(geometry, physics, stabilisation, &fit, cell, form);
    margin[cell] = tc_energy_margin(form);
  }
}

const tc_scheme tc_scheme_gradient = {
    .name = "gradient",
    .summary = "16 neighbours, second order on general meshes and tensors",
    .width = 16,
    .rings = 2,
    .assemble = assemble,
    .certify = certify,
};
