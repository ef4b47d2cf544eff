/* Local numbers of distributed rows: the rows that this rank owns, followed by the rows of other ranks to
 * which it refers. Sparse rows have these numbers as columns while they are computed. Usage: initialise the
 * numbers, add rows in any order, create a halo for the rows that occur as columns, free the numbers. */
#ifndef TC_LINEAR_ROWS_ROW_NUMBERS_H
#define TC_LINEAR_ROWS_ROW_NUMBERS_H

#include "base/containers/map.h"
#include "comm/layout/halo.h"
#include "linear/rows/sparse_rows.h"

/* Local numbers. Number k < owned is row k of this rank. Number owned + r is the row in entry r of
 * `remote`. */
typedef struct tc_row_numbers {
  int rank; /* this rank */
  int32_t owned;
  const tc_gid *owned_id; /* [owned] borrowed */
  tc_map remote;          /* maps the place (owner, local row) of each row of another rank to its id */
} tc_row_numbers;

/* Not collective. Returns the local numbers for rank `rank`, which owns the rows with the ids
 * owned_id[owned], without rows of other ranks. */
tc_row_numbers tc_row_numbers_init(int rank, int32_t owned, const tc_gid *owned_id);

/* Not collective. Sets *number to the number of the row at `place`, whose id is `id`. A row of another rank
 * that is new receives the next number. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_row_numbers_add(tc_row_numbers *numbers, tc_row_place place, tc_gid id, int32_t *number);

/* Not collective. Return the number of rows, and the id and place of a row. */
int32_t tc_row_numbers_count(const tc_row_numbers *numbers);
tc_gid tc_row_numbers_id(const tc_row_numbers *numbers, int32_t number);
tc_row_place tc_row_numbers_place(const tc_row_numbers *numbers, int32_t number);

/* Not collective. An entry of a message has TC_ROW_ENTRY_WORDS numbers: the id and the place of the column,
 * and the value. tc_row_numbers_write writes an entry to `word`. tc_row_numbers_read reads it, which adds the
 * column to the numbers of the receiver. Errors: TC_INTERNAL if memory is exhausted. */
enum { TC_ROW_ENTRY_WORDS = 3 };
void tc_row_numbers_write(const tc_row_numbers *numbers, int32_t number, double value, tc_gid *word);
tc_status tc_row_numbers_read(tc_row_numbers *numbers, const tc_gid *word, int32_t *number, double *value);

/* Not collective. Sets is_column[tc_row_numbers_count(numbers)] to true for numbers that are columns. Errors:
 * TC_INTERNAL if memory is exhausted. The caller frees *is_column with tc_free. */
tc_status tc_row_numbers_find_columns(const tc_row_numbers *numbers, const tc_sparse_rows *rows,
                                      bool **is_column);

/* Collective. Creates the halo whose ghosts are the rows of other ranks that are columns of `rows`. Sets
 * *column to an array that converts each local number to a column of the halo's vectors, or to -1 for rows of
 * other ranks outside the halo. The caller frees it with tc_free. Errors (on all ranks): TC_INTERNAL. */
tc_status tc_row_numbers_create_halo(const tc_world *world, const tc_row_numbers *numbers,
                                     const tc_sparse_rows *rows, int32_t **column, tc_halo **halo);

void tc_row_numbers_free(tc_row_numbers *numbers); /* not collective */

#endif
