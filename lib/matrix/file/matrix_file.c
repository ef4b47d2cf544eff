/* Detects the format from the first lines, and calls the reader of this format. The file is opened twice, so
 * that each reader begins with the first line and reports its number. */
#include "matrix/file/matrix_file.h"

#include <string.h>

#include "base/core/memory.h"
#include "matrix/csr/entries.h"
#include "matrix/file/boeing.h"
#include "matrix/file/market.h"
#include "matrix/text/matrix_open.h"
#include "matrix/text/matrix_words.h"

typedef enum file_format { FORMAT_MARKET, FORMAT_BOEING } file_format;

static tc_status unknown_format(const tc_line_reader *lines, bool has_comment) {
  return tc_status_create(
      TC_INPUT,
      "%s:1: %s: use a file in the format Matrix Market (its first line is %%%%MatrixMarket matrix "
      "coordinate real general), Harwell-Boeing or Rutherford-Boeing (its third line begins with RUA, RSA, "
      "PUA or PSA)",
      tc_line_reader_path(lines),
      has_comment ? "begins with a comment instead of the line %%MatrixMarket" : "has no known format");
}

/* Reads up to three lines, and determines the format from them. */
static tc_status detect_format(tc_line_reader *lines, file_format *out) {
  tc_text line;
  bool has_comment = false;
  for (int k = 0; k < 3; k++) {
    TC_TRY(tc_line_reader_next(lines, &line));
    if (!line.cursor) break;
    *out = k == 0 ? FORMAT_MARKET : FORMAT_BOEING;
    if (k == 0 && tc_market_is_header(line)) return TC_OK;
    if (k == 0) has_comment = line.cursor < line.end && *line.cursor == '%';
    if (k == 2 && tc_boeing_is_type(line)) return TC_OK;
  }
  return unknown_format(lines, has_comment);
}

static tc_status read_market(tc_line_reader *lines, tc_matrix_file *out, tc_entries *entries) {
  tc_market market;
  TC_TRY(tc_market_read(lines, 0, &market, entries));
  out->format = market.is_array ? "Matrix Market array" : "Matrix Market coordinate";
  out->is_pattern = market.field == TC_MARKET_PATTERN;
  out->symmetry = market.symmetry;
  memcpy(out->title, market.title, sizeof out->title);
  return TC_OK;
}

static tc_status read_matrix(tc_line_reader *lines, file_format format, tc_matrix_file *out) {
  tc_entries entries = {0};
  tc_status status =
      format == FORMAT_MARKET ? read_market(lines, out, &entries) : tc_boeing_read(lines, out, &entries);
  out->stored = entries.count;
  /* Repeats the check, because the text size of a compressed file is known only after reading.
   */
  if (!status) status = tc_entries_check_size(lines, entries.rows, entries.columns, 0, entries.symmetry);
  if (!status) status = tc_entries_assemble(lines, &entries, &out->matrix);
  tc_entries_free(&entries);
  return status;
}

/* Opens the file. Sets *format if `out` is NULL, otherwise reads the matrix in the format *format. */
static tc_status open_file(const char *path, file_format *format, tc_matrix_file *out) {
  tc_line_reader *lines = NULL;
  tc_status status = tc_matrix_open(path, &lines);
  if (!status) status = out ? read_matrix(lines, *format, out) : detect_format(lines, format);
  return tc_matrix_close(&lines, status);
}

tc_status tc_matrix_file_read(const char *path, tc_matrix_file *out) {
  file_format format;
  *out = (tc_matrix_file){0};
  TC_TRY(open_file(path, &format, NULL));
  const tc_status status = open_file(path, &format, out);
  if (status) tc_matrix_file_free(out);
  return status;
}

static bool has_known_ending(const char *path) {
  static const char *const ending[] = {".mtx", ".rua", ".rsa", ".pua", ".psa", ".rb"};
  const size_t all = strlen(path), gz = strlen(".gz");
  const size_t length = all > gz && strcmp(path + all - gz, ".gz") == 0 ? all - gz : all;
  for (size_t k = 0; k < sizeof ending / sizeof *ending; k++) {
    const size_t end = strlen(ending[k]);
    if (length > end && strncmp(path + length - end, ending[k], end) == 0) return true;
  }
  return false;
}

bool tc_matrix_file_is_recognised(const char *path) {
  file_format format;
  if (has_known_ending(path)) return true;
  tc_status status = open_file(path, &format, NULL);
  const bool is_recognised = !status;
  tc_status_free(&status);
  return is_recognised;
}

void tc_matrix_file_free(tc_matrix_file *file) {
  tc_csr_free(&file->matrix);
  tc_free(file->vectors.right_side);
  tc_free(file->vectors.guess);
  tc_free(file->vectors.solution);
  *file = (tc_matrix_file){0};
}
