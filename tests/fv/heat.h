/* How far the schemes are from an exact solution. */
#ifndef TC_TESTS_FV_HEAT_H
#define TC_TESTS_FV_HEAT_H

#include "fv/stability.h"
#include "fv/whole.h"
#include "sparse/kernels.h"

static inline double cosine(const double *at, double time) {
  const double pi = 3.14159265358979323846;
  return exp(-3.0 * pi * pi * time) * cos(pi * at[0]) * cos(pi * at[1]) * cos(pi * at[2]);
}

/* Relative L2 error at t = 0.02 of explicit Euler for the heat equation in the unit cube with zero flux,
 * whose solution is the fading cosine. The largest stable step shrinks with the square of the cells' size, so
 * a scheme of second order in space is of second order over all. */
static inline double heat_error(const char *scheme, int32_t bricks, double jitter) {
  const double end = 0.02;
  whole w = whole_make(mesh_box(bricks, bricks, bricks, jitter), scheme, unit_tensor);
  const int steps = (int)ceil(end * tc_stability_gershgorin(w.rates) / 1.5);
  double *v = malloc(8 * (size_t)w.n), *next = malloc(8 * (size_t)w.n), above = 0.0, below = 0.0;
  tc_ell_euler(w.rates, end / steps);
  for (int32_t i = 0; i < w.n; i++) v[i] = cosine(w.centroid + 3 * (size_t)i, 0.0);
  for (int step = 0; step < steps; step++) {
    double *swapped = v;
    tc_ell_multiply(w.rates, v, next);
    v = next;
    next = swapped;
  }
  for (int32_t i = 0; i < w.n; i++) {
    const double exact = cosine(w.centroid + 3 * (size_t)i, end), error = v[i] - exact;
    above += w.volume[i] * error * error;
    below += w.volume[i] * exact * exact;
  }
  free(v);
  free(next);
  whole_free(&w);
  return sqrt(above / below);
}

#endif
