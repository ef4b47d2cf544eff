#include "fv/fit.h"

#include "mesh/geometry.h"

/* What the faces of a cell say of its gradient: d . g = weight D. */
typedef struct faces {
  double d[4][3];
  double weight[4];
  double conduct[4], scale[4]; /* of the residuals scale (weight D - d . g) */
  double to[4][3], ks[4][3];   /* of boundary faces: from the centroid, K S */
  double open[4];              /* how much of the flow that a value would cause; 0: a flux */
  double area[4];
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

/* A boundary face with K S = ks. */
static void look_at_boundary(const tc_setting *at, int32_t cell, int k, const tc_face *face, faces *out,
                             tc_side *side) {
  const int32_t b = tc_face_boundary(at->geometry->submesh, cell, k);
  const tc_boundary *what = tc_face_prescribed(at->physics, b);
  const double exchange = tc_face_exchange(at->physics, b, face), *ks = out->ks[k], *to = out->to[k];
  tc_subtract(face->centroid, tc_geometry_centroid(at->geometry, cell), out->to[k]);
  const double a = tc_norm(ks) / tc_norm(to);
  out->area[k] = tc_norm(face->area);
  out->open[k] = out->conduct[k] = 0.0;
  switch (what->kind) {
  case TC_BOUNDARY_FLUX:
    for (int i = 0; i < 3; i++) out->d[k][i] = ks[i];
    out->weight[k] = what->given ? out->area[k] : 0.0;
    *side = what->given ? TC_SIDE_GIVEN : TC_SIDE_NONE;
    return;
  case TC_BOUNDARY_VALUE:
    for (int i = 0; i < 3; i++) out->d[k][i] = to[i];
    out->weight[k] = out->open[k] = 1.0;
    out->conduct[k] = a;
    break;
  case TC_BOUNDARY_EXCHANGE:
    for (int i = 0; i < 3; i++) out->d[k][i] = ks[i] + exchange * to[i];
    out->weight[k] = exchange;
    out->open[k] = exchange / (exchange + a);
    out->conduct[k] = a * out->open[k];
    out->scale[k] = 1.0 / (exchange + a);
    break;
  }
  *side = TC_SIDE_DATUM;
}

static void look_at_face(const tc_setting *at, int32_t cell, int k, faces *out, tc_side *side) {
  tc_face face;
  tc_harmonic harmonic;
  const bool inner = tc_face_get(at->geometry, cell, k, &face);
  tc_diffusion_apply(tc_physics_tensor(at->physics, cell), face.area, out->ks[k]);
  out->scale[k] = 1.0;
  if (!inner) {
    look_at_boundary(at, cell, k, &face, out, side);
    return;
  }
  tc_face_harmonic(at, &face, &harmonic);
  tc_subtract(harmonic.point, tc_geometry_centroid(at->geometry, cell), out->d[k]);
  out->weight[k] = harmonic.weight[face.cell[0] == cell ? 1 : 0];
  out->conduct[k] = tc_norm(out->ks[k]) / tc_norm(out->d[k]);
  *side = TC_SIDE_CELL;
}

int tc_fit_pair(int k, int l) {
  const int low = k < l ? k : l, high = k < l ? l : k;
  return low * (9 - low) / 2 + (high - low);
}

/* R_f v = sum over l of r[l] D_l for each face f. */
static void add_residuals(const faces *at, tc_fit *fit) {
  for (int p = 0; p < TC_FIT_PAIRS; p++) fit->residual[p] = 0.0;
  for (int f = 0; f < 4; f++) {
    double r[4];
    for (int l = 0; l < 4; l++)
      r[l] = at->scale[f] * ((l == f ? at->weight[f] : 0.0) - tc_dot(fit->gradient[l], at->d[f]));
    for (int k = 0; k < 4; k++)
      for (int l = k; l < 4; l++) fit->residual[tc_fit_pair(k, l)] += at->conduct[f] * r[k] * r[l];
  }
}

/* Through boundary face f. */
static void let_in(const faces *at, int f, tc_fit *fit) {
  const double a = tc_norm(at->ks[f]) / tc_norm(at->to[f]);
  for (int l = 0; l < 4; l++) {
    const double miss = (l == f ? 1.0 : 0.0) - tc_dot(fit->gradient[l], at->to[f]);
    fit->inward[f][l] = at->open[f] * (a * miss + tc_dot(fit->gradient[l], at->ks[f]));
  }
  if (fit->side[f] == TC_SIDE_GIVEN) fit->inward[f][f] = at->area[f];
}

bool tc_fit_make(const tc_setting *setting, int32_t cell, tc_fit *out) {
  double matrix[6] = {0}, inverse[6];
  faces at;
  for (int k = 0; k < 4; k++) {
    look_at_face(setting, cell, k, &at, &out->side[k]);
    add_direction(matrix, at.d[k]);
  }
  const bool regular = invert(matrix, inverse);
  for (int k = 0; k < 4; k++) {
    const double s = at.weight[k] / tc_dot(at.d[k], at.d[k]);
    tc_diffusion_apply(inverse, at.d[k], out->gradient[k]);
    for (int i = 0; i < 3; i++) out->gradient[k][i] *= s;
  }
  add_residuals(&at, out);
  for (int k = 0; k < 4; k++)
    if (out->side[k] != TC_SIDE_CELL) let_in(&at, k, out);
  return regular;
}
