#include "matrix/text/matrix_words.h"

#include <math.h>
#include <string.h>

tc_status tc_matrix_error(const tc_line_reader *lines, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const tc_status status = tc_line_reader_verror(lines, format, arguments);
  va_end(arguments);
  return status;
}

void tc_matrix_quote_word(tc_text text, char out[TC_MATRIX_WORD_MAX]) {
  tc_text_skip_blanks(&text);
  const int length = tc_text_word_length(&text, TC_MATRIX_WORD_MAX - 1);
  tc_line_reader_quote((tc_text){text.cursor, text.cursor + length}, out, TC_MATRIX_WORD_MAX);
}

void tc_matrix_quote_title(tc_text text, char *out, size_t size) {
  tc_text_skip_blanks(&text);
  while (text.end > text.cursor && (text.end[-1] == ' ' || text.end[-1] == '\t')) text.end--;
  tc_line_reader_quote(text, out, size);
}

static tc_status word_error(const tc_line_reader *lines, tc_text text, const char *expected) {
  char word[TC_MATRIX_WORD_MAX];
  if (tc_text_at_end(&text)) return tc_matrix_error(lines, "the line ends before %s: complete it", expected);
  const char *advice = tc_text_number_advice(text.cursor, tc_text_word_length(&text, INT32_MAX));
  tc_matrix_quote_word(text, word);
  /* Example: m.mtx:5: expected the value of an entry, found "four": correct it */
  return tc_matrix_error(lines, "expected %s, found \"%s\": %s", expected, word,
                         advice ? advice : "correct it");
}

/* True if the word consists of a sign and digits. */
static bool is_integer(tc_text word) {
  if (word.cursor < word.end && (*word.cursor == '-' || *word.cursor == '+')) word.cursor++;
  const char *digits = word.cursor;
  while (word.cursor < word.end && *word.cursor >= '0' && *word.cursor <= '9') word.cursor++;
  return word.cursor == word.end && word.cursor > digits;
}

tc_status tc_matrix_read_integer(const tc_line_reader *lines, tc_text *text, const char *expected,
                                 int64_t *out) {
  char quoted[TC_MATRIX_WORD_MAX];
  if (tc_text_parse_int64(text, out)) return TC_OK;
  const tc_text word = {text->cursor, text->cursor + tc_text_word_length(text, INT32_MAX)};
  if (!is_integer(word)) return word_error(lines, *text, expected);
  tc_matrix_quote_word(word, quoted);
  return tc_matrix_error(lines, "%s is %s, which is beyond 64 bits: correct it", expected, quoted);
}

tc_status tc_matrix_check_finite(const tc_line_reader *lines, double value, tc_text text) {
  char word[TC_MATRIX_WORD_MAX];
  if (isfinite(value)) return TC_OK;
  tc_matrix_quote_word(text, word);
  return tc_matrix_error(lines, "the value %s is not finite in double precision: correct it", word);
}

/* tc_text_parse_real also accepts a comma after a number, which is an error in a matrix file. */
static bool parse_real(tc_text *text, double *out) {
  if (tc_text_parse_double(text, out)) return true;
  if (memchr(text->cursor, ',', (size_t)tc_text_word_length(text, INT32_MAX))) return false;
  return tc_text_parse_real(text, out);
}

tc_status tc_matrix_read_real(const tc_line_reader *lines, tc_text *text, const char *expected, double *out) {
  if (tc_text_at_end(text)) return word_error(lines, *text, expected);
  const tc_text word = *text;
  if (!parse_real(text, out)) return word_error(lines, *text, expected);
  return tc_matrix_check_finite(lines, *out, word);
}

tc_status tc_matrix_check_line_end(const tc_line_reader *lines, tc_text *text, const char *last) {
  char word[TC_MATRIX_WORD_MAX];
  if (tc_text_at_end(text)) return TC_OK;
  tc_matrix_quote_word(*text, word);
  return tc_matrix_error(lines, "the line continues after %s with \"%s\": remove the rest of the line", last,
                         word);
}
