/* Order of sparse rows that are stored in slices of eight. Rows of a slice should have equal lengths, and
 * rows with close numbers should remain close in memory. Rows are therefore sorted by length within windows
 * of 128 rows. Used for the rows of a level (sliced_rows.h) and of transfers (sliced_sums.h). No function is
 * collective. */
#ifndef TC_LINEAR_CYCLE_ROW_WINDOWS_H
#define TC_LINEAR_CYCLE_ROW_WINDOWS_H

#include <stdbool.h>
#include <stdint.h>

/* Number of rows of a slice, number of rows of a window, and number of rows from which more than one thread
 * computes. Starting the threads takes as long as a sweep over some hundred rows. */
enum { TC_SLICE_ROWS = 8, TC_SLICE_WINDOW = 128, TC_SLICE_THREADED_ROWS = 2048 };

/* Returns the number of parts of at most `part` rows into which `rows` rows are divided. */
static inline int32_t tc_row_windows_parts(int32_t rows, int32_t part) {
  return rows / part + (rows % part != 0);
}

/* Sets order[rows] to the rows sorted by descending length within each window. Row i has the entries begin[i]
 * .. begin[i+1]-1. Rows of equal length retain their order. */
void tc_row_windows_sort(int32_t rows, const int64_t *begin, int32_t *order);

/* Sets slice_begin[slices + 1] to the first element of each slice of the sorted rows. A slice has eight
 * elements for each entry of the longest row. */
void tc_row_windows_begins(int32_t rows, const int64_t *begin, const int32_t *order, int64_t *slice_begin);

#endif
