#include "linear/cycle/row_windows.h"

/* Number of buckets for sorting a window by row length. Rows of this length or longer share the first
 * bucket. */
enum { lengths = 128 };

static int32_t length_of_row(const int64_t *begin, int32_t i) { return (int32_t)(begin[i + 1] - begin[i]); }

/* Returns the bucket of a row by its length. The longest rows have bucket 0. */
static int32_t bucket_of_row(const int64_t *begin, int32_t i) {
  const int32_t length = length_of_row(begin, i);
  return length < lengths ? lengths - 1 - length : 0;
}

static void sort_window(const int64_t *begin, int32_t first, int32_t end, int32_t *order) {
  int32_t next[lengths + 1] = {0};
  for (int32_t i = first; i < end; i++) next[bucket_of_row(begin, i) + 1]++;
  for (int b = 0; b < lengths; b++) next[b + 1] += next[b];
  for (int32_t i = first; i < end; i++) order[first + next[bucket_of_row(begin, i)]++] = i;
}

void tc_row_windows_sort(int32_t rows, const int64_t *begin, int32_t *order) {
  const int32_t windows = tc_row_windows_parts(rows, TC_SLICE_WINDOW);
#pragma omp parallel for schedule(static) if (rows >= TC_SLICE_THREADED_ROWS)
  for (int32_t w = 0; w < windows; w++) {
    const int32_t first = w * TC_SLICE_WINDOW, rest = rows - first;
    sort_window(begin, first, first + (rest < TC_SLICE_WINDOW ? rest : TC_SLICE_WINDOW), order);
  }
}

void tc_row_windows_begins(int32_t rows, const int64_t *begin, const int32_t *order, int64_t *slice_begin) {
  const int32_t slices = tc_row_windows_parts(rows, TC_SLICE_ROWS);
  slice_begin[0] = 0;
  for (int32_t s = 0; s < slices; s++) {
    const int32_t first = s * TC_SLICE_ROWS, rest = rows - first;
    int32_t longest = 0;
    for (int32_t t = first; t < first + (rest < TC_SLICE_ROWS ? rest : TC_SLICE_ROWS); t++) {
      const int32_t length = length_of_row(begin, order[t]);
      longest = length > longest ? length : longest;
    }
    slice_begin[s + 1] = slice_begin[s] + (int64_t)longest * TC_SLICE_ROWS;
  }
}
