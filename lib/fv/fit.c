#include "fv/fit.h"

#include "mesh/geometry.h"

/* What the faces of a cell say of its gradient. */
typedef struct faces {
  double d[4][3];    /* to the harmonic point; on the boundary the direction of no flux */
  double weight[4];  /* v_y = v_cell + weight D; 0 on the boundary */
  double conduct[4]; /* |K S|/|d|; 0 on the boundary */
} faces;

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

static void look_at_boundary(const tc_geometry *geometry, const tc_physics *physics, int32_t cell, int k,
                             const double ks[3], faces *out) {
  switch (tc_face_boundary(geometry, physics, cell, k)) {
  case TC_BOUNDARY_NO_FLUX:
    for (int i = 0; i < 3; i++) out->d[k][i] = ks[i];
  }
}

static void look_at_face(const tc_geometry *geometry, const tc_physics *physics, int32_t cell, int k,
                         faces *out) {
  tc_face face;
  tc_harmonic harmonic;
  double ks[3];
  const bool inner = tc_face_get(geometry, cell, k, &face);
  tc_diffusion_apply(tc_physics_tensor(physics, cell), face.area, ks);
  out->weight[k] = out->conduct[k] = 0.0;
  if (!inner) {
    look_at_boundary(geometry, physics, cell, k, ks, out);
    return;
  }
  tc_face_harmonic(geometry, physics, &face, &harmonic);
  tc_subtract(harmonic.point, tc_geometry_centroid(geometry, cell), out->d[k]);
  out->weight[k] = harmonic.weight[face.cell[0] == cell ? 1 : 0];
  out->conduct[k] = tc_norm(ks) / tc_norm(out->d[k]);
}

int tc_fit_pair(int k, int l) {
  const int low = k < l ? k : l, high = k < l ? l : k;
  return low * (9 - low) / 2 + (high - low);
}

/* R_f v = sum over l of r[l] D_l for each inner face f. */
static void add_residuals(const faces *at, tc_fit *fit) {
  for (int p = 0; p < TC_FIT_PAIRS; p++) fit->residual[p] = 0.0;
  for (int f = 0; f < 4; f++) {
    double r[4];
    for (int l = 0; l < 4; l++) r[l] = (l == f ? at->weight[f] : 0.0) - tc_dot(fit->gradient[l], at->d[f]);
    for (int k = 0; k < 4; k++)
      for (int l = k; l < 4; l++) fit->residual[tc_fit_pair(k, l)] += at->conduct[f] * r[k] * r[l];
  }
}

bool tc_fit_make(const tc_geometry *geometry, const tc_physics *physics, int32_t cell, tc_fit *out) {
  double matrix[6] = {0}, inverse[6];
  faces at;
  for (int k = 0; k < 4; k++) {
    look_at_face(geometry, physics, cell, k, &at);
    add_direction(matrix, at.d[k]);
  }
  const bool regular = invert(matrix, inverse);
  for (int k = 0; k < 4; k++) {
    const double s = at.weight[k] / tc_dot(at.d[k], at.d[k]);
    tc_diffusion_apply(inverse, at.d[k], out->gradient[k]);
    for (int i = 0; i < 3; i++) out->gradient[k][i] *= s;
  }
  add_residuals(&at, out);
  return regular;
}
