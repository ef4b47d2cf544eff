/* Matrices and vectors as Matrix Market files (Boisvert, Pozo, Remington 1996), for other programs. Numbers
 * read back with the same bits. Not collective. */
#ifndef TC_IO_TEXT_MATRIX_MARKET_H
#define TC_IO_TEXT_MATRIX_MARKET_H

#include "base/file/file_list.h"
#include "sparse/ell.h"

/* How rows are written; everything is borrowed. */
typedef struct tc_matrix_market {
  int32_t rows;
  const int32_t *row;         /* [rows] row k of the file is this one */
  const int32_t *row_of_cell; /* [rows] the other way round */
  const double *weight; /* [rows] entries (i, j) times weight_i / weight_j, of vectors times weight_i; NULL:
                           as they are */
  const char *comment;  /* one line, behind "Tetracast: " */
} tc_matrix_market;

/* Before the work: makes missing folders, checks that the file can be written, is none of the others, and
 * replaces nothing but a Matrix Market file of Tetracast. what: as in base/file/file_list.h. Errors:
 * TC_USAGE, TC_OUTPUT. */
tc_status tc_matrix_market_prepare(const char *what, const char *path, tc_file_list *files);

/* "coordinate real general", without padding. A has all columns among its rows. Errors: TC_OUTPUT. */
tc_status tc_matrix_market_write_matrix(const char *path, const tc_matrix_market *how, const tc_ell *A);

/* "array real general": one column. */
tc_status tc_matrix_market_write_vector(const char *path, const tc_matrix_market *how, const double *x);

/* "array integer general": label[i] of row i. */
tc_status tc_matrix_market_write_labels(const char *path, const tc_matrix_market *how, const int64_t *label);

#endif
