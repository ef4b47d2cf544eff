
#include "matrix/file/market_internal.h"
#include "matrix/text/matrix_words.h"

static const char banner[] = "%%MatrixMarket";
enum { banner_length = sizeof banner - 1 };

/* A word of the header. `reason` is NULL if the word is supported, otherwise the end of the error message
 * about it. */
typedef struct header_word {
  const char *word;
  int value;
  const char *reason;
} header_word;

static const char complex_reason[] =
    "is complex, but only real matrices can be used: write the system with real and imaginary parts";
static const header_word object_words[] = {{"matrix", 0, NULL}, {NULL, 0, NULL}};
static const header_word format_words[] = {{"coordinate", false, NULL},
                                           {"array", true, NULL},
                                           {NULL, 0, NULL}};
static const header_word field_words[] = {{"real", TC_MARKET_REAL, NULL},
                                          {"double", TC_MARKET_REAL, NULL},
                                          {"integer", TC_MARKET_INTEGER, NULL},
                                          {"pattern", TC_MARKET_PATTERN, NULL},
                                          {"complex", 0, complex_reason},
                                          {NULL, 0, NULL}};
static const header_word symmetry_words[] =
    {{"general", TC_MATRIX_GENERAL, NULL},
     {"symmetric", TC_MATRIX_SYMMETRIC, NULL},
     {"skew-symmetric", TC_MATRIX_SKEW_SYMMETRIC, NULL},
     {"hermitian", 0, "is Hermitian, which only complex matrices are: write symmetric for a real matrix"},
     {NULL, 0, NULL}};

/* Compares ASCII letters without their case, in any locale. */
static bool equals_word(const char *text, int length, const char *word) {
  for (int i = 0; i < length; i++) {
    const char letter = text[i] >= 'A' && text[i] <= 'Z' ? (char)(text[i] - 'A' + 'a') : text[i];
    if (letter != word[i]) return false; /* also returns at the end of `word` */
  }
  return word[length] == '\0';
}

bool tc_market_is_header(tc_text line) {
  static const char lower[] = "%%matrixmarket";
  const int length = tc_text_word_length(&line, banner_length + 1);
  return equals_word(line.cursor, length, lower);
}

/* Reads one word of the header. `expected` lists the supported words for messages. */
static tc_status read_word(const tc_line_reader *lines, tc_text *text, const header_word *words,
                           const char *expected, int *value) {
  char quoted[TC_MATRIX_WORD_MAX];
  if (tc_text_at_end(text)) return tc_matrix_error(lines, "the header ends before %s: complete it", expected);
  const int length = tc_text_word_length(text, INT32_MAX);
  tc_matrix_quote_word(*text, quoted);
  for (; words->word && !equals_word(text->cursor, length, words->word); words++) continue;
  if (!words->word)
    return tc_matrix_error(lines, "the header has \"%s\", expected %s: correct it", quoted, expected);
  if (words->reason) return tc_matrix_error(lines, "the matrix %s", words->reason);
  text->cursor += length;
  *value = words->value;
  return TC_OK;
}

static tc_status check_combination(const tc_line_reader *lines, const tc_market *market) {
  if (market->field != TC_MARKET_PATTERN) return TC_OK;
  if (market->is_array)
    return tc_matrix_error(lines,
                           "the header has array and pattern, but an array has values: write coordinate, or "
                           "real for values");
  if (market->symmetry == TC_MATRIX_SKEW_SYMMETRIC)
    return tc_matrix_error(lines, "the header has pattern and skew-symmetric, but a pattern has no signs: "
                                  "write symmetric");
  return TC_OK;
}

tc_status tc_market_read_header(const tc_line_reader *lines, tc_text header, tc_market *out) {
  int object, is_array, field, symmetry;
  header.cursor += banner_length;
  TC_TRY(read_word(lines, &header, object_words, "matrix", &object));
  TC_TRY(read_word(lines, &header, format_words, "coordinate or array", &is_array));
  TC_TRY(read_word(lines, &header, field_words, "real, integer or pattern", &field));
  TC_TRY(read_word(lines, &header, symmetry_words, "general, symmetric or skew-symmetric", &symmetry));
  TC_TRY(tc_matrix_check_line_end(lines, &header, "the symmetry"));
  *out = (tc_market){.is_array = is_array, .field = field, .symmetry = symmetry};
  return check_combination(lines, out);
}

tc_status tc_market_next(tc_line_reader *lines, tc_market *market, tc_text *line) {
  for (;;) {
    TC_TRY(tc_line_reader_next(lines, line));
    if (!line->cursor) return TC_OK;
    if (tc_text_at_end(line)) continue;
    if (*line->cursor != '%') return TC_OK;
    if (!*market->title)
      tc_matrix_quote_title((tc_text){line->cursor + 1, line->end}, market->title, TC_MATRIX_TITLE);
  }
}
