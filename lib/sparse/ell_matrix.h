/* What formats share that keep a matrix as it is assembled. Internal to them. */
#ifndef TC_SPARSE_ELL_MATRIX_H
#define TC_SPARSE_ELL_MATRIX_H

#include "sparse/matrix.h"

/* A matrix with these rows. own: they belong to it; else they are lent. Errors: TC_INTERNAL out of memory;
 * own rows are freed then. */
tc_status tc_ell_matrix_create(const tc_ell *rows, tc_ell *own, tc_matrix **out);

/* As tc_format has them. */
void tc_ell_matrix_destroy(tc_matrix *M);
void tc_ell_matrix_multiply_rows(const tc_matrix *M, int32_t begin, int32_t end, const double *x, double *y);
void tc_ell_matrix_row(const tc_matrix *M, int32_t i, int32_t *column, double *value, double *diagonal);
void tc_ell_matrix_locate(const tc_matrix *M, int32_t begin, int32_t end, tc_numa_pages *sum);
double tc_ell_matrix_column_bytes(const tc_matrix *M);

#endif
