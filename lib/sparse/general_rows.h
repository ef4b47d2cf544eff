/* Product of general rows (sparse/ell.h) with a vector. Called by the formats rows and row-differences and by
 * accesses that compute parts of a row range. Both row forms of sparse/ell.h are supported. General rows have
 * a separate file, so that the compiled code of rows of equal length (sparse/ell_kernels.h) does not depend
 * on general rows. No function is collective or allocates memory. */
#ifndef TC_SPARSE_GENERAL_ROWS_H
#define TC_SPARSE_GENERAL_ROWS_H

#include "sparse/ell.h"

/* Computes rows begin .. end-1 of the product in the calling thread, in the row form of `ell`, which must
 * have general rows. y[0] is row `begin`. x[ell->columns] and y[end - begin] must not overlap. A row has the
 * bits that tc_ell_multiply_rows gives for the same entries in the same order in a matrix of any width. */
void tc_general_rows_multiply(const tc_ell *ell, int32_t begin, int32_t end, const double *x, double *y);

#endif
