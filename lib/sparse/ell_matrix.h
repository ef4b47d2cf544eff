/* Functions shared by the formats ell, difference, rows and row-differences, which store a matrix as
 * assembled (tc_ell). Internal to these formats: each calls tc_ell_matrix_create in its own `create` and
 * lists the other functions in its tc_format. The contracts of the listed functions are those of tc_format
 * (sparse/matrix.h). */
#ifndef TC_SPARSE_ELL_MATRIX_H
#define TC_SPARSE_ELL_MATRIX_H

#include "sparse/matrix.h"

/* Creates a matrix whose product uses `rows`. If `owned_rows` is not NULL, it must be equal to `rows`, and
 * the matrix owns and frees it. If `owned_rows` is NULL, `rows` is borrowed and must outlive the matrix.
 * Errors: TC_INTERNAL if memory is exhausted; `owned_rows` is then freed. */
tc_status tc_ell_matrix_create(const tc_ell *rows, tc_ell *owned_rows, tc_matrix **out);

/* Implementations of the members destroy, multiply_rows, row, locate and column_bytes of tc_format. General
 * rows use tc_ell_matrix_multiply_general_rows; their column bytes include the array `begin`. */
void tc_ell_matrix_destroy(tc_matrix *M);
void tc_ell_matrix_multiply_rows(const tc_matrix *M, int32_t begin, int32_t end, const double *x, double *y);
void tc_ell_matrix_multiply_general_rows(const tc_matrix *M, int32_t begin, int32_t end, const double *x,
                                         double *y);
void tc_ell_matrix_row(const tc_matrix *M, int32_t i, int32_t *column, double *value, double *diagonal);
void tc_ell_matrix_locate(const tc_matrix *M, int32_t begin, int32_t end, tc_numa_pages *sum);
double tc_ell_matrix_column_bytes(const tc_matrix *M);

#endif
