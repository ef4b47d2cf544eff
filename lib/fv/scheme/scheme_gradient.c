/* The gradient scheme: second-order finite volumes with 16 off-diagonal entries per row (the scheme of
 * Lagraviere 2019). Gradients of cells are weighted least-squares fits over the four faces
 * (fv/scheme/cell_gradient.h). The flux through a face combines the gradients of both cells with a two-point
 * stabilisation (fv/scheme/flux.h), whose coefficient is a = 1 / (|d_0|/|K_0 S| + |d_1|/|K_1 S|). The common
 * over-relaxed coefficient a = (KS.KS)/(KS.d) is not used, because explicit runs diverge with it if the
 * tensor is anisotropic.
 *
 * With this flux alone, some modes grow slowly for any step size if the tensor is anisotropic or cells are
 * badly shaped. The scheme therefore also penalises the residuals R_f of the least-squares fit of each cell
 * at its faces f (fv/scheme/cell_gradient.h): it adds -stabilisation * sum over cells and faces of |K S|/|d|
 * R_f^T R_f to the matrix V R, where R is the rate matrix and V the diagonal matrix of the volumes. This term
 * is symmetric and negative semi-definite, preserves the integral, vanishes on linear fields, and couples
 * only a cell and its neighbours. At a boundary face of kind value or exchange, the amount that the term
 * removes from the cell flows out through that face. */
#include <math.h>

#include "base/core/memory.h"
#include "fv/scheme/cell_energy.h"
#include "fv/scheme/cell_gradient.h"
#include "fv/scheme/flux.h"
#include "fv/scheme/row_builder.h"
#include "fv/scheme/scheme.h"
#include "mesh/tetrahedron.h"

/* Arguments common to all functions that assemble rows. */
typedef struct assembly {
  tc_gradient_setup setup;
  tc_system *system;
  const tc_cell_gradient *fits; /* [owned and ring 1] fit of each cell */
} assembly;

/* A cell of the star of a row: the row's cell or a neighbour. */
typedef struct star_cell {
  int32_t cell; /* -1 if there is none */
  const tc_cell_gradient *fit;
  int own;      /* entry of the row for the cell (tc_row_builder_find) */
  int other[4]; /* entry of the row for the difference over each face: that of the neighbour, or of the datum
                 */
} star_cell;

/* Row under construction. star[0] is the row's cell, and star[1 + k] its neighbour across face k. */
typedef struct gradient_row {
  tc_row_builder builder;
  star_cell star[5];
  tc_cell_flow flow[4]; /* flows through the faces of the row's cell */
} gradient_row;

/* Adds to the row `factor` times the difference D_k over face k of a cell (fv/scheme/cell_gradient.h). */
static void add_difference(const star_cell *c, int k, double factor, tc_row_builder *row) {
  const tc_face_side side = c->fit->side[k];
  if (side == TC_FACE_SIDE_NONE) return;
  if (side == TC_FACE_SIDE_CELL)
    tc_row_builder_add(row, c->other[k], factor);
  else
    tc_row_builder_add_datum(row, c->other[k], factor);
  if (side != TC_FACE_SIDE_FLUX) tc_row_builder_add(row, c->own, -factor);
}

/* Adds sign * (q . g) to the row, where g is the least-squares gradient of the cell as a function of the
 * differences D_k. */
static void add_gradient(const star_cell *c, const double q[3], double sign, tc_row_builder *row) {
  for (int k = 0; k < 4; k++) add_difference(c, k, sign * tc_dot3(q, c->fit->gradient[k]), row);
}

/* Adds to the row the inflow into its cell through interior face k. The inflow is the flux of
 * fv/scheme/flux.h if the cell is on side 0, and minus this flux if the cell is on side 1. */
static void add_flux(const assembly *w, const tc_face *face, int k, gradient_row *row) {
  tc_cell_flow *flow = &row->flow[k];
  tc_row_builder *builder = &row->builder;
  const star_cell *own = &row->star[0], *adjacent = &row->star[1 + k];
  flow->side = face->cell[0] == own->cell ? 0 : 1;
  const star_cell *const c[2] = {flow->side == 0 ? own : adjacent, flow->side == 0 ? adjacent : own};
  const double sign = flow->side == 0 ? 1.0 : -1.0;
  tc_flux_compute(&w->setup, face, &flow->flux);
  builder->distant += flow->flux.harmonic.is_distant;
  tc_row_builder_add(builder, c[1]->own, sign * flow->flux.a);
  tc_row_builder_add(builder, c[0]->own, -sign * flow->flux.a);
  for (int side = 0; side < 2; side++) add_gradient(c[side], flow->flux.q[side], sign, builder);
}

/* Adds to the row the inflow into its cell through boundary face f. */
static void add_inflow(const assembly *w, int f, gradient_row *row) {
  const star_cell *own = &row->star[0];
  double *inward = row->flow[f].inward;
  if (own->fit->side[f] == TC_FACE_SIDE_NONE) return;
  tc_cell_gradient_inflow(&w->setup, own->cell, own->fit, f, inward);
  for (int l = 0; l < 4; l++) add_difference(own, l, inward[l], &row->builder);
}

/* Adds to the row the stabilisation term of the residuals of the least-squares fit of a cell of the star. */
static void add_residuals(const assembly *w, const star_cell *c, gradient_row *row) {
  const int32_t *neighbour = w->setup.geometry->submesh->neighbour + 4 * (size_t)c->cell;
  const int32_t cell = row->builder.cell;
  const double sign = c->cell == cell ? 1.0 : -1.0;
  for (int k = 0; k < 4; k++) {
    if (c->fit->side[k] != TC_FACE_SIDE_CELL && c->fit->side[k] != TC_FACE_SIDE_DATUM) continue;
    if (c->cell != cell && neighbour[k] != cell) continue;
    for (int l = 0; l < 4; l++) {
      const double damping = w->system->stabilisation * c->fit->residual[tc_sym4_index(k, l)];
      add_difference(c, l, sign * damping, &row->builder);
    }
  }
}

/* Adds the boundary data at the faces of a cell to the list of data that the row reads. */
static void add_data_columns(const assembly *w, int32_t cell, tc_row_builder *row) {
  for (int k = 0; k < 4; k++)
    if (w->fits[cell].side[k] == TC_FACE_SIDE_DATUM || w->fits[cell].side[k] == TC_FACE_SIDE_FLUX)
      tc_row_builder_add_datum_column(row,
                                      w->system->boundary_data
                                          ->number[tc_face_boundary(w->setup.geometry->submesh, cell, k)]);
}

/* Adds the columns of the row: the neighbours of the cell, their neighbours, and the boundary data at the
 * faces of the cell and its neighbours. */
static void add_columns(const assembly *w, int32_t cell, tc_row_builder *row) {
  const int32_t *neighbour = w->setup.geometry->submesh->neighbour;
  tc_row_builder_init(row, cell);
  add_data_columns(w, cell, row);
  for (int k = 0; k < 4; k++) {
    const int32_t adjacent = neighbour[4 * (size_t)cell + (size_t)k];
    if (adjacent < 0) continue;
    tc_row_builder_add_column(row, adjacent);
    add_data_columns(w, adjacent, row);
    for (int l = 0; l < 4; l++)
      if (neighbour[4 * (size_t)adjacent + (size_t)l] >= 0)
        tc_row_builder_add_column(row, neighbour[4 * (size_t)adjacent + (size_t)l]);
  }
  tc_row_builder_sort(row, w->setup.geometry->submesh->id);
}

/* Finds the entries of the row for a cell of the star, so that each is searched for only once. */
static void find_entries(const assembly *w, const tc_row_builder *row, int32_t cell, star_cell *out) {
  const tc_submesh *submesh = w->setup.geometry->submesh;
  *out = (star_cell){.cell = cell};
  if (cell < 0) return;
  out->fit = &w->fits[cell];
  out->own = tc_row_builder_find(row, cell);
  for (int k = 0; k < 4; k++) {
    const tc_face_side side = out->fit->side[k];
    if (side == TC_FACE_SIDE_CELL)
      out->other[k] = tc_row_builder_find(row, submesh->neighbour[4 * (size_t)cell + (size_t)k]);
    else if (side != TC_FACE_SIDE_NONE)
      out->other[k] =
          tc_row_builder_find_datum(row,
                                    w->system->boundary_data->number[tc_face_boundary(submesh, cell, k)]);
  }
}

static void begin_row(const assembly *w, int32_t cell, gradient_row *row) {
  const int32_t *neighbour = w->setup.geometry->submesh->neighbour + 4 * (size_t)cell;
  add_columns(w, cell, &row->builder);
  find_entries(w, &row->builder, cell, &row->star[0]);
  for (int k = 0; k < 4; k++) find_entries(w, &row->builder, neighbour[k], &row->star[1 + k]);
}

static void fill_row(const assembly *w, int32_t cell, gradient_row *row) {
  begin_row(w, cell, row);
  for (int k = 0; k < 4; k++) {
    tc_face face;
    if (tc_face_get(w->setup.geometry, cell, k, &face))
      add_flux(w, &face, k, row);
    else
      add_inflow(w, k, row);
  }
  for (int k = 0; k < 5; k++)
    if (row->star[k].cell >= 0) add_residuals(w, &row->star[k], row);
}

/* Computes the margin of stability of the row's cell. *least is the smallest margin of all cells so far. */
static double compute_margin(const assembly *w, const gradient_row *row, double *least) {
  double form[TC_SYM4_ENTRIES];
  tc_cell_energy_form(w->system->stabilisation, row->star[0].fit, row->flow, form);
  const double margin = tc_cell_energy_margin_up_to(form, *least);
  if (margin < *least) *least = margin;
  return margin;
}

/* Computes the least-squares fits of the owned cells and of the cells of ring 1. Returns the lowest cell
 * number of a cell that is too flat for a gradient, or TC_GID_NONE. */
static tc_gid fit_cells(const tc_gradient_setup *setup, int32_t cells, tc_cell_gradient *fits) {
  tc_gid lowest = TC_GID_NONE;
#pragma omp parallel for schedule(static) reduction(min : lowest)
  for (int32_t cell = 0; cell < cells; cell++)
    if (!tc_cell_gradient_compute(setup, cell, &fits[cell]) && setup->geometry->submesh->id[cell] < lowest)
      lowest = setup->geometry->submesh->id[cell];
  return lowest;
}

/* Computes the inflow through face k of a cell. The face must have a datum. */
static void compute_face_inflow(const assembly *w, int32_t cell, int k, tc_face_inflow *out) {
  const tc_submesh *submesh = w->setup.geometry->submesh;
  const tc_cell_gradient *fit = &w->fits[cell];
  tc_cell_gradient_inflow(&w->setup, cell, fit, k, out->factor);
  for (int l = 0; l < 4; l++) {
    const int32_t other = submesh->neighbour[4 * (size_t)cell + (size_t)l];
    out->side[l] = fit->side[l];
    out->other[l] = fit->side[l] == TC_FACE_SIDE_CELL ? other
                    : other < 0                       ? w->system->boundary_data->number[-1 - other]
                                                      : -1;
    if (fit->side[k] == TC_FACE_SIDE_DATUM)
      out->factor[l] += w->system->stabilisation * fit->residual[tc_sym4_index(k, l)];
  }
}

static tc_status create_marker_flux(const assembly *w) {
  const tc_boundary_data *data = w->system->boundary_data;
  const tc_submesh *submesh = w->setup.geometry->submesh;
  tc_face_inflow *inward = NULL;
  TC_TRY(TC_ALLOC(inward, data->faces));
  for (int32_t cell = 0; cell < submesh->ring_begin[2]; cell++)
    for (int k = 0; k < 4; k++) {
      const int32_t other = submesh->neighbour[4 * (size_t)cell + (size_t)k];
      if (other < 0 && data->number[-1 - other] >= 0)
        compute_face_inflow(w, cell, k, &inward[data->number[-1 - other]]);
    }
  tc_status status = tc_system_end_assembly(w->setup.physics, inward, w->system);
  tc_free(inward);
  return status;
}

/* Assembles the rows of the owned cells and computes their margins of stability. */
static void fill_rows(const assembly *w) {
  const tc_geometry *geometry = w->setup.geometry;
  int64_t distant = 0;
#pragma omp parallel reduction(+ : distant)
  {
    double least = INFINITY;
    gradient_row row;
#pragma omp for schedule(static)
    for (int32_t cell = 0; cell < geometry->submesh->owned; cell++) {
      fill_row(w, cell, &row);
      tc_row_builder_store(&row.builder, 1.0 / geometry->volume[cell], w->system);
      w->system->margin[cell] = compute_margin(w, &row, &least);
      distant += row.builder.distant;
    }
  }
  w->system->distant = distant;
}

static tc_status assemble_rows(const tc_geometry *geometry, const tc_physics *physics, tc_system *system,
                               tc_cell_gradient *fits) {
  const assembly w = {{geometry, physics, system->limited}, system, fits};
  TC_TRY(tc_system_begin_assembly(geometry, physics, 2, system));
  if (!system->margin) TC_TRY(TC_ALLOC(system->margin, geometry->submesh->owned));
  system->flat_cell = fit_cells(&w.setup, geometry->submesh->ring_begin[2], fits);
  fill_rows(&w);
  return create_marker_flux(&w);
}

static tc_status assemble_gradient(const tc_geometry *geometry, const tc_physics *physics,
                                   tc_system *system) {
  tc_cell_gradient *fits = NULL;
  TC_TRY(TC_ALLOC(fits, geometry->submesh->ring_begin[2]));
  tc_status status = assemble_rows(geometry, physics, system, fits);
  tc_free(fits);
  return status;
}

const tc_scheme tc_scheme_gradient = {
    .name = "gradient",
    .summary = "16 neighbours, second order on general meshes and tensors",
    .width = 16,
    .rings = 2,
    .scratch = sizeof(tc_cell_gradient) + sizeof(double),
    .assemble = assemble_gradient,
    .certifies = true,
};
