/* Reads the header and the rows of one file of an openCARP mesh (see carp_file.h). All messages contain the
 * file and the line. */
#include "io/importers/carp_file.h"

#include <math.h>
#include <stdarg.h>

#include "base/text/number_format.h"

tc_status tc_carp_error(const tc_carp_file *file, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const tc_status status = tc_line_reader_verror(file->lines, format, arguments);
  va_end(arguments);
  return status;
}

static tc_status word_error(const tc_carp_file *file, tc_text row, const char *expected) {
  char word[25];
  if (tc_text_at_end(&row)) return tc_carp_error(file, "the line ends before %s: complete it", expected);
  const int n = tc_text_word_length(&row, (int)sizeof word - 1);
  const char *advice = tc_text_number_advice(row.cursor, tc_text_word_length(&row, INT32_MAX));
  tc_line_reader_quote((tc_text){row.cursor, row.cursor + n}, word, sizeof word);
  /* Example: heart.pts:3: expected the y coordinate, found "one": correct it */
  return tc_carp_error(file, "expected %s, found \"%s\": %s", expected, word, advice ? advice : "correct it");
}

tc_status tc_carp_read_real(const tc_carp_file *file, tc_text *row, const char *expected, double *out) {
  const tc_text word = *row;
  if (!tc_text_parse_double(row, out) && !tc_text_parse_real(row, out))
    return word_error(file, word, expected);
  return isfinite(*out) ? TC_OK : word_error(file, word, expected);
}

tc_status tc_carp_read_integer(const tc_carp_file *file, tc_text *row, const char *expected, int64_t *out) {
  if (tc_text_parse_int64(row, out) || tc_text_parse_whole(row, out)) return TC_OK;
  return word_error(file, *row, expected);
}

tc_status tc_carp_read_point(const tc_carp_file *file, tc_text *row, int32_t points, int32_t *out) {
  int64_t number;
  TC_TRY(tc_carp_read_integer(file, row, "the number of a point", &number));
  if (number < 0 || number >= points)
    return tc_carp_error(file, "the row has point %lld, but points are numbered 0 to %d: correct it",
                         (long long)number, (int)points - 1);
  *out = (int32_t)number;
  return TC_OK;
}

/* Checks the number of rows in the header. `bytes` is the smallest number of bytes of a row, including the
 * line feed. The last line may lack its line feed, so the size of the file is increased by one byte. */
static tc_status check_rows(const tc_carp_file *file, int64_t rows, int64_t bytes) {
  const int64_t rows_max = (tc_line_reader_bytes(file->lines) + 1) / bytes;
  if (rows < 0)
    return tc_carp_error(file, "announces %lld %ss: correct the number", (long long)rows, file->noun);
  if (rows > rows_max)
    return tc_carp_error(file,
                         "announces %lld %ss, but the file has space for at most %lld: copy the complete "
                         "file again",
                         (long long)rows, file->noun, (long long)rows_max);
  if (rows > INT32_MAX - 1)
    return tc_carp_error(file, "announces %lld %ss, but at most %d are supported: use a coarser mesh",
                         (long long)rows, file->noun, INT32_MAX - 1);
  return TC_OK;
}

static tc_status read_header(tc_carp_file *file, int64_t bytes) {
  tc_text text;
  int64_t rows;
  TC_TRY(tc_line_reader_next(file->lines, &text));
  if (!text.cursor)
    return tc_carp_error(file,
                         "the file ends before its header, the number of %ss: copy the complete file again",
                         file->noun);
  TC_TRY(tc_carp_read_integer(file, &text, "the number of rows", &rows));
  if (!tc_text_at_end(&text))
    return tc_carp_error(file,
                         "the line continues after the number of %ss: write the header, a line with this "
                         "number alone, before the rows",
                         file->noun);
  TC_TRY(check_rows(file, rows, bytes));
  file->rows = (int32_t)rows;
  return TC_OK;
}

tc_status tc_carp_open(const char *path, const char *noun, int64_t bytes, tc_carp_file *file) {
  *file = (tc_carp_file){.noun = noun};
  TC_TRY(tc_line_reader_open(path, &file->lines));
  return read_header(file, bytes);
}

tc_status tc_carp_next(tc_carp_file *file, tc_text *row) {
  TC_TRY(tc_line_reader_next(file->lines, row));
  if (!row->cursor)
    return tc_carp_error(file,
                         "the file ends after %d of the %d %ss that its header announces: copy the "
                         "complete file again",
                         (int)file->row, (int)file->rows, file->noun);
  file->row++;
  return TC_OK;
}

tc_status tc_carp_end(tc_carp_file *file) {
  tc_text text;
  TC_TRY(tc_line_reader_next(file->lines, &text));
  if (!text.cursor) return TC_OK;
  return tc_carp_error(file,
                       "the file continues after the %d %s%s that its header announces: correct the header",
                       (int)file->rows, file->noun, tc_plural_suffix(file->rows));
}
