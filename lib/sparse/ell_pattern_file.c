/* Writing and reading of ELL pattern files. Files are written through a tc_file, so an incomplete file never
 * has the final name. The reader compares the file's size with its first line before it allocates memory, and
 * then checks every column. */
#include "sparse/ell_pattern_file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/file/file.h"
#include "base/text/text.h"

enum { line_size = 64, column_bytes = 4 };

/* ---- writing of pattern files ---- */

tc_status tc_ell_pattern_write(const tc_ell_pattern *c, const char *path) {
  tc_file file = {0};
  TC_TRY(tc_file_open(path, &file));
  fprintf(file.out, TC_ELL_PATTERN_BEGIN "%d %d\n", (int)c->rows, c->width);
  for (size_t e = 0; e < (size_t)c->rows * (size_t)c->width; e++) {
    unsigned char byte[column_bytes];
    for (int b = 0; b < column_bytes; b++)
      byte[b] = (unsigned char)((uint32_t)c->column[e] >> (8 * b) & 255u);
    fwrite(byte, 1, column_bytes, file.out);
  }
  return tc_file_commit(&file);
}

/* ---- reading of pattern files ---- */

static tc_status open_file(const char *path, FILE **out, int64_t *bytes) {
  int descriptor = -1;
  TC_TRY(tc_file_open_regular(path, TC_INPUT, &descriptor, bytes));
  *out = fdopen(descriptor, "rb");
  if (*out) return TC_OK;
  close(descriptor);
  return tc_file_read_error(path, TC_INPUT, errno);
}

static tc_status read_header(FILE *in, const char *path, tc_ell_pattern *out) {
  char line[line_size] = "";
  int32_t rows = 0, width = 0;
  const size_t begin = strlen(TC_ELL_PATTERN_BEGIN);
  const bool has_signature = fgets(line, sizeof line, in) && strncmp(line, TC_ELL_PATTERN_BEGIN, begin) == 0;
  tc_text text = {line + begin, line + strcspn(line, "\n")};
  if (ferror(in)) return tc_file_read_error(path, TC_INPUT, errno);
  const bool is_read = has_signature && *text.end && tc_text_parse_int32(&text, &rows) &&
                       tc_text_parse_int32(&text, &width) && tc_text_at_end(&text);
  if (!is_read || rows < 1 || rows > TC_ELL_PATTERN_ROWS_MAX || width < 1 || width > TC_ELL_PATTERN_WIDTH_MAX)
    return tc_status_create(TC_INPUT,
                            "%s: is not a pattern file, which begins with \"" TC_ELL_PATTERN_BEGIN
                            "ROWS WIDTH\" (at most %d and %d): write it with tetracast mesh order --pattern",
                            path, (int)TC_ELL_PATTERN_ROWS_MAX, (int)TC_ELL_PATTERN_WIDTH_MAX);
  *out = (tc_ell_pattern){.rows = rows, .columns = rows, .width = width};
  return TC_OK;
}

tc_status tc_ell_pattern_read_header(const char *path, tc_ell_pattern *out) {
  FILE *in = NULL;
  int64_t bytes;
  TC_TRY(open_file(path, &in, &bytes));
  const tc_status status = read_header(in, path, out);
  fclose(in);
  return status;
}

static int32_t decode_column(const unsigned char *byte) {
  uint32_t column = 0;
  for (int b = 0; b < column_bytes; b++) column |= (uint32_t)byte[b] << (8 * b);
  return (int32_t)column;
}

static tc_status truncated_error(const char *path, const tc_ell_pattern *c, int64_t row) {
  return tc_status_create(TC_INPUT,
                          "%s: ends within row %lld, before the end of the last row (%d): write it again",
                          path, (long long)row, (int)c->rows - 1);
}

/* Checks that exactly the bytes that the first line requires remain. Called before the allocation, because a
 * wrong line may state far more rows than the file contains. */
static tc_status check_size(const char *path, const tc_ell_pattern *c, int64_t remaining) {
  const int64_t row_bytes = (int64_t)column_bytes * c->width;
  if (remaining < row_bytes * c->rows) return truncated_error(path, c, remaining / row_bytes);
  if (remaining == row_bytes * c->rows) return TC_OK;
  return tc_status_create(TC_INPUT, "%s: continues after row %d, which is the last: write it again", path,
                          (int)c->rows - 1);
}

static tc_status read_row(FILE *in, const char *path, const tc_ell_pattern *c, int32_t row, int32_t *column) {
  unsigned char byte[TC_ELL_PATTERN_WIDTH_MAX * column_bytes];
  if (fread(byte, column_bytes, (size_t)c->width, in) < (size_t)c->width)
    return ferror(in) ? tc_file_read_error(path, TC_INPUT, errno) : truncated_error(path, c, row);
  for (int k = 0; k < c->width; k++) {
    column[k] = decode_column(byte + column_bytes * k);
    if (column[k] < 0 || column[k] >= c->rows)
      return tc_status_create(TC_INPUT,
                              "%s: row %d has the column index %d, outside 0 .. %d: create the file again",
                              path, (int)row, (int)column[k], (int)c->rows - 1);
  }
  return TC_OK;
}

static tc_status read_rows(FILE *in, const char *path, const tc_ell_pattern *c, int32_t *column) {
  for (int32_t row = 0; row < c->rows; row++)
    TC_TRY(read_row(in, path, c, row, column + (size_t)row * (size_t)c->width));
  return TC_OK;
}

tc_status tc_ell_pattern_read(const char *path, tc_ell_pattern *out, int32_t **column) {
  FILE *in = NULL;
  int64_t bytes;
  tc_status status = TC_OK;
  *column = NULL;
  TC_TRY(open_file(path, &in, &bytes));
  TC_GUARD(status, read_header(in, path, out));
  TC_GUARD(status, check_size(path, out, bytes - (int64_t)ftell(in)));
  TC_GUARD(status, TC_ALLOC(*column, (size_t)out->rows * (size_t)out->width));
  TC_GUARD(status, read_rows(in, path, out, *column));
  out->column = *column;
  fclose(in);
  return TC_OK;
cleanup:
  fclose(in);
  tc_free(*column);
  *column = NULL;
  return status;
}
