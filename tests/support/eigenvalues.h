/* All eigenvalues of a small dense matrix, for comparison with estimates. The matrix is reduced to Hessenberg
 * form by Householder reflections, and a QR iteration with single complex shifts finds the eigenvalues. The
 * time grows with the cube of the size: about a second for 300 rows. */
#ifndef TC_TESTS_EIGENVALUES_H
#define TC_TESTS_EIGENVALUES_H

#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "sparse/ell.h"

typedef double complex eigen_number;

/* Returns x y. The operator * of complex numbers is slower, because it also handles infinite parts. */
static inline eigen_number eigen_product(eigen_number a, eigen_number b) {
  return CMPLX(creal(a) * creal(b) - cimag(a) * cimag(b), creal(a) * cimag(b) + cimag(a) * creal(b));
}

/* Applies a Householder reflection to the rows k+1 .. n-1 and then to the same columns of a[n][n]. Column k
 * then has no entries below row k+1. */
static inline void eigen_reflect(int n, int k, double *a, double *v) {
  double square = 0.0, scale;
  for (int i = k + 1; i < n; i++) {
    v[i] = a[i * n + k];
    square += v[i] * v[i];
  }
  v[k + 1] += copysign(sqrt(square), v[k + 1]);
  scale = square + fabs(a[(k + 1) * n + k]) * sqrt(square); /* half of the square of v */
  if (scale == 0.0) return;
  for (int j = 0; j < n; j++) {
    double sum = 0.0;
    for (int i = k + 1; i < n; i++) sum += v[i] * a[i * n + j];
    for (int i = k + 1; i < n; i++) a[i * n + j] -= v[i] * sum / scale;
  }
  for (int i = 0; i < n; i++) {
    double sum = 0.0;
    for (int j = k + 1; j < n; j++) sum += a[i * n + j] * v[j];
    for (int j = k + 1; j < n; j++) a[i * n + j] -= sum / scale * v[j];
  }
}

/* Returns the eigenvalue of the last two rows of the block that ends in row `last` which is closer to the
 * last diagonal entry (Wilkinson's shift). */
static inline eigen_number eigen_shift(int n, const eigen_number *h, int last) {
  const eigen_number a = h[(last - 1) * n + last - 1], d = h[last * n + last], half = 0.5 * (a - d);
  const eigen_number product = eigen_product(h[(last - 1) * n + last], h[last * n + last - 1]);
  const eigen_number root = csqrt(eigen_product(half, half) + product);
  return cabs(half + root) < cabs(half - root) ? d + half + root : d + half - root;
}

/* Applies the Givens rotation (c, s) to the numbers x and y. */
static inline void eigen_rotate(eigen_number *x, eigen_number *y, double c, eigen_number s) {
  const eigen_number old = *x;
  *x = c * old + eigen_product(s, *y);
  *y = c * *y - eigen_product(conj(s), old);
}

/* One step of the QR iteration of rows first .. last with a shift. */
static inline void eigen_sweep(int n, eigen_number *h, int first, int last, eigen_number shift, double *c,
                               eigen_number *s) {
  for (int i = first; i <= last; i++) h[i * n + i] -= shift;
  for (int k = first; k < last; k++) {
    const eigen_number x = h[k * n + k], y = h[(k + 1) * n + k];
    const double length = hypot(cabs(x), cabs(y)), size = cabs(x);
    const eigen_number phase = size > 0.0 ? x / size : 1.0;
    c[k] = length > 0.0 ? size / length : 1.0;
    s[k] = length > 0.0 ? eigen_product(phase, conj(y)) / length : 0.0;
    for (int j = k; j <= last; j++) eigen_rotate(&h[k * n + j], &h[(k + 1) * n + j], c[k], s[k]);
  }
  for (int k = first; k < last; k++)
    for (int i = first; i <= k + 1; i++) eigen_rotate(&h[i * n + k], &h[i * n + k + 1], c[k], conj(s[k]));
  for (int i = first; i <= last; i++) h[i * n + i] += shift;
}

/* Returns the first row of the unreduced block that ends in row `last`, which means that its subdiagonal
 * entries are not negligible. */
static inline int eigen_block(int n, const eigen_number *h, int last) {
  int first = last;
  while (first > 0 && cabs(h[first * n + first - 1]) >
                          DBL_EPSILON * (cabs(h[first * n + first]) + cabs(h[(first - 1) * n + first - 1])))
    first--;
  return first;
}

/* Sets value[n] to the eigenvalues of the Hessenberg matrix h[n][n], which is overwritten. */
static inline void eigen_iterate(int n, eigen_number *h, eigen_number *value) {
  double *c = calloc((size_t)n, sizeof *c);
  eigen_number *s = calloc((size_t)n, sizeof *s);
  for (int last = n - 1, sweeps = 0; last >= 0;) {
    const int first = eigen_block(n, h, last);
    if (first == last) {
      value[last] = h[last * n + last];
      last--;
      sweeps = 0;
      continue;
    }
    cr_assert_lt(sweeps, 100, "the QR iteration does not converge");
    const eigen_number shift = ++sweeps % 11 == 0 ? cabs(h[last * n + last - 1]) : eigen_shift(n, h, last);
    eigen_sweep(n, h, first, last, shift, c, s);
  }
  free(c);
  free(s);
}

/* Sets value[R->rows] to all eigenvalues of a matrix without ghosts. */
static inline void eigenvalues_find(const tc_ell *R, eigen_number *value) {
  const int n = R->rows;
  double *a = calloc((size_t)n * (size_t)n, sizeof *a), *v = calloc((size_t)n, sizeof *v);
  eigen_number *h = calloc((size_t)n * (size_t)n, sizeof *h);
  for (int i = 0; i < n; i++) {
    a[i * n + i] = R->diagonal[i];
    for (int k = i * R->width; k < (i + 1) * R->width; k++) a[i * n + R->column[k]] += R->value[k];
  }
  for (int k = 0; k + 2 < n; k++) eigen_reflect(n, k, a, v);
  for (int i = 0; i < n; i++)
    for (int j = i > 0 ? i - 1 : 0; j < n; j++) h[i * n + j] = a[i * n + j];
  eigen_iterate(n, h, value);
  free(a);
  free(v);
  free(h);
}

#endif
