/* Weighted least-squares fit of a cell's gradient over its four faces. fv/scheme/scheme_gradient.c calls
 * it for each owned and ring-1 cell, fv/scheme/cell_energy.c for the certificate. The formulas are in
 * fv/scheme/cell_gradient.h. */
#include "fv/scheme/cell_gradient.h"

#include "mesh/tetrahedron.h"

/* Least-squares equations for the gradient g of a cell, one per face k: direction[k] . g = weight[k] D_k. */
typedef struct face_equations {
  double direction[4][3];
  double weight[4];
  double conductance[4], scale[4]; /* the residual of face k is scale[k] (weight[k] D_k - direction[k] . g),
                                  and its square is weighted with conductance[k] */
} face_equations;

/* Adds the matrix d d^T / |d|^2 of one face to the normal matrix of the fit, stored as [xx, yy, zz, xy, xz,
 * yz]. */
static void add_direction(double matrix[6], const double d[3]) {
  double s = 1.0 / tc_dot3(d, d);
  matrix[0] += s * d[0] * d[0];
  matrix[1] += s * d[1] * d[1];
  matrix[2] += s * d[2] * d[2];
  matrix[3] += s * d[0] * d[1];
  matrix[4] += s * d[0] * d[2];
  matrix[5] += s * d[1] * d[2];
}

/* Inverts a symmetric 3x3 matrix by cofactors. Returns false if it is singular to working precision. */
static bool invert_symmetric(const double m[6], double out[6]) {
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

/* Quantities of a boundary face that the least-squares fit needs. */
typedef struct boundary_face {
  const tc_boundary *boundary;
  double distance[3], ks[3]; /* distance: vector from the cell's centroid to the face's centroid; ks: K S,
                          with the tensor K of the cell and the outward area vector S of the face */
  double a;                  /* two-point coefficient |K S| / |distance| of the face */
  double area, exchange;
  double value_share; /* ratio of the field-dependent part of the inflow to the inflow of a face of kind
                  value: 1 for kind value, 0 for kind flux, between 0 and 1 for kind exchange */
} boundary_face;

static boundary_face compute_boundary_face(const tc_gradient_setup *setup, int32_t cell, int k,
                                           const tc_face *face) {
  const int32_t b = tc_face_boundary(setup->geometry->submesh, cell, k);
  boundary_face g = {.boundary = tc_face_boundary_condition(setup->physics, b), .area = tc_norm(face->area)};
  tc_subtract(face->centroid, tc_geometry_centroid(setup->geometry, cell), g.distance);
  tc_diffusion_apply(tc_physics_tensor(setup->physics, cell), face->area, g.ks);
  g.a = tc_norm(g.ks) / tc_norm(g.distance);
  g.exchange = tc_face_exchange(setup->physics, b, face);
  if (g.boundary->kind == TC_BOUNDARY_VALUE) g.value_share = 1.0;
  if (g.boundary->kind == TC_BOUNDARY_EXCHANGE) g.value_share = g.exchange / (g.exchange + g.a);
  return g;
}

static void fill_boundary_equation(const boundary_face *g, int k, face_equations *out, tc_face_side *side) {
  const tc_boundary *boundary = g->boundary;
  out->conductance[k] = g->a * g->value_share;
  *side = TC_FACE_SIDE_DATUM;
  switch (boundary->kind) {
  case TC_BOUNDARY_FLUX:
    for (int i = 0; i < 3; i++) out->direction[k][i] = g->ks[i];
    out->weight[k] = boundary->has_data ? g->area : 0.0;
    *side = boundary->has_data ? TC_FACE_SIDE_FLUX : TC_FACE_SIDE_NONE;
    break;
  case TC_BOUNDARY_VALUE:
    for (int i = 0; i < 3; i++) out->direction[k][i] = g->distance[i];
    out->weight[k] = 1.0;
    break;
  case TC_BOUNDARY_EXCHANGE:
    for (int i = 0; i < 3; i++) out->direction[k][i] = g->ks[i] + g->exchange * g->distance[i];
    out->weight[k] = g->exchange;
    out->scale[k] = 1.0 / (g->exchange + g->a);
    break;
  }
}

static void fill_face_equation(const tc_gradient_setup *setup, int32_t cell, int k, face_equations *out,
                               tc_face_side *side) {
  tc_face face;
  tc_harmonic harmonic;
  const bool is_interior = tc_face_get(setup->geometry, cell, k, &face);
  double ks[3];
  out->scale[k] = 1.0;
  if (!is_interior) {
    const boundary_face g = compute_boundary_face(setup, cell, k, &face);
    fill_boundary_equation(&g, k, out, side);
    return;
  }
  tc_diffusion_apply(tc_physics_tensor(setup->physics, cell), face.area, ks);
  tc_face_harmonic(setup, &face, &harmonic);
  tc_subtract(harmonic.point, tc_geometry_centroid(setup->geometry, cell), out->direction[k]);
  out->weight[k] = harmonic.weight[face.cell[0] == cell ? 1 : 0];
  out->conductance[k] = tc_norm(ks) / tc_norm(out->direction[k]);
  *side = TC_FACE_SIDE_CELL;
}

int tc_sym4_index(int k, int l) {
  const int low = k < l ? k : l, high = k < l ? l : k;
  return low * (9 - low) / 2 + (high - low);
}

/* Computes fit->residual: the weighted sum over the faces f of the squared residual R_f v of the fit. R_f v
 * is the sum of r[l] D_l over the faces l. */
static void add_residuals(const face_equations *equations, tc_cell_gradient *fit) {
  for (int p = 0; p < TC_SYM4_ENTRIES; p++) fit->residual[p] = 0.0;
  for (int f = 0; f < 4; f++) {
    double r[4];
    for (int l = 0; l < 4; l++)
      r[l] = equations->scale[f] *
             ((l == f ? equations->weight[f] : 0.0) - tc_dot3(fit->gradient[l], equations->direction[f]));
    for (int k = 0; k < 4; k++)
      for (int l = k; l < 4; l++)
        fit->residual[tc_sym4_index(k, l)] += equations->conductance[f] * r[k] * r[l];
  }
}

bool tc_cell_gradient_compute(const tc_gradient_setup *setup, int32_t cell, tc_cell_gradient *out) {
  double matrix[6] = {0}, inverse[6];
  face_equations equations;
  for (int k = 0; k < 4; k++) {
    fill_face_equation(setup, cell, k, &equations, &out->side[k]);
    add_direction(matrix, equations.direction[k]);
  }
  const bool is_regular = invert_symmetric(matrix, inverse);
  for (int k = 0; k < 4; k++) {
    const double s = equations.weight[k] / tc_dot3(equations.direction[k], equations.direction[k]);
    tc_diffusion_apply(inverse, equations.direction[k], out->gradient[k]);
    for (int i = 0; i < 3; i++) out->gradient[k][i] *= s;
  }
  add_residuals(&equations, out);
  return is_regular;
}

void tc_cell_gradient_inflow(const tc_gradient_setup *setup, int32_t cell, const tc_cell_gradient *fit, int f,
                             double inward[4]) {
  tc_face face;
  tc_face_get(setup->geometry, cell, f, &face);
  const boundary_face g = compute_boundary_face(setup, cell, f, &face);
  for (int l = 0; l < 4; l++) {
    const double difference = (l == f ? 1.0 : 0.0) - tc_dot3(fit->gradient[l], g.distance);
    inward[l] = g.value_share * (g.a * difference + tc_dot3(fit->gradient[l], g.ks));
  }
  if (fit->side[f] == TC_FACE_SIDE_FLUX) inward[f] = g.area;
}
