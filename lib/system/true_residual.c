#include "system/true_residual.h"

#include <float.h>
#include <math.h>

#include "base/core/memory.h"

/* Returns the weighted norm of a vector, scaled by its largest entry so that squares neither overflow nor
 * underflow. */
static double compute_norm(int64_t rows, const double *volume, const double *x) {
  double largest = 0.0, sum = 0.0;
  for (int64_t i = 0; i < rows; i++) {
    const double size = sqrt(volume[i]) * fabs(x[i]);
    if (!isfinite(size)) return size;
    largest = fmax(largest, size);
  }
  if (largest == 0.0) return 0.0;
  for (int64_t i = 0; i < rows; i++) {
    const double ratio = sqrt(volume[i]) * fabs(x[i]) / largest;
    sum += ratio * ratio;
  }
  return largest * sqrt(sum);
}

static double largest_size(int64_t rows, const double *x) {
  double largest = 0.0;
  for (int64_t i = 0; i < rows; i++) largest = fmax(largest, fabs(x[i]));
  return largest;
}

/* Finds the row whose residual beyond rounding is the largest share of the terms that the row could have. */
static void find_worst_row(const tc_csr *A, const double *b, const double *x, const double *residual,
                           const double *bound, tc_true_residual *out) {
  const double largest = largest_size(A->rows, x);
  out->row_relative = 0.0;
  out->row = 0;
  for (int64_t i = 0; i < A->rows; i++) {
    double size = fabs(b[i]);
    for (int64_t k = A->row_begin[i]; k < A->row_begin[i + 1]; k++) size += fabs(A->value[k]) * largest;
    const double share = (fabs(residual[i]) - bound[i]) / size;
    if (!(share > out->row_relative)) continue;
    out->row_relative = share;
    out->row = i;
  }
}

/* Sets residual[i] = b_i - (A x)_i and bound[i] to a bound of the rounding error in it. */
static void compute_rows(const tc_csr *A, const double *b, const double *x, double *residual, double *bound) {
  for (int64_t i = 0; i < A->rows; i++) {
    double sum = 0.0, size = fabs(b[i]);
    for (int64_t k = A->row_begin[i]; k < A->row_begin[i + 1]; k++) {
      const double term = A->value[k] * x[A->column[k]];
      sum += term;
      size += fabs(term);
    }
    residual[i] = b[i] - sum;
    bound[i] = (double)(A->row_begin[i + 1] - A->row_begin[i] + 2) * DBL_EPSILON * size;
  }
}

static double divide(double norm, double by) { return norm == 0.0 ? 0.0 : norm / by; }

tc_status tc_true_residual_compute(const tc_system_input *input, int64_t k, const double *x,
                                   tc_true_residual *out) {
  const tc_csr *A = &input->file.matrix;
  const double *b = input->right_side + k * input->rows;
  const double size = compute_norm(input->rows, input->volume, b);
  double *residual = NULL, *bound = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(residual, input->rows));
  TC_GUARD(status, TC_ALLOC(bound, input->rows));
  compute_rows(A, b, x, residual, bound);
  out->relative = divide(compute_norm(input->rows, input->volume, residual), size);
  out->rounding = divide(compute_norm(input->rows, input->volume, bound), size);
  find_worst_row(A, b, x, residual, bound, out);
cleanup:
  tc_free(residual);
  tc_free(bound);
  return status;
}

double tc_largest_difference(int64_t rows, const double *x, const double *y) {
  double largest = 0.0;
  for (int64_t i = 0; i < rows; i++) {
    const double difference = fabs(x[i] - y[i]);
    if (isnan(difference)) return difference;
    largest = fmax(largest, difference);
  }
  return largest;
}
