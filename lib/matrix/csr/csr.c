#include "matrix/csr/csr.h"

#include <stdbool.h>

#include "base/core/memory.h"
#include "matrix/csr/structural_rank.h"

void tc_csr_free(tc_csr *matrix) {
  tc_free(matrix->row_begin);
  tc_free(matrix->column);
  tc_free(matrix->value);
  *matrix = (tc_csr){0};
}

static tc_status empty_error(const char *path, const char *noun, int64_t index) {
  return tc_status_create(TC_INPUT,
                          "%s: %s %lld of the matrix has no entries, so the system is singular: remove the "
                          "%s or add its entries",
                          path, noun, (long long)index + 1, noun);
}

static tc_status check_columns(const tc_csr *matrix, const char *path) {
  bool *has_entry = NULL;
  int64_t j = 0;
  TC_TRY(TC_ALLOC_ZERO(has_entry, matrix->columns));
  for (int64_t k = 0; k < matrix->entries; k++) has_entry[matrix->column[k]] = true;
  while (j < matrix->columns && has_entry[j]) j++;
  tc_free(has_entry);
  return j < matrix->columns ? empty_error(path, "column", j) : TC_OK;
}

static tc_status check_rank(const tc_csr *matrix, const char *path) {
  int64_t rank;
  TC_TRY(tc_csr_structural_rank(matrix, &rank));
  if (rank == matrix->rows) return TC_OK;
  return tc_status_create(TC_INPUT,
                          "%s: the matrix of size %lld has structural rank %lld, so it is singular for any "
                          "values: add the missing entries",
                          path, (long long)matrix->rows, (long long)rank);
}

tc_status tc_csr_check_system(const tc_csr *matrix, const char *path) {
  if (matrix->rows > 1 && matrix->columns == 1)
    return tc_status_create(TC_INPUT,
                            "%s: has %lld rows and one column, so it may be a right-hand side: pass the "
                            "matrix "
                            "first and the right-hand side second",
                            path, (long long)matrix->rows);
  if (matrix->rows != matrix->columns)
    return tc_status_create(TC_INPUT,
                            "%s: the matrix has the size %lld x %lld: use a square matrix to solve a system",
                            path, (long long)matrix->rows, (long long)matrix->columns);
  for (int64_t i = 0; i < matrix->rows; i++)
    if (matrix->row_begin[i] == matrix->row_begin[i + 1]) return empty_error(path, "row", i);
  TC_TRY(check_columns(matrix, path));
  return check_rank(matrix, path);
}
