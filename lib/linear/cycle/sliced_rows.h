/* Rows of a level of a multigrid hierarchy in slices: eight rows are stored side by side in single precision,
 * so that a vector instruction computes the same term of eight rows. The storage of a level
 * (cycle/cycle_level.c) creates the slices during setup, and the smoother (smoother.h) reads them in each
 * sweep. Rows are sorted by length within windows (row_windows.h), unless all rows are short. Sorting changes
 * no bits, because each row is summed separately. The pattern of the rows must be symmetric
 * (sweep_pair.h). */
#ifndef TC_LINEAR_CYCLE_SLICED_ROWS_H
#define TC_LINEAR_CYCLE_SLICED_ROWS_H

#include "base/core/pool.h"
#include "linear/cycle/row_windows.h"

enum { TC_SLICE_NARROW = 4 }; /* slices are narrow if their longest row has at most this number of entries */

/* Rows in difference form: row i of K x is excess[i] x_i + sum over k = begin[i] .. begin[i+1]-1 of
 * coupling[k] (x_i - x_column[k]). Columns are owned rows, followed by ghosts. */
typedef struct tc_sliced_source {
  int32_t rows;
  const int64_t *begin;  /* [rows + 1] first entry of each row */
  const int32_t *column; /* [begin[rows]] column of each entry */
  const float *coupling; /* [begin[rows]] coupling of each entry */
  const double *excess;  /* [rows] excess of each row */
} tc_sliced_source;

/* Slot s contains row order[s]. Slots after the last row are padding with zeros. Slice s consists of the
 * slots 8 s .. 8 s + 7. Term k of lane l is element begin[s] + 8 k + l. Columns are slots, followed by
 * ghosts: ghost g is column slots + g. A padded term has the coupling 0 and the slot itself as its column.
 * Padding adds 0 to a sum and therefore changes no bits. */
typedef struct tc_sliced_rows {
  int32_t rows, slots; /* number of rows, and the next multiple of eight */
  bool is_threaded;    /* true if several threads compute a sweep */
  int32_t *order;      /* [rows] row in each slot; NULL if slot i contains row i */
  /* [slots / 8 + 1] first element of each slice; NULL if no row of the level has more than four terms. All
   * rows are then padded to four, and the first element follows from the number of the slice. */
  int64_t *begin;
  int32_t *column;
  float *coupling;
  float *excess, *inverse_diagonal; /* [slots]; the inverse is 0 where the diagonal is not positive */
  /* [slots / 8] first and last slice whose elements of x the rows of each slice read; the last one is
   * INT32_MAX if these rows read ghosts */
  int32_t *first_read, *last_read;
  int32_t isolated;       /* number of rows without entries */
  int32_t *isolated_slot; /* [isolated] slots of these rows, rising */
  /* Largest value of 1 + (excess + sum of |coupling|) / diagonal over the rows of positive diagonal, an upper
   * bound of the spectrum of D^-1 K; 0 if there is no such row. Source: Gershgorin. */
  double spectrum_bound;
  size_t bytes;   /* bytes of the arrays */
  tc_pool memory; /* owns the arrays */
} tc_sliced_rows;

/* Not collective. Stores the rows in slices. Threads first touch the slices that they will compute. Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_sliced_rows_create(const tc_sliced_source *source, tc_sliced_rows **out);
void tc_sliced_rows_destroy(tc_sliced_rows **rows); /* accepts NULL */

/* Not collective. Returns in *out the slot of each row, or NULL if slot i contains row i. The caller frees it
 * with tc_free. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_sliced_rows_find_slots(const tc_sliced_rows *rows, int32_t **out);

/* Not collective. Sets [*begin, *end) to the range of slices that the calling thread of a parallel region
 * computes. A range contains complete windows if rows are sorted. */
void tc_sliced_rows_thread_slices(const tc_sliced_rows *rows, int32_t *begin, int32_t *end);

#endif
