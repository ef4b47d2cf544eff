/* A triangle of a matrix, solved row by row: the rows of a sweep, in an order in which each comes after those
 * that it needs, and near in memory to those that came just before. */
#ifndef TC_SPARSE_TRIANGULAR_FACTOR_H
#define TC_SPARSE_TRIANGULAR_FACTOR_H

#include <stdbool.h>

#include "sparse/ell.h"

/* What belongs to it: row i touches those of its columns whose key is lower than its own. */
typedef struct tc_triangular_factor_options {
  const int32_t *key; /* [columns]; INT32_MAX: as if the column were not there */
  int keys; /* rows that other threads or ranks wait for, or that wait for them, are done in step `key`
               of so many, all others in the last step; 0: there are no such rows */
  const double *scale;          /* [rows] factors of the entries of a row, */
  const double *leading_factor; /* [rows] and of the right side; NULL: the right side is what y holds */
  bool back;                    /* keys fall with the rows: they are looked at from the last to the first */
  int threads;
} tc_triangular_factor_options;

/* Rows that do not need each other and have equally many entries. */
typedef struct tc_triangular_factor_run {
  int32_t first, rows; /* in `row` */
  int entries;         /* of a row, even */
  int64_t at;          /* of the first */
} tc_triangular_factor_run;

typedef struct tc_triangular_factor {
  int steps, threads;
  int32_t *begin; /* [steps * threads + 1] runs of step s and thread t: from[s * threads + t] .. */
  tc_triangular_factor_run *run; /* [from[steps * threads]] */
  int32_t *
      row; /* in the order of the sweep; rows without entries are left out unless there is `leading_factor` */
  double *leading_factor; /* of these rows, or NULL */
  double *value;          /* with `scale`; padding is 0 in a column that stands before it */
  int32_t *column;
} tc_triangular_factor;

/* Copies what it needs of A; the order of a row's entries stays, so the bits of a sum do not depend on
 * threads or ranks. Not collective. Errors: TC_INTERNAL out of memory. */
tc_status tc_triangular_factor_create(const tc_ell *A, const tc_triangular_factor_options *choice,
                                      tc_triangular_factor **out);
void tc_triangular_factor_destroy(tc_triangular_factor **triangle);

/* y_i = lead_i r_i - scale_i sum of a_ij y_j, or y_i = y_i - .., for the rows of a step, by all threads
 * (OpenMP). Of y [columns], what rows of other threads and ranks have become in earlier steps is there. */
void tc_triangular_factor_solve(const tc_triangular_factor *triangle, int step, const double *r, double *y);

#endif
