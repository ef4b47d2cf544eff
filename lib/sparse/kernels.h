/* The product of a matrix in modified ELLPACK with a vector (Lagraviere 2019, Listing 1), and the one
 * definition of how the terms of a row are added: every strategy must use it or repeat it exactly, for the
 * bits to be the same. */
#ifndef TC_SPARSE_KERNELS_H
#define TC_SPARSE_KERNELS_H

#include "sparse/ell.h"

/* y_i = D_i x_i + row sum, for all rows. x[ell->columns], y[ell->rows], not overlapping. OpenMP over rows. */
void tc_ell_multiply(const tc_ell *ell, const double *x, double *y);

/* The same for the rows begin .. end-1 only, by the calling thread alone. */
void tc_ell_multiply_rows(const tc_ell *ell, int32_t begin, int32_t end, const double *x, double *y);

/* The sum of a row from its terms: four partial sums of every fourth term, then (s0 + s2) + (s1 + s3).
 * `width` is a multiple of 4. For strategies that fetch each x themselves; same bits as tc_ell_multiply. */
static inline double tc_row_sum(int width, const double *value, const double *x) {
  double s[4] = {0.0, 0.0, 0.0, 0.0};
  for (int k = 0; k < width; k += 4)
    for (int lane = 0; lane < 4; lane++) s[lane] += value[k + lane] * x[k + lane];
  return (s[0] + s[2]) + (s[1] + s[3]);
}

#endif
