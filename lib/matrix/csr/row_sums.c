#include "matrix/csr/row_sums.h"

#include <float.h>
#include <math.h>

static void add_row(const tc_csr *A, int64_t i, tc_csr_row_sums *out) {
  double sum = 0.0, size = 0.0;
  for (int64_t k = A->row_begin[i]; k < A->row_begin[i + 1]; k++) {
    sum += A->value[k];
    size += fabs(A->value[k]);
    if (A->column[k] != i && A->value[k] > 0.0) out->suit_multigrid = false;
  }
  const double rounding = (double)(A->row_begin[i + 1] - A->row_begin[i]) * DBL_EPSILON * size;
  if (!(fabs(sum) <= rounding)) out->vanish = false;
  if (!(sum >= -rounding)) out->suit_multigrid = false;
}

tc_csr_row_sums tc_csr_row_sums_of(const tc_csr *matrix) {
  tc_csr_row_sums out = {true, true};
  for (int64_t i = 0; i < matrix->rows; i++) add_row(matrix, i, &out);
  return out;
}
