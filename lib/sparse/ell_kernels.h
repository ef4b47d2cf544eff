/* The product of assembled rows (modified ELLPACK) with a vector (Lagraviere 2019, Listing 1). */
#ifndef TC_SPARSE_ELL_KERNELS_H
#define TC_SPARSE_ELL_KERNELS_H

#include "sparse/ell.h"

/* Each row as sparse/ell.h says, for the rows begin .. end-1, by the calling thread alone. x[ell->columns],
 * y[ell->rows], not overlapping. */
void tc_ell_multiply_rows(const tc_ell *ell, int32_t begin, int32_t end, const double *x, double *y);

/* All rows, OpenMP over them. */
void tc_ell_multiply(const tc_ell *ell, const double *x, double *y);

#endif
