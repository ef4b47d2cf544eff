/* Triangular factor: one triangle of a matrix, stored for sweeps. Preconditioners
 * (linear/precondition/ldu_factors.h) create it during setup and solve with it in every iteration. A solve
 * consists of steps; between two steps the results of other threads and ranks are exchanged. The rows of a
 * step are stored in an order in which each row follows the rows whose results it needs and is near them in
 * memory. The sum of a row has the same bits for any number of threads or ranks. */
#ifndef TC_SPARSE_TRIANGULAR_FACTOR_H
#define TC_SPARSE_TRIANGULAR_FACTOR_H

#include <stdbool.h>

#include "base/containers/array.h"
#include "sparse/ell.h"

/* Defines a triangle of a matrix: the entry a_ij of row i belongs to the triangle if key[j] < key[i]. */
typedef struct tc_triangular_factor_options {
  const int32_t *key; /* [columns] key of each row and of each ghost; entries whose column has the key
                         INT32_MAX do not belong to the triangle */
  /* Number of steps for border rows; 0 if there are no border rows. A border row is coupled with a row of
   * another thread or rank, so one of the two needs the result of the other. Step s < keys solves the border
   * rows with key s and, before them, the rows of the same thread whose results they need. The last step,
   * number `keys`, solves all remaining rows. */
  int keys;
  const double *scale; /* [rows] factor of the entries of each row */
  /* [rows] factor of the right-hand side r of each row. If it is NULL, the previous content of y is the
   * right-hand side. */
  const double *leading_factor;
  bool is_backward; /* true if the keys decrease with increasing row numbers, as for an upper triangle; the
                rows are then scheduled from last to first */
  int threads;
} tc_triangular_factor_options;

/* Run: rows that are consecutive in the array `row`, do not depend on each other and have the same number of
 * entries. */
typedef struct tc_triangular_factor_run {
  int32_t first, rows; /* the rows of the run are row[first] .. row[first + rows - 1] */
  int entries;         /* number of entries of each row, padding included; even */
  int64_t entry_begin; /* index of the run's first entry in the arrays `value` and `column` */
} tc_triangular_factor_run;

typedef struct tc_triangular_factor {
  int steps, threads;
  int32_t *begin; /* [steps * threads + 1] the runs of thread t in step s have the numbers begin[s * threads +
                     t] .. begin[s * threads + t + 1] - 1 */
  TC_ARRAY(tc_triangular_factor_run) run; /* runs of all steps and threads, in the order of `begin` */
  /* Rows in the order in which they are solved. Rows without entries in the triangle are omitted if
   * `leading_factor` is NULL, because y_i then does not change. */
  int32_t *row;
  double *leading_factor; /* factors of the right-hand sides, in the order of `row`; NULL if the options have
                             no factors */
  double *value; /* entries times `scale`; a padding entry is 0 and has the column of the entry before it */
  int32_t *column;
  tc_pool memory; /* owns the arrays of this struct, except `run` */
} tc_triangular_factor;

/* Creates the triangle of A that `options` defines. Copies its entries in the order that they have in the
 * rows of A, so the bits of a sum do not depend on threads or ranks. Not collective. The caller frees *out
 * with tc_triangular_factor_destroy. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_triangular_factor_create(const tc_ell *A, const tc_triangular_factor_options *options,
                                      tc_triangular_factor **out);
void tc_triangular_factor_destroy(tc_triangular_factor **triangle);

/* Computes the rows of step number `step` with OpenMP. Row i is y_i = leading_factor_i r_i - scale_i sum of
 * a_ij y_j over the entries of the row in the triangle. If there are no leading factors, the first term is
 * the previous value of y_i, and `r` is not read. y[columns] must contain the results of earlier steps,
 * including those of other threads and ranks. */
void tc_triangular_factor_solve(const tc_triangular_factor *triangle, int step, const double *r, double *y);

#endif
