#include "matrix/file/market.h"

#include "matrix/file/market_internal.h"
#include "matrix/text/matrix_open.h"
#include "matrix/text/matrix_words.h"

/* Largest magnitude up to which a double represents all integers exactly (2^53). */
static const int64_t integer_max = (int64_t)1 << 53;

static tc_status read_value(const tc_line_reader *lines, const tc_market *market, tc_text *line,
                            double *value) {
  int64_t integer;
  if (market->field == TC_MARKET_REAL)
    return tc_matrix_read_real(lines, line, "the value of an entry", value);
  TC_TRY(tc_matrix_read_integer(lines, line, "the integer value of an entry", &integer));
  if (integer > integer_max || integer < -integer_max)
    return tc_matrix_error(lines,
                           "the value %lld is beyond 2^53, so double precision cannot hold it: declare the "
                           "matrix as real and write a real number",
                           (long long)integer);
  *value = (double)integer;
  return TC_OK;
}

/* Reads the line with the numbers of rows, columns and entries. An array file does not contain the last
 * number, and `count` is then NULL. */
static tc_status read_size(tc_line_reader *lines, int64_t trusted, tc_market *market, int64_t *count) {
  tc_text line;
  TC_TRY(tc_market_next(lines, market, &line));
  if (!line.cursor)
    return tc_matrix_error(lines,
                           "the file ends before the size of the matrix: copy the complete file again");
  market->size_line = tc_line_reader_number(lines);
  TC_TRY(tc_matrix_read_integer(lines, &line, "the number of rows", &market->rows));
  TC_TRY(tc_matrix_read_integer(lines, &line, "the number of columns", &market->columns));
  if (count) TC_TRY(tc_matrix_read_integer(lines, &line, "the number of entries", count));
  TC_TRY(tc_matrix_check_line_end(lines, &line, count ? "the number of entries" : "the number of columns"));
  return tc_entries_check_size(lines, market->rows, market->columns, trusted, market->symmetry);
}

/* Returns the next line of the list of entries. Errors: TC_INPUT if the file ends after `done` of `count`
 * entries. */
static tc_status next_entry(tc_line_reader *lines, tc_market *market, int64_t done, int64_t count,
                            tc_text *line) {
  TC_TRY(tc_market_next(lines, market, line));
  if (line->cursor) return TC_OK;
  return tc_matrix_error(lines,
                         "the file ends after %lld of %lld entries: copy the complete file again or correct "
                         "the size",
                         (long long)done, (long long)count);
}

static tc_status check_end(tc_line_reader *lines, tc_market *market, int64_t count) {
  tc_text line;
  TC_TRY(tc_market_next(lines, market, &line));
  if (!line.cursor) return TC_OK;
  return tc_matrix_error(lines, "the file continues after %lld entr%s: correct the size or remove the rest",
                         (long long)count, count == 1 ? "y" : "ies");
}

static tc_status read_entry(const tc_line_reader *lines, const tc_market *market, tc_text line,
                            tc_entries *entries) {
  int64_t row = 0, column = 0;
  double value = 1.0;
  TC_TRY(tc_matrix_read_integer(lines, &line, "the row of an entry", &row));
  TC_TRY(tc_matrix_read_integer(lines, &line, "the column of an entry", &column));
  const bool has_value = market->field != TC_MARKET_PATTERN;
  if (has_value) TC_TRY(read_value(lines, market, &line, &value));
  TC_TRY(tc_matrix_check_line_end(lines, &line, has_value ? "the value" : "the column"));
  TC_TRY(tc_entries_add(lines, entries, row, column));
  return tc_entries_set_value(lines, entries, entries->count - 1, value);
}

static tc_status read_coordinates(tc_line_reader *lines, int64_t trusted, tc_market *market,
                                  tc_entries *entries) {
  tc_text line = {NULL, NULL};
  int64_t count = 0;
  TC_TRY(read_size(lines, trusted, market, &count));
  /* A line has at least two digits, a blank and a line end. A value needs at least one more blank and
   * digit. */
  TC_TRY(tc_entries_check_count(lines, count, "entries", market->field == TC_MARKET_PATTERN ? 4 : 6));
  tc_matrix_expect_lines(lines, count);
  TC_TRY(tc_entries_create(market->rows, market->columns, market->symmetry, count, entries));
  for (int64_t k = 0; k < count; k++) {
    TC_TRY(next_entry(lines, market, k, count, &line));
    TC_TRY(read_entry(lines, market, line, entries));
  }
  return check_end(lines, market, count);
}

/* Returns the row, counted from 0, of the first value of column j in an array file. Such a file has only the
 * lower triangle of a symmetric matrix, and no diagonal of a skew-symmetric one. */
static int64_t first_row(const tc_market *market, int64_t j) {
  if (market->symmetry == TC_MATRIX_GENERAL) return 0;
  return market->symmetry == TC_MATRIX_SYMMETRIC ? j : j + 1;
}

/* Returns the number of values in an array file. The sizes are below 2^31, so the product does not
 * overflow. */
static int64_t count_values(const tc_market *market) {
  const int64_t n = market->rows;
  if (market->symmetry == TC_MATRIX_GENERAL) return n * market->columns;
  return market->symmetry == TC_MATRIX_SYMMETRIC ? n * (n + 1) / 2 : n * (n - 1) / 2;
}

static tc_status read_array_value(const tc_line_reader *lines, const tc_market *market, tc_text line,
                                  double *value) {
  TC_TRY(read_value(lines, market, &line, value));
  return tc_matrix_check_line_end(lines, &line, "the value");
}

static tc_status read_array(tc_line_reader *lines, int64_t trusted, tc_market *market, tc_entries *entries) {
  tc_text line = {NULL, NULL};
  double value = 0.0;
  TC_TRY(read_size(lines, trusted, market, NULL));
  const int64_t count = count_values(market);
  TC_TRY(tc_entries_check_count(lines, count, "values", 2));
  tc_matrix_expect_lines(lines, count);
  TC_TRY(tc_entries_create(market->rows, market->columns, market->symmetry, count, entries));
  int64_t done = 0;
  for (int64_t j = 0; j < market->columns; j++)
    for (int64_t i = first_row(market, j); i < market->rows; i++, done++) {
      TC_TRY(next_entry(lines, market, done, count, &line));
      TC_TRY(read_array_value(lines, market, line, &value));
      if (value == 0.0) continue;
      TC_TRY(tc_entries_add(lines, entries, i + 1, j + 1));
      TC_TRY(tc_entries_set_value(lines, entries, entries->count - 1, value));
    }
  return check_end(lines, market, count);
}

tc_status tc_market_read(tc_line_reader *lines, int64_t trusted, tc_market *out, tc_entries *entries) {
  tc_text header;
  *out = (tc_market){0};
  *entries = (tc_entries){0};
  TC_TRY(tc_line_reader_next(lines, &header));
  if (!header.cursor || !tc_market_is_header(header))
    return tc_matrix_error(lines,
                           "the first line does not begin with %%%%MatrixMarket: use a Matrix Market file");
  TC_TRY(tc_market_read_header(lines, header, out));
  return out->is_array ? read_array(lines, trusted, out, entries)
                       : read_coordinates(lines, trusted, out, entries);
}
