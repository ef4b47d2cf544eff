/* Helpers of tests of matrix files, which write a text to a file, read the file, and compare the entries of
 * the result. */
#ifndef TC_TESTS_MATRIX_TEXT_H
#define TC_TESTS_MATRIX_TEXT_H

#include <math.h>

#include "io/mesh/mesh_files.h"
#include "matrix/file/matrix_file.h"
#include "support/expect.h"

/* Title line of a Harwell-Boeing file. */
#define BOEING_TITLE "A small matrix                                                          SMALL   \n"

/* Reads the text as a matrix file. */
static inline tc_status read_text(const char *text, tc_matrix_file *out) {
  char path[400];
  folder f = folder_make();
  file_write(&f, "a.mtx", text);
  file_path(&f, "a.mtx", path);
  const tc_status status = tc_matrix_file_read(path, out);
  folder_remove(&f);
  return status;
}

/* Returns entry (i, j), numbered from 1. Returns NaN if the matrix does not store it. */
static inline double entry(const tc_matrix_file *file, int i, int j) {
  const tc_csr *A = &file->matrix;
  for (int64_t k = A->row_begin[i - 1]; k < A->row_begin[i]; k++)
    if (A->column[k] == j - 1) return A->value[k];
  return NAN;
}

/* Expects the stored entries of a matrix with `columns` columns to be those of a dense array in row order. An
 * entry that is not stored is NaN in the array. */
static inline void expect_entries(const tc_matrix_file *file, int rows, int columns, const double *dense) {
  int64_t count = 0;
  cr_assert_eq(file->matrix.rows, rows);
  cr_assert_eq(file->matrix.columns, columns);
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) {
      const double expected = dense[i * columns + j], found = entry(file, i + 1, j + 1);
      count += !isnan(expected);
      cr_expect(isnan(expected) ? isnan(found) : found == expected, "(%d, %d): %g", i + 1, j + 1, found);
    }
  cr_expect_eq(file->matrix.entries, count);
}

/* Reads the text as a matrix file and expects the entries of `dense`. */
static inline void expect_matrix(const char *text, int rows, int columns, const double *dense) {
  tc_matrix_file file;
  expect_ok(read_text(text, &file));
  expect_entries(&file, rows, columns, dense);
  tc_matrix_file_free(&file);
}

#endif
