/* Checked parsing of numbers and characters from text, and formatting of numbers. Text need not end in NUL
 * unless a function requires it. Used by the readers of configs, formulas, meshes and machine files. Results
 * do not depend on the locale. A parser that fails returns false, and the cursor remains at the word. No
 * function uses global state. */
#ifndef TC_BASE_TEXT_TEXT_H
#define TC_BASE_TEXT_TEXT_H

#include <stdbool.h>
#include <stdint.h>

/* Text that begins at `cursor` and ends before `end`. The characters are borrowed. */
typedef struct tc_text {
  const char *cursor, *end;
} tc_text;

/* Skips blanks (space, tab, CR). */
void tc_text_skip_blanks(tc_text *text);

/* Skips blanks. Returns true if the cursor is then at the end of the text. */
bool tc_text_at_end(tc_text *text);

/* Reads a decimal integer that ends at a blank or at the end. Returns false, with the cursor at the word, if
 * there is no integer or it does not fit in the type. */
bool tc_text_parse_int64(tc_text *text, int64_t *out);
bool tc_text_parse_int32(tc_text *text, int32_t *out);

/* Reads a decimal number, correctly rounded, that ends at a blank or at the end. "nan" and "inf" are
 * accepted, so that the caller can name them in an error. */
bool tc_text_parse_double(tc_text *text, double *out);

/* Reads a number of a data file. Accepts the words that tc_text_parse_double accepts. In addition, the number
 * may have a Fortran exponent (1.0D+00, 1.0q0, 1.0-100), and one comma may follow it, which TetGen reads as a
 * blank. Returns false, with the cursor at the word, if the word is not a number. */
bool tc_text_parse_real(tc_text *text, double *out);

/* Reads an integer of a data file. Accepts the words that tc_text_parse_int64 accepts, and in addition real
 * numbers without a fraction (1.0, 2E+00). Returns false, with the cursor at the word, if the word is no
 * integer of at most 53 bits. */
bool tc_text_parse_whole(tc_text *text, int64_t *out);

/* If a word is not a number only because it has a decimal comma or a Fortran exponent, returns advice on how
 * to write the number. The advice is the last part of an error message. Returns NULL for other words. */
const char *tc_text_number_advice(const char *word, int length);

/* Reads an integer written without a decimal point, such as 1000 or 1e3, into a double. The caller checks its
 * range. */
bool tc_text_parse_integer(tc_text *text, double *out);

enum { TC_TEXT_NUMBER = 32 };

/* Formats a finite number with the fewest of 15, 16 and 17 significant digits that tc_text_parse_double reads
 * back with the same bits. Trailing zeros are omitted. */
void tc_text_format_double(double value, char digits[TC_TEXT_NUMBER]);

/* Returns the length of the word at the cursor (up to a blank or the end), at most `length_max`, for messages
 * ("%.*s"). */
int tc_text_word_length(const tc_text *text, int length_max);

/* Returns the number of bytes of the UTF-8 character at the beginning of a NUL-terminated text; 0 if the
 * character is not valid. Overlong forms and surrogates are not valid. */
int tc_text_utf8_length(const char *at);

#endif
