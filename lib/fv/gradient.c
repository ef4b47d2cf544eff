/* The gradient scheme: second order, width 16 (the scheme of Lagraviere 2019). Cell gradients by weighted
 * least squares over the four faces; the flux joins both sides' gradients with a two-point stabilisation: F =
 * a (v_1 - v_0 - g_0.d_0 - g_1.d_1) + 1/2 (K S . g_0 + K S . g_1),  a = 1 / (|d_0|/|K S| + |d_1|/|K S|), with
 * d_0 = y - c_0, d_1 = c_1 - y and y the harmonic averaging point of the face. The over-relaxed choice a =
 * (KS.KS)/(KS.d) looks natural but blows up explicit runs as soon as the tensor is anisotropic. */
#include "base/memory.h"
#include "fv/face.h"
#include "fv/row.h"
#include "fv/scheme.h"
#include "mesh/geometry.h"

/* g = sum over faces k of weight[k] (v_neighbour(k) - v_cell); zero for boundary faces. */
typedef struct gradient {
  double weight[4][3];
} gradient;

/* Adds d d^T / |d|^2 to the normal matrix [xx, yy, zz, xy, xz, yz]. */
static void add_direction(double matrix[6], const double d[3]) {
  double s = 1.0 / tc_dot(d, d);
  matrix[0] += s * d[0] * d[0];
  matrix[1] += s * d[1] * d[1];
  matrix[2] += s * d[2] * d[2];
  matrix[3] += s * d[0] * d[1];
  matrix[4] += s * d[0] * d[2];
  matrix[5] += s * d[1] * d[2];
}

/* Inverse of a symmetric 3x3 matrix by cofactors; false when it is singular to working precision. */
static bool invert(const double m[6], double out[6]) {
  out[0] = m[1] * m[2] - m[5] * m[5];
  out[1] = m[0] * m[2] - m[4] * m[4];
  out[2] = m[0] * m[1] - m[3] * m[3];
  out[3] = m[4] * m[5] - m[3] * m[2];
  out[4] = m[3] * m[5] - m[4] * m[1];
  out[5] = m[3] * m[4] - m[0] * m[5];
  double determinant = m[0] * out[0] + m[3] * out[3] + m[4] * out[4];
  double trace = m[0] + m[1] + m[2];
  for (int i = 0; i < 6; i++) out[i] /= determinant;
  return determinant > 1e-14 * trace * trace * trace;
}

/* A boundary face adds the row (K S/|K S|) . g = 0 (zero flux), so that a cell with one neighbour has a
 * gradient. */
static bool fit_gradient(const tc_geometry *geometry, int32_t cell, gradient *out) {
  double matrix[6] = {0}, inverse[6], d[4][3], w[4] = {0};
  for (int k = 0; k < 4; k++) {
    tc_face face;
    if (tc_face_get(geometry, cell, k, &face)) {
      tc_harmonic harmonic;
      tc_face_harmonic(geometry, &face, &harmonic);
      tc_subtract(harmonic.point, geometry->centroid + 3 * (size_t)cell, d[k]);
      w[k] = harmonic.weight[face.cell[0] == cell ? 1 : 0];
    } else {
      tc_diffusion_apply(geometry->diffusion->tensor, face.area, d[k]);
    }
    add_direction(matrix, d[k]);
  }
  bool regular = invert(matrix, inverse);
  for (int k = 0; k < 4; k++) {
    double s = w[k] / tc_dot(d[k], d[k]);
    tc_diffusion_apply(inverse, d[k], out->weight[k]);
    for (int i = 0; i < 3; i++) out->weight[k][i] *= s;
  }
  return regular;
}

/* Adds sign * (q . g) of a cell's gradient to the row. */
static void add_gradient(const tc_submesh *submesh, const gradient *g, int32_t cell, const double q[3],
                         double sign, tc_row *row) {
  for (int k = 0; k < 4; k++) {
    int32_t other = submesh->neighbour[4 * (size_t)cell + (size_t)k];
    if (other < 0) continue;
    double value = sign * tc_dot(q, g->weight[k]);
    tc_row_add(row, other, value);
    tc_row_add(row, cell, -value);
  }
}

/* Adds a face's flux: into the row of side 0 as it stands, into that of side 1 with the opposite sign. */
static void add_flux(const tc_geometry *geometry, const gradient *gradients, const tc_face *face,
                     tc_row *row) {
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
    add_gradient(geometry->submesh, &gradients[face->cell[side]], face->cell[side], q, sign, row);
  }
}

static void fill_row(const tc_geometry *geometry, const gradient *gradients, int32_t cell, tc_row *row) {
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
    if (tc_face_get(geometry, cell, k, &face)) add_flux(geometry, gradients, &face, row);
  }
}

/* Gradients of the owned cells and of ring 1. *flat: lowest mesh number of a cell without a gradient, or
 * INT32_MAX. */
static void fit_gradients(const tc_geometry *geometry, int32_t cells, gradient *gradients, int32_t *flat) {
  int32_t lowest = INT32_MAX;
#pragma omp parallel for schedule(static) reduction(min : lowest)
  for (int32_t cell = 0; cell < cells; cell++)
    if (!fit_gradient(geometry, cell, &gradients[cell]) && geometry->submesh->id[cell] < lowest)
      lowest = geometry->submesh->id[cell];
  *flat = lowest;
}

static tc_status assemble(const tc_submesh *submesh, const tc_diffusion *diffusion, tc_ell *rates,
                          int32_t *flat) {
  tc_geometry geometry = {0};
  gradient *gradients = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, tc_geometry_create(submesh, diffusion, &geometry));
  TC_GUARD(status, TC_ALLOC(gradients, (size_t)submesh->owned + (size_t)submesh->ring1));
  fit_gradients(&geometry, submesh->owned + submesh->ring1, gradients, flat);
#pragma omp parallel for schedule(static)
  for (int32_t cell = 0; cell < submesh->owned; cell++) {
    tc_row row;
    fill_row(&geometry, gradients, cell, &row);
    tc_row_store(&row, 1.0 / tc_geometry_volume(&geometry, cell), rates);
  }
cleanup:
  tc_free(gradients);
  tc_geometry_destroy(&geometry);
  return status;
}

const tc_scheme tc_scheme_gradient = {
    .name = "gradient",
    .summary = "16 neighbours, second order on general meshes and tensors",
    .width = 16,
    .rings = 2,
    .assemble = assemble,
};
