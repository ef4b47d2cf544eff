/* Writes matrices and vectors as Matrix Market files for other programs. Not collective.
 * run/studies/export_system.c first prepares all files and then writes them. Numbers have enough digits to
 * restore the same bits. Specification of the format: Boisvert, Pozo, Remington 1996. */
#ifndef TC_IO_TEXT_MATRIX_MARKET_H
#define TC_IO_TEXT_MATRIX_MARKET_H

#include "base/file/file_list.h"
#include "sparse/ell.h"

/* Order and scaling of the rows in a file. All pointers are borrowed. */
typedef struct tc_matrix_market {
  int32_t rows;
  const int32_t *row;      /* [rows] index in the matrix of row k in the file */
  const int32_t *file_row; /* [rows] index in the file of each row of the matrix; the inverse of `row` */
  /* [rows] Entry (i, j) of the matrix is scaled by weight[i] / weight[j], and entry i of a vector by
   * weight[i]. NULL for no scaling. */
  const double *weight;
  const char *comment; /* one line of text, written after "Tetracast: " in the second line */
} tc_matrix_market;

/* Creates missing directories, adds the file to `files`, and checks that it can be written. An existing file
 * must be a Matrix Market file of Tetracast. Call it before computing the system, so that an error is
 * reported early. `role` names the option that sets the path. Errors: TC_USAGE if another file of the command
 * has the same name or the name ends like that of a compressed file; TC_OUTPUT if the file cannot be
 * written. */
tc_status tc_matrix_market_prepare(const char *role, const char *path, tc_file_list *files);

/* Checks that the file at `path` does not exist, is empty, or is a Matrix Market file of Tetracast.
 * run/studies/export_hierarchy.c calls it before a run for all files that may be written, because the number
 * of levels is not known yet. Errors: TC_OUTPUT. */
tc_status tc_matrix_market_check(const char *path);

/* Writes A as "coordinate real general" without the padding of its ELL format. A must be square, without
 * ghost columns. The entries of a row follow each other: first the diagonal, then the others in the order in
 * which a product adds them (sparse/row_sum.h). Errors: TC_OUTPUT. */
tc_status tc_matrix_market_write_matrix(const char *path, const tc_matrix_market *format, const tc_ell *A);

/* Writes x as "array real general" with one column. Errors: TC_OUTPUT. */
tc_status tc_matrix_market_write_vector(const char *path, const tc_matrix_market *format, const double *x);

/* Writes one integer per row of the matrix, label[i], as "array integer general". Errors: TC_OUTPUT. */
tc_status tc_matrix_market_write_labels(const char *path, const tc_matrix_market *format,
                                        const int64_t *label);

/* Entry of a matrix; row and column are counted from 0. */
typedef struct tc_matrix_market_entry {
  int32_t row, column;
  double value;
} tc_matrix_market_entry;

/* Writes a square matrix with the given entries, in this order, as "coordinate real general", or without
 * values as "coordinate pattern general" if `is_pattern` is true. `comment` is that of tc_matrix_market.
 * Errors: TC_OUTPUT. */
tc_status tc_matrix_market_write_entries(const char *path, int32_t rows, const char *comment, bool is_pattern,
                                         int64_t count, const tc_matrix_market_entry *entry);

#endif
