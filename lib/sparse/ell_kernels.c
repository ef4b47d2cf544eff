#include "sparse/ell_kernels.h"

#include <omp.h>

#include "base/core/memory.h"
#include "sparse/matrix.h"
#include "sparse/row_sum.h"

/* rows_ahead is the number of rows between the current row and the one that is prefetched. For rows of width
 * 16 the distance is 4 KiB of values. Prefetching helps because hardware prefetchers stop at the ends of
 * pages. With it, the product of rows of width 16 was 1.4 to 1.6 times faster if the matrix exceeded the
 * caches, and equally fast otherwise. Rows of width 4 gained nothing. */
enum { rows_ahead = 32, doubles_per_line = 8, indices_per_line = 16 };

__attribute__((always_inline)) static inline void prefetch_rows(int width, const double *value,
                                                                const int32_t *column) {
  if (width < 2 * doubles_per_line) return;
  const size_t ahead = (size_t)width * rows_ahead;
  for (int k = 0; k < width; k += doubles_per_line) tc_prefetch(value + k, ahead * sizeof *value);
  for (int k = 0; k < width; k += indices_per_line) tc_prefetch(column + k, ahead * sizeof *column);
}

/* Computes row i of the product in matrix form and stores it in y[0]. The callers pass a constant width and
 * the function is inlined, so the compiler unrolls the loop over the row. */
static inline void multiply_row(const tc_ell *ell, int width, int32_t i, const double *restrict x,
                                double *restrict y) {
  const double *value = ell->value + (size_t)i * (size_t)width;
  const int32_t *column = ell->column + (size_t)i * (size_t)width;
  double sum;
  prefetch_rows(width, value, column);
#define X_OF(k) x[column[k]]
  TC_ROW_SUM(sum, width, value, X_OF);
#undef X_OF
  *y = ell->diagonal[i] * x[i] + sum;
}

/* Computes row i of the product in difference form, which does not read the diagonal. x_own[i] is the value
 * of x in the column of the diagonal. */
static inline void multiply_differences(const tc_ell *ell, int width, int32_t i, const double *restrict x,
                                        const double *restrict x_own, double *restrict y) {
  const double *value = ell->value + (size_t)i * (size_t)width, own = x_own[i];
  const int32_t *column = ell->column + (size_t)i * (size_t)width;
  double sum;
  prefetch_rows(width, value, column);
#define X_LESS_OWN(k) (x[column[k]] - own)
  TC_ROW_SUM(sum, width, value, X_LESS_OWN);
#undef X_LESS_OWN
  y[i] = ell->leading_factor * own + sum;
}

/* Computes the rows begin .. end-1 in difference form. The arrays of the local copy `m` begin with row
 * `begin`, as y does. One index then serves all arrays, which saves an instruction in each row of width 4. */
static void multiply_rows_of_differences(const tc_ell *ell, int32_t begin, int32_t end, const double *x,
                                         double *y) {
  tc_ell m = *ell;
  m.value += (size_t)begin * (size_t)m.width;
  m.column += (size_t)begin * (size_t)m.width;
#define ROWS(w)                                                                                              \
  for (int32_t i = 0; i < end - begin; i++) multiply_differences(&m, w, i, x, x + begin, y)
  TC_FOR_WIDTH(m.width, ROWS)
#undef ROWS
}

void tc_ell_multiply_rows(const tc_ell *ell, int32_t begin, int32_t end, const double *x, double *y) {
  /* `m` is a local copy of the struct. Stores to y cannot change the copy, so the compiler need not load the
   * members again in each row. */
  const tc_ell m = *ell;
  if (m.differences) {
    multiply_rows_of_differences(ell, begin, end, x, y);
    return;
  }
#define ROWS(w)                                                                                              \
  for (int32_t i = begin; i < end; i++) multiply_row(&m, w, i, x, y + (i - begin))
  TC_FOR_WIDTH(m.width, ROWS)
#undef ROWS
}

void tc_ell_multiply(const tc_ell *ell, const double *x, double *y) {
#pragma omp parallel
  {
    int32_t begin, end;
    tc_matrix_thread_rows(ell->rows, omp_get_thread_num(), omp_get_num_threads(), &begin, &end);
    tc_ell_multiply_rows(ell, begin, end, x, y + begin);
  }
}
