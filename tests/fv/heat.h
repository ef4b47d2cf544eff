/* Computes the errors of the schemes for problems whose exact solution of the heat equation is known. */
#ifndef TC_TESTS_FV_HEAT_H
#define TC_TESTS_FV_HEAT_H

#include "fv/scheme/gershgorin.h"
#include "fv/whole_mesh.h"
#include "sparse/ell_kernels.h"

static inline double cosine(double x) { return cos(3.14159265358979323846 * x); }

/* One-dimensional factor X of a solution with a variable tensor, with e for `bend`. X = cos pi x + e cos 3
 * pi x has the derivative X' = -pi (sin pi x) (1 + 3 e (3 - 4 sin^2 pi x)). With the diffusivity k = (1 +
 * (e/3) (3 - 4 sin^2)) / (1 + 3 e (3 - 4 sin^2)), (k X')' = -pi^2 X. */
static const double bend = 0.05;
static inline double bent_cosine(double x) { return cosine(x) + bend * cosine(3.0 * x); }
static inline void bent_tensor(tc_gid cell, const double *centroid, double tensor[6]) {
  (void)cell;
  for (int i = 0; i < 3; i++) {
    const double q = 4.0 * cosine(centroid[i]) * cosine(centroid[i]) - 1.0; /* 3 - 4 sin^2 */
    tensor[i] = (1.0 + bend / 3.0 * q) / (1.0 + 3.0 * bend * q);
    tensor[3 + i] = 0.0;
  }
}

/* A problem in the unit cube without flux through the boundary. Its solution is exp(-3 pi^2 t) f(x) f(y)
 * f(z). */
typedef struct heat {
  double (*f)(double x);
  tensor_of *tensor; /* sets the tensor of each cell; NULL: the tensor is 1 */
} heat;
static const heat plain = {cosine, NULL}, bent = {bent_cosine, bent_tensor};

static inline double heat_at(const heat *h, const double *at, double time) {
  const double pi = 3.14159265358979323846;
  return exp(-3.0 * pi * pi * time) * h->f(at[0]) * h->f(at[1]) * h->f(at[2]);
}

/* Returns the relative L2 error of explicit Euler steps at t = 0.02. The time step is proportional to the
 * square of the cell size. A scheme of second order in space is therefore of second order overall. */
static inline double heat_error(const heat *h, const char *scheme, int32_t bricks, double jitter) {
  const double end = 0.02;
  const method how = {scheme, unit_tensor, usual_stabilisation, h->tensor, NULL, false};
  whole w = whole_of(mesh_box(bricks, bricks, bricks, jitter), &how);
  const int steps = (int)ceil(end * tc_gershgorin_bound(w.rates) / 1.5);
  double *v = malloc(8 * (size_t)w.n), *next = malloc(8 * (size_t)w.n), above = 0.0, below = 0.0;
  tc_ell *M = NULL;
  expect_ok(tc_ell_combine(w.rates, 1.0, end / steps, &M));
  for (int32_t i = 0; i < w.n; i++) v[i] = heat_at(h, w.centroid + 3 * (size_t)i, 0.0);
  for (int step = 0; step < steps; step++) {
    double *swapped = v;
    tc_ell_multiply(M, v, next);
    v = next;
    next = swapped;
  }
  for (int32_t i = 0; i < w.n; i++) {
    const double exact = heat_at(h, w.centroid + 3 * (size_t)i, end), error = v[i] - exact;
    above += w.volume[i] * error * error;
    below += w.volume[i] * exact * exact;
  }
  free(v);
  free(next);
  tc_ell_destroy(&M);
  whole_free(&w);
  return sqrt(above / below);
}

#endif
