#include "matrix/file/vector_file.h"

#include <math.h>

#include "base/core/memory.h"
#include "base/core/print.h"
#include "base/file/file.h"
#include "matrix/file/market.h"
#include "matrix/text/matrix_open.h"
#include "matrix/text/matrix_words.h"

/* Vectors are stored densely, so they need memory for all rows * columns values, even if a coordinate file
 * has few entries. A single vector of the required length is always accepted. Error messages name the header
 * line or the line with the size. */
static tc_status check_size(const tc_line_reader *lines, const tc_market *market, int64_t rows) {
  const char *path = tc_line_reader_path(lines);
  const int64_t bytes = tc_line_reader_bytes(lines);
  const long long line = market->size_line;
  if (market->symmetry != TC_MATRIX_GENERAL)
    return tc_status_create(TC_INPUT,
                            "%s:1: the header declares a symmetry, but vectors have none: write general",
                            path);
  if (rows > 0 && market->rows != rows)
    return tc_status_create(TC_INPUT,
                            "%s:%lld: the vector has %lld rows, but the matrix has %lld: use vectors of this "
                            "length",
                            path, line, (long long)market->rows, (long long)rows);
  if (market->columns <= bytes / market->rows || (market->columns == 1 && rows > 0)) return TC_OK;
  return tc_status_create(TC_INPUT,
                          "%s:%lld: the file has %lld x %lld values in only %lld bytes: write the vectors as "
                          "an "
                          "array",
                          path, line, (long long)market->rows, (long long)market->columns, (long long)bytes);
}

static tc_status add_entries(const tc_line_reader *lines, const tc_entries *entries, double *value) {
  for (int64_t k = 0; k < entries->count; k++) {
    double *const sum = &value[entries->column[k] * entries->rows + entries->row[k]];
    *sum += entries->value[k];
    if (!isfinite(*sum))
      return tc_matrix_error(lines,
                             "the duplicate entries in row %d and column %d have a sum that is not finite in "
                             "double precision: correct them",
                             (int)entries->row[k] + 1, (int)entries->column[k] + 1);
  }
  return TC_OK;
}

static tc_status read_vectors(tc_line_reader *lines, int64_t rows, tc_entries *entries, tc_vector_file *out) {
  tc_market market;
  TC_TRY(tc_market_read(lines, rows, &market, entries));
  TC_TRY(check_size(lines, &market, rows));
  out->rows = market.rows;
  out->columns = market.columns;
  TC_TRY(TC_ALLOC_ZERO(out->value, market.rows * market.columns));
  return add_entries(lines, entries, out->value);
}

tc_status tc_vector_file_read(const char *path, int64_t rows, tc_vector_file *out) {
  tc_line_reader *lines = NULL;
  tc_entries entries = {0};
  *out = (tc_vector_file){0};
  tc_status status = tc_matrix_open(path, &lines);
  if (!status) status = read_vectors(lines, rows, &entries, out);
  tc_entries_free(&entries);
  status = tc_matrix_close(&lines, status);
  if (status) tc_vector_file_free(out);
  return status;
}

void tc_vector_file_free(tc_vector_file *vectors) {
  tc_free(vectors->value);
  *vectors = (tc_vector_file){0};
}

tc_status tc_vector_file_write(const char *path, const char *comment, const tc_vector_file *vectors) {
  tc_file file;
  TC_TRY(tc_file_open(path, &file));
  fprintf(file.out, "%%%%MatrixMarket matrix array real general\n%% Tetracast: %s\n%lld %lld\n", comment,
          (long long)vectors->rows, (long long)vectors->columns);
  for (int64_t k = 0; k < vectors->rows * vectors->columns; k++)
    tc_fprintf(file.out, "%.17g\n", vectors->value[k]);
  return tc_file_commit(&file);
}
