/* Product of assembled rows of equal length (modified ELLPACK) with a vector. General rows have their own
 * product (sparse/general_rows.h). Called by the formats ell and difference, by accesses that compute parts
 * of a row range, and by the benchmarks of calibration. Both row forms of sparse/ell.h are supported. No
 * function is collective or allocates memory. Source: Lagraviere 2019, Listing 1. */
#ifndef TC_SPARSE_ELL_KERNELS_H
#define TC_SPARSE_ELL_KERNELS_H

#include "sparse/ell.h"

/* Computes rows begin .. end-1 of the product in the calling thread, in the row form of `ell`. y[0] is row
 * `begin`. x[ell->columns] and y[end - begin] must not overlap. */
void tc_ell_multiply_rows(const tc_ell *ell, int32_t begin, int32_t end, const double *x, double *y);

/* Computes all rows of the product with OpenMP threads, each of which computes the rows that
 * tc_matrix_thread_rows assigns to it. */
void tc_ell_multiply(const tc_ell *ell, const double *x, double *y);

#endif
