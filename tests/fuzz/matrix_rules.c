#include "fuzz/matrix_rules.h"

#include <math.h>
#include <stddef.h>

#include "fuzz/error_rules.h"
#include "matrix/file/matrix_file.h"

bool values_are_finite(const double *value, int64_t count) {
  int64_t k = 0;
  while (value && k < count && isfinite(value[k])) k++;
  return !value || k == count;
}

static bool row_is_valid(const tc_csr *matrix, int64_t i) {
  const int64_t first = matrix->row_begin[i], end = matrix->row_begin[i + 1];
  bool good = first <= end && end <= matrix->entries;
  for (int64_t k = first; good && k < end; k++) {
    const int32_t before = k > first ? matrix->column[k - 1] : -1;
    good = matrix->column[k] > before && matrix->column[k] < matrix->columns;
  }
  return good;
}

static double entry(const tc_csr *matrix, int64_t i, int64_t j) {
  for (int64_t k = matrix->row_begin[i]; k < matrix->row_begin[i + 1]; k++)
    if (matrix->column[k] == j) return matrix->value[k];
  return NAN;
}

/* True if each entry (i, j) equals the entry (j, i), with the opposite sign if the matrix is
 * skew-symmetric. */
static bool is_mirrored(const tc_matrix_file *file) {
  const tc_csr *A = &file->matrix;
  const double sign = file->symmetry == TC_MATRIX_SKEW_SYMMETRIC ? -1 : 1;
  bool good = true;
  for (int64_t i = 0; i < A->rows && file->symmetry != TC_MATRIX_GENERAL; i++)
    for (int64_t k = A->row_begin[i]; k < A->row_begin[i + 1]; k++)
      good = good && entry(A, A->column[k], i) == sign * A->value[k];
  return good;
}

static bool matrix_is_valid(const tc_matrix_file *file) {
  const tc_csr *A = &file->matrix;
  bool good = A->rows > 0 && A->columns > 0 && A->row_begin[0] == 0 && A->row_begin[A->rows] == A->entries;
  for (int64_t i = 0; good && i < A->rows; i++) good = row_is_valid(A, i);
  good =
      good && values_are_finite(A->value, A->entries) && is_mirrored(file) && A->entries <= 2 * file->stored;
  const int64_t values = A->rows * file->vectors.count;
  return good && values_are_finite(file->vectors.right_side, values) &&
         values_are_finite(file->vectors.guess, values) && values_are_finite(file->vectors.solution, values);
}

bool matrix_file_is_proper(const char *path) {
  tc_matrix_file file;
  tc_status status = tc_matrix_file_read(path, &file), check = TC_OK;
  bool good = status ? !file.matrix.row_begin && !file.vectors.right_side : matrix_is_valid(&file);
  if (!status) check = tc_csr_check_system(&file.matrix, path);
  good = is_proper(&check, TC_INPUT, path) && good;
  tc_matrix_file_free(&file);
  return is_proper(&status, TC_INPUT, path) && good;
}
