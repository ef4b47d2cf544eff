#include "linear/cycle/dense_cholesky.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "base/numeric/hash.h"

static double random_value(int32_t i) { return (double)tc_hash_mix((uint64_t)i + 17) * 0x1p-63 - 1.0; }

/* A system with a symmetric matrix, whose two triangles are both stored. */
typedef struct dense {
  int32_t n;
  double *matrix, *lower, *inverse, *x;
} dense;

static dense dense_create(int32_t n) {
  const size_t rows = (size_t)n;
  return (dense){n, calloc(rows * rows, sizeof(double)), calloc(tc_dense_cholesky_size(n), sizeof(double)),
                 calloc(rows, sizeof(double)), calloc(rows, sizeof(double))};
}

static void dense_free(dense *d) {
  free(d->matrix);
  free(d->lower);
  free(d->inverse);
  free(d->x);
}

static double *at(dense *d, int32_t i, int32_t j) { return &d->matrix[(size_t)i * (size_t)d->n + (size_t)j]; }

static double row_product(dense *d, int32_t i, const double *x) {
  double sum = 0.0;
  for (int32_t j = 0; j < d->n; j++) sum += *at(d, i, j) * x[j];
  return sum;
}

/* Solves the system whose solution is `exact`. Returns the largest residual. */
static double solve(dense *d, const double *exact) {
  double largest = 0.0;
  for (int32_t i = 0; i < d->n; i++) {
    d->x[i] = row_product(d, i, exact);
    for (int32_t j = 0; j <= i; j++) d->lower[tc_dense_cholesky_size(i) + (size_t)j] = *at(d, i, j);
  }
  tc_dense_cholesky_factorise(d->n, d->lower, d->inverse);
  tc_dense_cholesky_solve(d->n, d->lower, d->inverse, d->x);
  for (int32_t i = 0; i < d->n; i++)
    largest = fmax(largest, fabs(row_product(d, i, d->x) - row_product(d, i, exact)));
  return largest;
}

static double *random_vector(int32_t n) {
  double *x = calloc((size_t)n, sizeof *x);
  for (int32_t i = 0; i < n; i++) x[i] = random_value(i);
  return x;
}

/* Dot products use eight accumulators, so the test covers all lengths modulo 8. */
Test(dense_cholesky, solves_definite_systems) {
  for (int32_t n = 1; n < 40; n++) {
    dense d = dense_create(n);
    double *exact = random_vector(n);
    for (int32_t i = 0; i < n; i++)
      for (int32_t j = 0; j <= i; j++) *at(&d, i, j) = *at(&d, j, i) = random_value(i * n + j);
    for (int32_t i = 0; i < n; i++) *at(&d, i, i) += n + 1;
    cr_expect_lt(solve(&d, exact), 1e-12 * n, "%d rows", (int)n);
    for (int32_t i = 0; i < n; i++) cr_expect_float_eq(d.x[i], exact[i], 1e-12);
    dense_free(&d);
    free(exact);
  }
}

/* The matrix consists of three chains of ten rows. Constants in a chain are in the null space, so the last
 * pivot of each chain vanishes. The factorisation must skip this pivot and set its unknown to 0. */
Test(dense_cholesky, skips_pivots_that_vanish) {
  dense d = dense_create(30);
  double *exact = random_vector(30);
  for (int32_t i = 0; i < 30; i++) {
    if (i % 10 == 9) continue;
    const double weight = 1.0 + 1e4 * (1.0 + random_value(i));
    *at(&d, i, i) += weight;
    *at(&d, i + 1, i + 1) += weight;
    *at(&d, i, i + 1) = *at(&d, i + 1, i) = -weight;
  }
  cr_expect_lt(solve(&d, exact), 1e-7);
  for (int32_t i = 9; i < 30; i += 10) cr_expect_eq(d.x[i], 0.0);
  dense_free(&d);
  free(exact);
}

/* A pivot of 2e-9 times the diagonal entry must be used. A pivot of 5e-10 times the diagonal entry must be
 * skipped. */
Test(dense_cholesky, limit_of_pivots_is_relative) {
  static const double excess[] = {2e-9, 5e-10};
  for (int k = 0; k < 2; k++) {
    double lower[] = {1e6, -1e6, 1e6 * (1.0 + excess[k])}, inverse[2];
    tc_dense_cholesky_factorise(2, lower, inverse);
    cr_expect_eq(inverse[1] > 0.0, k == 0);
  }
}

Test(dense_cholesky, rows_without_a_positive_diagonal_are_skipped) {
  double lower[] = {0.0, 0.0, -1.0, 0.0, 0.0, 4.0}, inverse[3], x[] = {3.0, 5.0, 8.0};
  tc_dense_cholesky_factorise(3, lower, inverse);
  tc_dense_cholesky_solve(3, lower, inverse, x);
  cr_expect(x[0] == 0.0 && x[1] == 0.0 && x[2] == 2.0);
}
