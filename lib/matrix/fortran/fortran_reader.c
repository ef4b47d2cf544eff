#include "matrix/fortran/fortran_reader.h"

#include "base/text/number_format.h"
#include "matrix/fortran/fortran_number.h"
#include "matrix/text/matrix_words.h"

tc_fortran_reader tc_fortran_begin(tc_line_reader *lines, const tc_fortran_format *format, const char *noun,
                                   int64_t total) {
  return (tc_fortran_reader){.lines = lines, .format = format, .noun = noun, .total = total};
}

static tc_status next_line(tc_fortran_reader *reader) {
  TC_TRY(tc_line_reader_next(reader->lines, &reader->line));
  if (!reader->line.cursor)
    return tc_matrix_error(reader->lines, "the file ends after %lld of %lld %s: copy the complete file again",
                           (long long)reader->done, (long long)reader->total, reader->noun);
  reader->position = reader->read_end = 0;
  reader->line_count++;
  return TC_OK;
}

static void move(tc_fortran_reader *reader, int64_t position) {
  reader->position = position > 0 ? position : 0;
}

/* Applies an item of the format that reads no number, such as a move of the position. */
static tc_status apply_item(tc_fortran_reader *reader, const tc_fortran_item *item) {
  switch (item->kind) {
  case TC_FORTRAN_MOVE: move(reader, reader->position + item->width); break;
  case TC_FORTRAN_TAB: move(reader, item->width); break;
  case TC_FORTRAN_SCALE: reader->scale = item->width; break;
  case TC_FORTRAN_BLANKS: reader->blanks_are_zeros = item->width; break;
  default:
    for (int32_t k = 0; k < item->repeat; k++) TC_TRY(next_line(reader));
  }
  return TC_OK;
}

/* Returns in *item the next item of the format that reads a number. Begins a new line if all items have been
 * used. */
static tc_status next_item(tc_fortran_reader *reader, const tc_fortran_item **item) {
  if (reader->line_count == 0) TC_TRY(next_line(reader));
  for (;; reader->item++, reader->repeated = 0) {
    if (reader->item == reader->format->count) {
      TC_TRY(next_line(reader));
      reader->item = reader->format->revert;
    }
    *item = &reader->format->item[reader->item];
    if ((*item)->kind > TC_FORTRAN_GENERAL)
      TC_TRY(apply_item(reader, *item));
    else if (reader->repeated++ < (*item)->repeat)
      return TC_OK;
  }
}

/* Returns in *field the columns of the line that contain the next number. The field is shorter if the line
 * ends within these columns. Errors: TC_INPUT if the line ends before them. */
static tc_status next_field(tc_fortran_reader *reader, const tc_fortran_item **item, tc_text *field) {
  TC_TRY(next_item(reader, item));
  const int64_t length = reader->line.end - reader->line.cursor, begin = reader->position,
                end = begin + (*item)->width;
  *field = (tc_text){reader->line.cursor + (begin < length ? begin : length),
                     reader->line.cursor + (end < length ? end : length)};
  if (begin >= length)
    return tc_matrix_error(reader->lines,
                           "the line ends before number %lld of %lld %s: complete it or correct the format",
                           (long long)reader->done + 1, (long long)reader->total, reader->noun);
  reader->position = end;
  if (end > reader->read_end) reader->read_end = end;
  reader->done++;
  return TC_OK;
}

/* Returns the error for a field that contains no number. */
static tc_status field_error(const tc_fortran_reader *reader, tc_text field, const char *expected) {
  char text[TC_MATRIX_WORD_MAX];
  tc_matrix_quote_title(field, text, sizeof text);
  return tc_matrix_error(reader->lines,
                         "columns %lld to %lld have \"%s\", expected %s (%s): correct it or the format",
                         (long long)(field.cursor - reader->line.cursor) + 1,
                         (long long)(field.end - reader->line.cursor), text, expected, reader->noun);
}

tc_status tc_fortran_read_integer(tc_fortran_reader *reader, int64_t *out) {
  const tc_fortran_item *item;
  tc_text field;
  TC_TRY(next_field(reader, &item, &field));
  if (item->kind == TC_FORTRAN_REAL || !tc_fortran_parse_integer(field, reader->blanks_are_zeros, out))
    return field_error(reader, field, "an integer of 64 bits");
  return TC_OK;
}

static bool parse_real(const tc_fortran_reader *reader, const tc_fortran_item *item, tc_text field,
                       double *out) {
  const int32_t scale = item->kind == TC_FORTRAN_INTEGER ? 0 : reader->scale;
  return tc_fortran_parse_real(field, reader->blanks_are_zeros, item->decimals, scale, out);
}

tc_status tc_fortran_read_real(tc_fortran_reader *reader, double *out) {
  const tc_fortran_item *item;
  tc_text field;
  TC_TRY(next_field(reader, &item, &field));
  if (!parse_real(reader, item, field, out)) return field_error(reader, field, "a number");
  return tc_matrix_check_finite(reader->lines, *out, field);
}

/* Checks that the last line has no text after the last number. */
static tc_status check_rest(const tc_fortran_reader *reader) {
  const int64_t length = reader->line.end - reader->line.cursor;
  if (reader->read_end >= length) return TC_OK;
  tc_text rest = {reader->line.cursor + reader->read_end, reader->line.end};
  if (tc_text_at_end(&rest)) return TC_OK;
  return tc_matrix_error(reader->lines,
                         "the line continues after the last of %lld %s: correct the header or the line",
                         (long long)reader->total, reader->noun);
}

tc_status tc_fortran_end(const tc_fortran_reader *reader, int64_t line_count, int header) {
  if (reader->line_count > 0) TC_TRY(check_rest(reader));
  if (reader->line_count == line_count) return TC_OK;
  return tc_matrix_error(reader->lines,
                         "the %s end here after %lld line%s, but line %d announces %lld: correct the header "
                         "or copy the complete file again",
                         reader->noun, (long long)reader->line_count, tc_plural_suffix(reader->line_count),
                         header, (long long)line_count);
}
