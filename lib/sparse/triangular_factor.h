/* Triangular factor: one triangle of a matrix, stored for sweeps. Preconditioners
 * (linear/precondition/ldu_factors.h) create it during setup and solve with it in every iteration, step by
 * step. The rows of a step are stored in an order in which each row follows the rows it needs and is near
 * them in memory. The sum of a row has the same bits for any number of threads or ranks. */
#ifndef TC_SPARSE_TRIANGULAR_FACTOR_H
#define TC_SPARSE_TRIANGULAR_FACTOR_H

#include <stdbool.h>

#include "sparse/ell.h"

/* Definition of the triangle: row i uses those of its columns whose key is lower than the key of column i. */
typedef struct tc_triangular_factor_options {
  const int32_t *key; /* [columns]; INT32_MAX excludes the column */
  /* Number of steps for border rows. A border row depends on rows of other threads or ranks, or rows of those
   * depend on it. Border rows with key s are solved in step s, all other rows in the last step (number
   * `keys`). 0 if there are no border rows. */
  int keys;
  const double *scale; /* [rows] factor of the entries of each row */
  /* [rows] factor of the right side of each row. NULL: the right side is the content of y, without a factor.
   */
  const double *leading_factor;
  bool back; /* true if keys fall with increasing row numbers; rows are then scheduled from last to first */
  int threads;
} tc_triangular_factor_options;

/* Run: consecutive entries of `row` that do not depend on each other and have the same number of entries. */
typedef struct tc_triangular_factor_run {
  int32_t first, rows; /* first row and number of rows, as a range of the array `row` */
  int entries;         /* per row, padding included; even */
  int64_t at;          /* index of the first entry in `value` and `column` */
} tc_triangular_factor_run;

typedef struct tc_triangular_factor {
  int steps, threads;
  int32_t *begin; /* [steps * threads + 1] runs of step s and thread t begin at begin[s * threads + t] */
  tc_triangular_factor_run *run; /* [begin[steps * threads]] all runs */
  /* Rows in the order of the sweep. Rows without entries are present only with `leading_factor`. */
  int32_t *row;
  double *leading_factor; /* factors of the right sides of the rows in `row`, or NULL */
  double *value; /* entries times `scale`; a padding entry is 0 and has the column of the entry before it */
  int32_t *column;
} tc_triangular_factor;

/* Copies the required entries of A and preserves their order within a row, so the bits of a sum do not depend
 * on threads or ranks. Not collective. The caller frees *out with tc_triangular_factor_destroy. Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_triangular_factor_create(const tc_ell *A, const tc_triangular_factor_options *choice,
                                      tc_triangular_factor **out);
void tc_triangular_factor_destroy(tc_triangular_factor **triangle);

/* Computes y_i = leading_factor_i r_i - scale_i sum of a_ij y_j, or y_i = y_i - .. without leading factors,
 * for the rows of a step, with OpenMP. y[columns] must contain the results of earlier steps, including those
 * of other threads and ranks. */
void tc_triangular_factor_solve(const tc_triangular_factor *triangle, int step, const double *r, double *y);

#endif
