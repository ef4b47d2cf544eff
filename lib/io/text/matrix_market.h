/* Writes matrices and vectors as Matrix Market files for other programs. Not collective.
 * run/studies/export_system.c prepares all files first and then writes them in the numbering that it chooses.
 * Numbers have enough digits to read back with the same bits. Source of the format: Boisvert, Pozo, Remington
 * 1996. */
#ifndef TC_IO_TEXT_MATRIX_MARKET_H
#define TC_IO_TEXT_MATRIX_MARKET_H

#include "base/file/file_list.h"
#include "sparse/ell.h"

/* Options for numbering and weighting the rows. Everything is borrowed. */
typedef struct tc_matrix_market {
  int32_t rows;
  const int32_t *row;         /* [rows] row[k] is the row of the matrix that is number k in the file */
  const int32_t *row_of_cell; /* [rows] inverse of `row`: number in the file of each row of the matrix */
  const double *weight; /* [rows] weights: entry (i, j) is scaled by weight_i / weight_j and vector entry i by
                           weight_i; NULL for no scaling */
  const char *comment;  /* one line, written after "Tetracast: " */
} tc_matrix_market;

/* Prepares a file. Creates missing directories, adds the file to `files` and checks that it can be written
 * and replaces nothing but a Matrix Market file of Tetracast. Call it before computing the system. `what` is
 * a label as in base/file/file_list.h. Errors: TC_USAGE, TC_OUTPUT. */
tc_status tc_matrix_market_prepare(const char *what, const char *path, tc_file_list *files);

/* Writes A as "coordinate real general" without its padding. All columns of A must be rows of A. Errors:
 * TC_OUTPUT. */
tc_status tc_matrix_market_write_matrix(const char *path, const tc_matrix_market *how, const tc_ell *A);

/* Writes x as "array real general" with one column. Errors: TC_OUTPUT. */
tc_status tc_matrix_market_write_vector(const char *path, const tc_matrix_market *how, const double *x);

/* Writes the integers in `label`, one per row of the matrix, as "array integer general". Errors:
 * TC_OUTPUT. */
tc_status tc_matrix_market_write_labels(const char *path, const tc_matrix_market *how, const int64_t *label);

#endif
