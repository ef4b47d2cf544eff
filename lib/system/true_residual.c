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

double tc_largest_size(int64_t rows, const double *x) {
  double largest = 0.0;
  for (int64_t i = 0; i < rows; i++) largest = fmax(largest, fabs(x[i]));
  return largest;
}

/* Sets root[j] to the square root of the absolute diagonal entry of row j. */
static void compute_roots(const tc_csr *A, double *root) {
  for (int64_t i = 0; i < A->rows; i++) {
    root[i] = 0.0;
    for (int64_t k = A->row_begin[i]; k < A->row_begin[i + 1]; k++)
      if (A->column[k] == i) root[i] = sqrt(fabs(A->value[k]));
  }
}

/* Replaces root[j] by the size of x_j, divided by `largest`, the largest |x_j|, as true_residual.h defines
 * it. The size is at least |x_j|, and 1 if row j has no diagonal entry. */
static void compute_sizes(int64_t rows, const double *x, double largest, double *root) {
  double weighted = 0.0;
  for (int64_t j = 0; j < rows; j++) weighted = fmax(weighted, root[j] * (fabs(x[j]) / largest));
  for (int64_t j = 0; j < rows; j++) root[j] = root[j] > weighted ? weighted / root[j] : 1.0;
}

/* Finds the row whose residual beyond rounding is the largest fraction of the terms that the row could have.
 * All numbers are divided by the largest |x_j|, so that products do not overflow. `size` is scratch
 * memory. */
static void find_worst_row(const tc_csr *A, const double *b, const double *x, const double *residual,
                           const double *bound, double *size, tc_true_residual *out) {
  const double largest_x = tc_largest_size(A->rows, x), largest = largest_x > 0.0 ? largest_x : 1.0;
  out->row_relative = 0.0;
  out->row = 0;
  compute_roots(A, size);
  compute_sizes(A->rows, x, largest, size);
  for (int64_t i = 0; i < A->rows; i++) {
    double terms = fabs(b[i]) / largest;
    for (int64_t k = A->row_begin[i]; k < A->row_begin[i + 1]; k++)
      terms += fabs(A->value[k]) * size[A->column[k]];
    const double share = (fabs(residual[i]) - bound[i]) / largest / terms;
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
  double *residual = NULL, *bound = NULL, *scratch = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(residual, input->rows));
  TC_GUARD(status, TC_ALLOC(bound, input->rows));
  TC_GUARD(status, TC_ALLOC(scratch, input->rows));
  compute_rows(A, b, x, residual, bound);
  out->relative = divide(compute_norm(input->rows, input->volume, residual), size);
  out->rounding = divide(compute_norm(input->rows, input->volume, bound), size);
  find_worst_row(A, b, x, residual, bound, scratch, out);
cleanup:
  tc_free(residual);
  tc_free(bound);
  tc_free(scratch);
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
