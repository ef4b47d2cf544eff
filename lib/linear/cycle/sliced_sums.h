/* Rows of the prolongation P or of P^T in slices of eight rows side by side, and the kernels of the transfers
 * between two levels. The storage of a level creates them during setup and calls the kernels from each thread
 * with the slices of that thread. If the rows have values, term number m of a row is added to accumulator m
 * modulo 4, and the sum is (a0 + a2) + (a1 + a3). Otherwise each value is 1, and terms are added in the
 * stored order. The bits therefore do not depend on slices, threads and instruction set. No function is
 * collective. */
#ifndef TC_LINEAR_CYCLE_SLICED_SUMS_H
#define TC_LINEAR_CYCLE_SLICED_SUMS_H

#include "base/core/pool.h"
#include "linear/cycle/row_windows.h"

/* Sparse rows. Row i has the entries begin[i] .. begin[i+1]-1. */
typedef struct tc_sums_source {
  int32_t rows;
  const int64_t *begin;
  const int32_t *column;
  const float *value; /* NULL if every entry is 1 */
} tc_sums_source;

/* Rows in slices of eight. Slots are the rows in the order of storage (row_windows.h). Term k of lane l of
 * slice s is element begin[s] + 8 k + l. A padded term has the value 0. Without values, its column is
 * that of a vector element which is always 0. */
typedef struct tc_sliced_sums {
  int32_t rows, slices;
  int32_t *target; /* [rows] index of the result of each slot */
  int64_t *begin;  /* [slices + 1] first element of each slice */
  int32_t *column;
  float *value;   /* NULL if every entry is 1 */
  size_t bytes;   /* bytes of the arrays */
  tc_pool memory; /* owns the arrays */
} tc_sliced_sums;

/* Stores rows in slices. target_of[rows] is the index of the result of each row, or NULL if row i yields
 * result i. zero_column is the column of a vector element that is always 0, which padded terms read if there
 * is none. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_sliced_sums_create(const tc_sums_source *source, const int32_t *target_of, int32_t zero_column,
                                tc_sliced_sums **out);
void tc_sliced_sums_destroy(tc_sliced_sums **sums); /* accepts NULL */

/* For the slices begin .. end-1: sets y[target] to the sum of value x[column] over each row. */
void tc_sliced_sums_set(const tc_sliced_sums *sums, const float *x, float *y, int32_t begin, int32_t end);

/* For the slices begin .. end-1: adds factor (sum of value x[column]) to y[target] for each row. */
void tc_sliced_sums_add(const tc_sliced_sums *sums, const float *x, float factor, float *y, int32_t begin,
                        int32_t end);

/* Adds factor x[column[i]] to y[i], for begin <= i < end. */
void tc_sliced_sums_add_one(const int32_t *column, const float *x, float factor, float *y, int32_t begin,
                            int32_t end);

#endif
