#include "matrix/csr/entries.h"

#include "base/core/memory.h"
#include "matrix/text/matrix_words.h"

tc_status tc_entries_check_size(const tc_line_reader *lines, int64_t rows, int64_t columns, int64_t trusted,
                                tc_matrix_symmetry symmetry) {
  const int64_t bytes = tc_line_reader_bytes(lines), largest = rows > columns ? rows : columns;
  if (rows < 1 || columns < 1)
    return tc_matrix_error(lines,
                           "announces the size %lld x %lld, but both must be at least 1: correct the "
                           "size",
                           (long long)rows, (long long)columns);
  if (largest > bytes && largest > trusted)
    return tc_matrix_error(lines,
                           "announces the size %lld x %lld, but a file of %lld bytes is too small for "
                           "them: correct the size or copy the complete file again",
                           (long long)rows, (long long)columns, (long long)bytes);
  if (largest > INT32_MAX - 1)
    return tc_matrix_error(lines,
                           "announces the size %lld x %lld, but at most %d can be used: use a "
                           "smaller matrix",
                           (long long)rows, (long long)columns, INT32_MAX - 1);
  if (symmetry != TC_MATRIX_GENERAL && rows != columns)
    return tc_matrix_error(lines,
                           "announces the size %lld x %lld, but a symmetric or skew-symmetric matrix "
                           "is square: correct the size or the symmetry",
                           (long long)rows, (long long)columns);
  return TC_OK;
}

tc_status tc_entries_check_count(const tc_line_reader *lines, int64_t count, const char *noun,
                                 int64_t bytes) {
  const int64_t file_bytes = tc_line_reader_bytes(lines), count_max = (file_bytes + 1) / bytes;
  if (count < 0)
    return tc_matrix_error(lines, "announces %lld %s: correct the number", (long long)count, noun);
  if (count <= count_max) return TC_OK;
  return tc_matrix_error(lines,
                         "announces %lld %s, but a file of %lld bytes cannot hold more than %lld: correct "
                         "the number or copy the complete file again",
                         (long long)count, noun, (long long)file_bytes, (long long)count_max);
}

tc_status tc_entries_create(int64_t rows, int64_t columns, tc_matrix_symmetry symmetry, int64_t capacity,
                            tc_entries *out) {
  *out = (tc_entries){.rows = rows, .columns = columns, .symmetry = symmetry, .capacity = capacity};
  TC_TRY(TC_ALLOC(out->row, capacity));
  TC_TRY(TC_ALLOC(out->column, capacity));
  return TC_ALLOC(out->value, capacity);
}

void tc_entries_free(tc_entries *entries) {
  tc_free(entries->row);
  tc_free(entries->column);
  tc_free(entries->value);
  *entries = (tc_entries){0};
}

static tc_status check_index(const tc_line_reader *lines, const char *noun, int64_t index, int64_t largest) {
  if (index >= 1 && index <= largest) return TC_OK;
  return tc_matrix_error(lines, "%s %lld of an entry is not from 1 to %lld: correct the index or the size",
                         noun, (long long)index, (long long)largest);
}

tc_status tc_entries_add(const tc_line_reader *lines, tc_entries *entries, int64_t row, int64_t column) {
  TC_TRY(check_index(lines, "row", row, entries->rows));
  TC_TRY(check_index(lines, "column", column, entries->columns));
  entries->has_lower = entries->has_lower || row > column;
  entries->has_upper = entries->has_upper || row < column;
  if (entries->symmetry != TC_MATRIX_GENERAL && entries->has_lower && entries->has_upper)
    return tc_matrix_error(lines,
                           "the entry in row %lld and column %lld is %s the diagonal, and earlier entries "
                           "are on the other side: store one triangle or declare the matrix as general",
                           (long long)row, (long long)column, row > column ? "below" : "above");
  entries->row[entries->count] = (int32_t)(row - 1);
  entries->column[entries->count] = (int32_t)(column - 1);
  entries->value[entries->count] = 1.0;
  entries->count++;
  return TC_OK;
}

tc_status tc_entries_set_value(const tc_line_reader *lines, tc_entries *entries, int64_t k, double value) {
  entries->value[k] = value;
  if (entries->symmetry != TC_MATRIX_SKEW_SYMMETRIC || entries->row[k] != entries->column[k] || value == 0.0)
    return TC_OK;
  return tc_matrix_error(lines,
                         "the diagonal entry of row %lld is not zero, but the matrix is skew-symmetric: "
                         "remove the entry or declare the matrix as general",
                         (long long)entries->row[k] + 1);
}
