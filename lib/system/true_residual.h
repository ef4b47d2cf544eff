/* Residual of a solution in the order of the file, as a check that is independent of the solver. Root only,
 * not collective. */
#ifndef TC_SYSTEM_TRUE_RESIDUAL_H
#define TC_SYSTEM_TRUE_RESIDUAL_H

#include "system/system_input.h"

/* Norms are weighted by the volumes V_i: the norm of r is the square root of the sum of V_i r_i^2. */
typedef struct tc_true_residual {
  double relative; /* norm of b - A x divided by that of b; 0 if both are 0, INFINITY if only b is 0 */
  /* bound of the rounding errors in `relative` (Higham, Accuracy and Stability of Numerical Algorithms, 2002,
   * section 3.1) */
  double rounding;
  /* largest |r_i| / (sum over j of |a_ij| s_j + |b_i|), rounding errors of r_i subtracted, and its row, from
   * 0. s_j is the size that x_j could have: the smaller one of max |x_k| and max |x_k| sqrt|a_kk| /
   * sqrt|a_jj|. Norms hide the residuals of small rows if the rows differ much in size; this ratio does not.
   * With s_j, the ratio also finds such rows if the columns are scaled like the rows, A = D S D, because x is
   * then scaled by 1/D. |x_j| itself would be too strict, because parts of a solution may be much smaller
   * than the tolerance. */
  double row_relative;
  int64_t row;
} tc_true_residual;

/* Computes the residual of x[rows] for right-hand side number k. Entries are added in the order of the file.
 * Results are NaN or INFINITY if a value is not finite. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_true_residual_compute(const tc_system_input *input, int64_t k, const double *x,
                                   tc_true_residual *out);

/* Returns the largest absolute entry; NaN is ignored. */
double tc_largest_size(int64_t rows, const double *x);

/* Returns the largest absolute difference of two vectors; NaN if one of them has a NaN. */
double tc_largest_difference(int64_t rows, const double *x, const double *y);

#endif
