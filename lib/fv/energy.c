#include "fv/energy.h"

#include <math.h>

#include "mesh/geometry.h"

/* Adds what face f of the cell says: a w D_f^2 + ((1/2 K S - a d) . g) D_f. */
static void add_face(const tc_geometry *geometry, const tc_fit *fit, int32_t cell, int f,
                     double form[TC_FIT_PAIRS]) {
  tc_face face;
  double ks[3], d[2][3], q[3];
  tc_harmonic harmonic;
  if (!tc_face_get(geometry, cell, f, &face)) return;
  const int side = face.cell[0] == cell ? 0 : 1;
  tc_face_harmonic(geometry, &face, &harmonic);
  for (int s = 0; s < 2; s++)
    tc_subtract(harmonic.point, geometry->centroid + 3 * (size_t)face.cell[s], d[s]);
  tc_diffusion_apply(geometry->diffusion->tensor, face.area, ks);
  const double a = tc_norm(ks) / (tc_norm(d[0]) + tc_norm(d[1]));
  for (int i = 0; i < 3; i++) q[i] = (side == 0 ? 0.5 : -0.5) * ks[i] - a * d[side][i];
  form[tc_fit_pair(f, f)] += a * harmonic.weight[1 - side];
  for (int l = 0; l < 4; l++) form[tc_fit_pair(f, l)] += (l == f ? 1.0 : 0.5) * tc_dot(q, fit->gradient[l]);
}

void tc_energy_form(const tc_geometry *geometry, const tc_fit *fit, int32_t cell, double form[TC_FIT_PAIRS]) {
  for (int p = 0; p < TC_FIT_PAIRS; p++) form[p] = geometry->diffusion->stabilisation * fit->residual[p];
  for (int f = 0; f < 4; f++) add_face(geometry, fit, cell, f, form);
}

/* One Jacobi rotation that makes entry (p, q) zero. */
static void rotate(double m[4][4], int p, int q) {
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

double tc_energy_margin(const double form[TC_FIT_PAIRS]) {
  enum { sweeps = 8 }; /* quadratic convergence: five are enough for full precision */
  double m[4][4], largest = 0.0, least = INFINITY;
  for (int p = 0; p < TC_FIT_PAIRS; p++) {
    if (!isfinite(form[p])) return -1.0; /* nothing is proved */
    largest = fmax(largest, fabs(form[p]));
  }
  if (largest == 0.0) return 0.0;
  for (int k = 0; k < 4; k++)
    for (int l = 0; l < 4; l++) m[k][l] = form[tc_fit_pair(k, l)] / largest;
  for (int sweep = 0; sweep < sweeps; sweep++)
    for (int p = 0; p < 3; p++)
      for (int q = p + 1; q < 4; q++) rotate(m, p, q);
  largest = 0.0;
  for (int k = 0; k < 4; k++) {
    least = fmin(least, m[k][k]);
    largest = fmax(largest, fabs(m[k][k]));
  }
  return least / largest;
}
