#include "matrix/csr/symmetric_pattern.h"

#include <stdbool.h>
#include <string.h>

#include "base/core/memory.h"

/* For each column, the rows of the column's entries in ascending order. */
typedef struct column_lists {
  int64_t *begin; /* [columns + 1] first entry of each column */
  int32_t *row;   /* [entries] */
} column_lists;

static void free_lists(column_lists *lists) {
  tc_free(lists->begin);
  tc_free(lists->row);
  *lists = (column_lists){NULL};
}

static tc_status list_columns(const tc_csr *matrix, column_lists *out) {
  const int64_t n = matrix->columns;
  TC_TRY(TC_ALLOC_ZERO(out->begin, n + 1));
  TC_TRY(TC_ALLOC(out->row, matrix->entries));
  for (int64_t k = 0; k < matrix->entries; k++) out->begin[matrix->column[k]]++;
  for (int64_t j = 0, sum = 0; j <= n; j++) {
    const int64_t count = j < n ? out->begin[j] : 0;
    out->begin[j] = sum;
    sum += count;
  }
  for (int64_t i = 0; i < matrix->rows; i++)
    for (int64_t k = matrix->row_begin[i]; k < matrix->row_begin[i + 1]; k++)
      out->row[out->begin[matrix->column[k]]++] = (int32_t)i;
  memmove(out->begin + 1, out->begin, (size_t)n * sizeof *out->begin);
  out->begin[0] = 0;
  return TC_OK;
}

/* Merges the columns of row i with the rows of column i. Both lists are ascending. Returns the number of
 * distinct indices. If `out` is not NULL, appends the entries of the merged row to its arrays. */
static int64_t merge_row(const tc_csr *matrix, const column_lists *lists, int64_t i, tc_csr *out) {
  int64_t k = matrix->row_begin[i], c = lists->begin[i], count = 0;
  const int64_t row_end = matrix->row_begin[i + 1], column_end = lists->begin[i + 1];
  for (; k < row_end || c < column_end; count++) {
    const bool is_entry = k < row_end && (c == column_end || matrix->column[k] <= lists->row[c]);
    const int32_t column = is_entry ? matrix->column[k] : lists->row[c];
    if (out) {
      out->column[out->entries] = column;
      out->value[out->entries++] = is_entry ? matrix->value[k] : 0.0;
    }
    k += is_entry;
    c += c < column_end && lists->row[c] == column;
  }
  return count;
}

static tc_status merge_rows(const tc_csr *matrix, const column_lists *lists, int64_t entries, tc_csr *out) {
  *out = (tc_csr){.rows = matrix->rows, .columns = matrix->columns};
  TC_TRY(TC_ALLOC(out->row_begin, matrix->rows + 1));
  TC_TRY(TC_ALLOC(out->column, entries));
  TC_TRY(TC_ALLOC(out->value, entries));
  for (int64_t i = 0; i < matrix->rows; i++) {
    out->row_begin[i] = out->entries;
    merge_row(matrix, lists, i, out);
  }
  out->row_begin[matrix->rows] = out->entries;
  return TC_OK;
}

tc_status tc_csr_complete_pattern(tc_csr *matrix, int64_t *added) {
  column_lists lists = {NULL};
  tc_csr merged = {0};
  int64_t entries = 0;
  tc_status status = TC_OK;
  TC_GUARD(status, list_columns(matrix, &lists));
  for (int64_t i = 0; i < matrix->rows; i++) entries += merge_row(matrix, &lists, i, NULL);
  *added = entries - matrix->entries;
  if (*added == 0) goto cleanup;
  TC_GUARD(status, merge_rows(matrix, &lists, entries, &merged));
  tc_csr_free(matrix);
  *matrix = merged;
  merged = (tc_csr){0};
cleanup:
  free_lists(&lists);
  tc_csr_free(&merged);
  return status;
}
