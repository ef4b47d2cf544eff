/* Sparse rows in double precision, computed row by row in parallel. A function adds the terms of one row, and
 * terms of equal columns are summed in the order in which they are added. Each row is computed by one thread,
 * so the bits do not depend on the number of threads. Smoothed aggregation (linear/multigrid/smoothed.c)
 * stores prolongations and products of matrices as sparse rows. No function is collective. */
#ifndef TC_LINEAR_ROWS_SPARSE_ROWS_H
#define TC_LINEAR_ROWS_SPARSE_ROWS_H

#include "base/core/gid.h"
#include "base/core/status.h"

/* Row i has the entries begin[i] .. begin[i+1]-1. Zero-initialise before use. */
typedef struct tc_sparse_rows {
  int32_t rows;
  int64_t *begin;  /* [rows + 1] first entry of each row */
  int32_t *column; /* [begin[rows]] column of each entry */
  double *value;   /* [begin[rows]] value of each entry */
} tc_sparse_rows;

/* Entries of the row that a thread computes. */
typedef struct tc_row_terms {
  int32_t count;
  int32_t *column; /* [columns] column of each entry */
  double *value;   /* [columns] value of each entry: the sum of the terms in this column */
  int32_t *slot;   /* [columns] index plus 1 of the entry in each column; 0 if the row has none */
} tc_row_terms;

/* Adds a term to the entry in `column`, which is appended if the row has none. */
static inline void tc_row_terms_add(tc_row_terms *terms, int32_t column, double value) {
  const int32_t slot = terms->slot[column];
  if (slot > 0) {
    terms->value[slot - 1] += value;
  } else {
    terms->column[terms->count] = column;
    terms->value[terms->count] = value;
    terms->slot[column] = ++terms->count;
  }
}

/* Adds `factor` times row `row` of `rows`. The members of `terms` are copied to local variables, because the
 * compiler must assume that writing an entry changes them. */
static inline void tc_row_terms_add_row(tc_row_terms *terms, double factor, const tc_sparse_rows *rows,
                                        int32_t row) {
  const int64_t end = rows->begin[row + 1];
  const int32_t *const from = rows->column;
  const double *const term = rows->value;
  int32_t *const column = terms->column, *const slot = terms->slot, count = terms->count;
  double *const value = terms->value;
  for (int64_t k = rows->begin[row]; k < end; k++) {
    const int32_t to = from[k], at = slot[to];
    if (at > 0) {
      value[at - 1] += factor * term[k];
    } else {
      column[count] = to;
      value[count] = factor * term[k];
      slot[to] = ++count;
    }
  }
  terms->count = count;
}

/* Adds the terms of a row to `terms`. Several threads call this function at the same time for different
 * rows. */
typedef void tc_row_function(const void *ctx, int32_t row, tc_row_terms *terms);

/* Computes `rows` rows with columns 0 .. columns-1 in parallel. The entries of a row are in the order in
 * which `add_terms` first added their columns. The caller frees *out with tc_sparse_rows_free. Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_sparse_rows_build(int32_t rows, int32_t columns, tc_row_function *add_terms, const void *ctx,
                               tc_sparse_rows *out);

/* Allocates rows with uninitialised entries. begin[rows + 1] is copied. Errors: TC_INTERNAL if memory is
 * exhausted; *out is then empty. */
tc_status tc_sparse_rows_alloc(int32_t rows, const int64_t *begin, tc_sparse_rows *out);

/* Sorts the entries of each row by the id of their column. id[k] is the id of column k; the columns of a row
 * have different ids. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_sparse_rows_sort(tc_sparse_rows *rows, const tc_gid *id);

void tc_sparse_rows_free(tc_sparse_rows *rows);

#endif
