#include "linear/cycle/dense_cholesky.h"

#include <math.h>

#include "base/core/target_clones.h"

/* A pivot that is smaller than this fraction of the original diagonal consists of rounding errors. */
static const double smallest_pivot = 1e-9;

/* Four doubles, on which a vector instruction operates. Rows may begin at any double, so `loose_quad` has the
 * alignment of a double. */
typedef double quad __attribute__((vector_size(32)));
typedef double loose_quad __attribute__((vector_size(32), aligned(8)));

#define INLINE __attribute__((always_inline)) static inline

size_t tc_dense_cholesky_size(int32_t rows) { return (size_t)rows * ((size_t)rows + 1) / 2; }

/* Returns the dot product of two arrays. Term number m is added to accumulator m modulo 8. */
INLINE double dot(const double *x, const double *y, int32_t count) {
  quad even = {0.0, 0.0, 0.0, 0.0}, odd = even;
  int32_t k = 0;
  for (; k + 7 < count; k += 8) {
    even += *(const loose_quad *)(x + k) * *(const loose_quad *)(y + k);
    odd += *(const loose_quad *)(x + k + 4) * *(const loose_quad *)(y + k + 4);
  }
  for (int m = 0; m < 4 && k < count; m++, k++) even[m] += x[k] * y[k];
  for (int m = 0; m < 4 && k < count; m++, k++) odd[m] += x[k] * y[k];
  even += odd;
  return (even[0] + even[2]) + (even[1] + even[3]);
}

TC_TARGET_CLONES void tc_dense_cholesky_factorise(int32_t rows, double *lower, double *inverse) {
  for (int32_t i = 0; i < rows; i++) {
    double *const row = lower + tc_dense_cholesky_size(i), original = row[i];
    for (int32_t j = 0; j < i; j++)
      row[j] = (row[j] - dot(row, lower + tc_dense_cholesky_size(j), j)) * inverse[j];
    const double pivot = original - dot(row, row, i);
    inverse[i] = pivot > smallest_pivot * original ? 1.0 / sqrt(pivot) : 0.0;
    row[i] = inverse[i] > 0.0 ? sqrt(pivot) : 0.0;
  }
}

/* The backward substitution subtracts multiples of whole rows instead of computing dot products with columns,
 * because rows are contiguous in memory. */
TC_TARGET_CLONES void tc_dense_cholesky_solve(int32_t rows, const double *lower, const double *inverse,
                                              double *restrict x) {
  for (int32_t i = 0; i < rows; i++)
    x[i] = (x[i] - dot(lower + tc_dense_cholesky_size(i), x, i)) * inverse[i];
  for (int32_t i = rows - 1; i >= 0; i--) {
    const double *const row = lower + tc_dense_cholesky_size(i), own = x[i] * inverse[i];
    for (int32_t j = 0; j < i; j++) x[j] -= row[j] * own;
    x[i] = own;
  }
}
