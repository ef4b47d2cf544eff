/* Sparse matrix in compressed rows, as the readers of matrix files return it. Independent of ranks and of the
 * formats in lib/sparse, whose rows have a fixed width. Not collective. */
#ifndef TC_MATRIX_CSR_CSR_H
#define TC_MATRIX_CSR_CSR_H

#include <stdint.h>

#include "base/core/status.h"

/* Symmetry that a file declares. A tc_csr always contains the entries of both triangles. */
typedef enum tc_matrix_symmetry {
  TC_MATRIX_GENERAL,
  TC_MATRIX_SYMMETRIC,
  TC_MATRIX_SKEW_SYMMETRIC
} tc_matrix_symmetry;

/* Matrix in compressed rows. The columns of a row are ascending and distinct. All values are finite. A zeroed
 * struct is a valid empty object. */
typedef struct tc_csr {
  int64_t rows, columns; /* at most INT32_MAX - 1 */
  int64_t entries;       /* number of stored entries, explicit zeros included */
  int64_t *row_begin;    /* [rows + 1] first entry of each row; row_begin[rows] is `entries` */
  int32_t *column;       /* [entries] column of each entry, counted from 0 */
  double *value;         /* [entries] */
} tc_csr;

/* Frees the arrays and zeroes the struct. */
void tc_csr_free(tc_csr *matrix);

/* Checks that the matrix is square, has an entry in each row and column, and is not structurally singular
 * (structural_rank.h). A matrix that passes may still be singular for the given values. Error messages begin
 * with `path`, the name of the matrix file. Errors: TC_INPUT; TC_INTERNAL if memory is exhausted. */
tc_status tc_csr_check_system(const tc_csr *matrix, const char *path);

#endif
