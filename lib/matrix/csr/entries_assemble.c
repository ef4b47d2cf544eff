/* Assembles entries into compressed rows by two counting sorts, first by column and then by row. Both are
 * stable, so duplicates remain in the order of the file. The entries (i, j) and (j, i) of a symmetric matrix
 * are sums of the same terms in the same order, so they have equal bits. */
#include <math.h>

#include "base/core/memory.h"
#include "matrix/csr/entries.h"
#include "matrix/text/matrix_words.h"

/* Entries of a matrix sorted by column. */
typedef struct sorted_columns {
  /* [columns + 2] position of the first entry of each column. While entries are copied, see sum_counts. */
  int64_t *begin;
  int32_t *row;
  double *value;
} sorted_columns;

static void free_columns(sorted_columns *sorted) {
  tc_free(sorted->begin);
  tc_free(sorted->row);
  tc_free(sorted->value);
  *sorted = (sorted_columns){NULL};
}

static bool is_mirrored(const tc_entries *entries, int64_t k) {
  return entries->symmetry != TC_MATRIX_GENERAL && entries->row[k] != entries->column[k];
}

/* Sums counts for a counting sort by column (or row) i. On entry, begin[i + 2] is the number of entries of
 * column i. On return, begin[i + 1] is the position of the first entry of column i. The caller then increases
 * begin[i + 1] for each entry that it copies to column i. After all copies, begin[i] is the first position of
 * column i. */
static void sum_counts(int64_t *begin, int64_t n) {
  for (int64_t i = 0; i < n; i++) begin[i + 2] += begin[i + 1];
}

static int64_t count_columns(const tc_entries *entries, int64_t *begin) {
  int64_t total = entries->count;
  for (int64_t k = 0; k < entries->count; k++) {
    begin[entries->column[k] + 2]++;
    if (!is_mirrored(entries, k)) continue;
    begin[entries->row[k] + 2]++;
    total++;
  }
  return total;
}

static void place_in_column(sorted_columns *sorted, int32_t row, int32_t column, double value) {
  const int64_t at = sorted->begin[column + 1]++;
  sorted->row[at] = row;
  sorted->value[at] = value;
}

/* Adds the entries of the missing triangle and sorts all entries by column. */
static tc_status sort_by_column(const tc_entries *entries, sorted_columns *sorted) {
  const double sign = entries->symmetry == TC_MATRIX_SKEW_SYMMETRIC ? -1.0 : 1.0;
  TC_TRY(TC_ALLOC_ZERO(sorted->begin, entries->columns + 2));
  const int64_t total = count_columns(entries, sorted->begin);
  sum_counts(sorted->begin, entries->columns);
  TC_TRY(TC_ALLOC(sorted->row, total));
  TC_TRY(TC_ALLOC(sorted->value, total));
  for (int64_t k = 0; k < entries->count; k++) {
    place_in_column(sorted, entries->row[k], entries->column[k], entries->value[k]);
    if (is_mirrored(entries, k))
      place_in_column(sorted, entries->column[k], entries->row[k], sign * entries->value[k]);
  }
  return TC_OK;
}

static tc_status sort_by_row(const sorted_columns *sorted, tc_csr *matrix) {
  const int64_t total = sorted->begin[matrix->columns];
  int64_t *begin = NULL;
  TC_TRY(TC_ALLOC_ZERO(begin, matrix->rows + 2));
  matrix->row_begin = begin;
  TC_TRY(TC_ALLOC(matrix->column, total));
  TC_TRY(TC_ALLOC(matrix->value, total));
  for (int64_t k = 0; k < total; k++) begin[sorted->row[k] + 2]++;
  sum_counts(begin, matrix->rows);
  for (int64_t j = 0; j < matrix->columns; j++)
    for (int64_t k = sorted->begin[j]; k < sorted->begin[j + 1]; k++) {
      const int64_t at = begin[sorted->row[k] + 1]++;
      matrix->column[at] = (int32_t)j;
      matrix->value[at] = sorted->value[k];
    }
  return TC_OK;
}

/* Replaces entries with equal row and column by their sum, and moves the entries to the front of the
 * arrays. */
static void sum_duplicates(tc_csr *matrix) {
  int64_t count = 0, from = 0;
  for (int64_t i = 0; i < matrix->rows; i++) {
    const int64_t begin = count, to = matrix->row_begin[i + 1];
    matrix->row_begin[i] = begin;
    for (; from < to; from++) {
      const bool is_duplicate = count > begin && matrix->column[count - 1] == matrix->column[from];
      if (is_duplicate) {
        matrix->value[count - 1] += matrix->value[from];
        continue;
      }
      matrix->column[count] = matrix->column[from];
      matrix->value[count++] = matrix->value[from];
    }
  }
  matrix->row_begin[matrix->rows] = matrix->entries = count;
}

static tc_status check_sums(const tc_line_reader *lines, const tc_csr *matrix) {
  for (int64_t i = 0; i < matrix->rows; i++)
    for (int64_t k = matrix->row_begin[i]; k < matrix->row_begin[i + 1]; k++)
      if (!isfinite(matrix->value[k]))
        return tc_matrix_error(lines,
                               "the duplicate entries in row %lld and column %lld have a sum that is not "
                               "finite in double precision: correct them",
                               (long long)i + 1, (long long)matrix->column[k] + 1);
  return TC_OK;
}

tc_status tc_entries_assemble(const tc_line_reader *lines, tc_entries *entries, tc_csr *out) {
  sorted_columns sorted = {NULL};
  *out = (tc_csr){.rows = entries->rows, .columns = entries->columns};
  tc_status status = sort_by_column(entries, &sorted);
  tc_entries_free(entries);
  if (!status) status = sort_by_row(&sorted, out);
  free_columns(&sorted);
  if (status) return status;
  sum_duplicates(out);
  return check_sums(lines, out);
}
