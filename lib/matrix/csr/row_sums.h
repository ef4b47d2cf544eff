/* Properties of a matrix that follow from the row sums and the signs of the entries. The reader of systems
 * (system/system_input.h) calls tc_csr_row_sums_of to detect singular matrices and matrices for which
 * multigrid can be used. Pure. */
#ifndef TC_MATRIX_CSR_ROW_SUMS_H
#define TC_MATRIX_CSR_ROW_SUMS_H

#include <stdbool.h>

#include "matrix/csr/csr.h"

typedef struct tc_csr_row_sums {
  bool vanish; /* true if all row sums are 0 up to rounding, so that A times a constant vector is 0 */
  /* true if no off-diagonal entry is positive, and no row sum is negative by more than the rounding error */
  bool suit_multigrid;
} tc_csr_row_sums;

/* Returns both properties. The rounding error of a sum of n terms is at most n DBL_EPSILON times the sum of
 * their sizes (Higham, Accuracy and Stability of Numerical Algorithms, section 4.2). */
tc_csr_row_sums tc_csr_row_sums_of(const tc_csr *matrix);

#endif
