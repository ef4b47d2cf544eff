#include "fv/scheme/cell_energy.h"

#include <math.h>

#include "mesh/tetrahedron.h"

/* Adds the term of interior face f to the quadratic form of the cell: a w D_f^2 + (q . g) D_f. a and q are
 * the coefficients of the flux (fv/scheme/flux.h), with q oriented out of the cell; w is the weight w_f of
 * fv/scheme/cell_energy.h, g the gradient of the cell, and D_f the difference over the face. */
static void add_face(const tc_cell_gradient *fit, const tc_cell_flow *flow, int f,
                     double form[TC_SYM4_ENTRIES]) {
  const tc_flux *flux = &flow->flux;
  const double sign = flow->side == 0 ? 1.0 : -1.0;
  form[tc_sym4_index(f, f)] += flux->a * flux->harmonic.weight[1 - flow->side];
  for (int l = 0; l < 4; l++)
    form[tc_sym4_index(f, l)] += (l == f ? 1.0 : 0.5) * sign * tc_dot3(flux->q[flow->side], fit->gradient[l]);
}

/* Adds the term of boundary face f to the quadratic form of the cell: the inflow through the face times the
 * difference D_f. */
static void add_boundary(const tc_cell_flow *flow, int f, double form[TC_SYM4_ENTRIES]) {
  for (int l = 0; l < 4; l++) form[tc_sym4_index(f, l)] += (l == f ? 1.0 : 0.5) * flow->inward[l];
}

/* Returns true if the difference D over a face depends on the field, as at interior faces and at faces of
 * kind value or exchange. */
static bool depends_on_field(tc_face_side side) {
  return side == TC_FACE_SIDE_CELL || side == TC_FACE_SIDE_DATUM;
}

void tc_cell_energy_form(double stabilisation, const tc_cell_gradient *fit, const tc_cell_flow flow[4],
                         double form[TC_SYM4_ENTRIES]) {
  for (int p = 0; p < TC_SYM4_ENTRIES; p++) form[p] = stabilisation * fit->residual[p];
  for (int f = 0; f < 4; f++) {
    if (fit->side[f] == TC_FACE_SIDE_CELL) add_face(fit, &flow[f], f, form);
    if (fit->side[f] == TC_FACE_SIDE_DATUM) add_boundary(&flow[f], f, form);
  }
  for (int k = 0; k < 4; k++)
    for (int l = k; l < 4; l++)
      if (!depends_on_field(fit->side[k]) || !depends_on_field(fit->side[l])) form[tc_sym4_index(k, l)] = 0.0;
}

/* Applies to the symmetric matrix m the Jacobi rotation that makes entry (p, q) zero. The eigenvalues do not
 * change. */
static void rotate_jacobi(double m[4][4], int p, int q) {
  if (m[p][q] == 0.0) return;
  const double theta = (m[q][q] - m[p][p]) / (2.0 * m[p][q]);
  const double t = (theta >= 0.0 ? 1.0 : -1.0) / (fabs(theta) + sqrt(theta * theta + 1.0));
  const double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
  for (int k = 0; k < 4; k++) {
    const double kp = m[k][p], kq = m[k][q];
    m[k][p] = c * kp - s * kq;
    m[k][q] = s * kp + c * kq;
  }
  for (int k = 0; k < 4; k++) {
    const double pk = m[p][k], qk = m[q][k];
    m[p][k] = c * pk - s * qk;
    m[q][k] = s * pk + c * qk;
  }
}

double tc_cell_energy_margin(const double form[TC_SYM4_ENTRIES]) {
  enum {
    sweep_count = 8
  }; /* number of sweeps of the Jacobi eigenvalue method over all off-diagonal entries; about five suffice for
      * full precision, because convergence is quadratic */
  double m[4][4], largest = 0.0, smallest = INFINITY;
  for (int p = 0; p < TC_SYM4_ENTRIES; p++) {
    if (!isfinite(form[p]))
      return -1.0; /* -1 is the lowest possible margin: a form that is not finite proves no stability */
    largest = fmax(largest, fabs(form[p]));
  }
  if (largest == 0.0) return 0.0;
  for (int k = 0; k < 4; k++)
    for (int l = 0; l < 4; l++) m[k][l] = form[tc_sym4_index(k, l)] / largest;
  for (int sweep = 0; sweep < sweep_count; sweep++)
    for (int p = 0; p < 3; p++)
      for (int q = p + 1; q < 4; q++) rotate_jacobi(m, p, q);
  largest = 0.0;
  for (int k = 0; k < 4; k++) {
    smallest = fmin(smallest, m[k][k]);
    largest = fmax(largest, fabs(m[k][k]));
  }
  return smallest / largest;
}

/* True if the row of the form is zero. */
static bool is_zero_row(const double form[TC_SYM4_ENTRIES], int k) {
  bool is_zero = true;
  for (int l = 0; l < 4; l++) is_zero = is_zero && form[tc_sym4_index(k, l)] == 0.0;
  return is_zero;
}

/* True if the n x n matrix m is positive definite, by elimination. Changes m. */
static bool is_definite(int n, double m[4][4]) {
  for (int j = 0; j < n; j++) {
    if (!(m[j][j] > 0.0)) return false;
    for (int i = j + 1; i < n; i++) {
      const double factor = m[i][j] / m[j][j];
      for (int k = i; k < n; k++) m[k][i] -= factor * m[k][j];
    }
  }
  return true;
}

double tc_cell_energy_margin_up_to(const double form[TC_SYM4_ENTRIES], double least) {
  const double rounding = 1e-12; /* far above the rounding errors of eigenvalues and elimination */
  double m[4][4], trace = 0.0;
  int row[4], rows = 0;
  for (int k = 0; k < 4; k++)
    if (!is_zero_row(form, k)) row[rows++] = k;
  for (int k = 0; k < rows; k++) trace += form[tc_sym4_index(row[k], row[k])];
  /* The margin of a form with a zero row is at most 0, so that only negative eigenvalues matter. */
  const double shift = ((rows == 4 && least > 0.0 ? least : 0.0) + rounding) * trace;
  for (int k = 0; k < rows; k++)
    for (int l = 0; l <= k; l++) m[k][l] = form[tc_sym4_index(row[k], row[l])] - (k == l ? shift : 0.0);
  if (trace > 0.0 && is_definite(rows, m)) return rows == 4 ? 1.0 : 0.0;
  return tc_cell_energy_margin(form);
}
