/* Words and errors of a line in a matrix file. Internal to lib/matrix. All readers of this folder read a file
 * line by line (base/file/line_reader.h) and report errors with these functions, so that each message has the
 * form FILE:LINE: what is wrong: what to do. Not collective. */
#ifndef TC_MATRIX_TEXT_MATRIX_WORDS_H
#define TC_MATRIX_TEXT_MATRIX_WORDS_H

#include <stdint.h>

#include "base/file/line_reader.h"

enum { TC_MATRIX_WORD_MAX = 32 }; /* size of a quoted word, including its final zero byte */

/* Returns the error TC_INPUT at the line that was read last. */
tc_status tc_matrix_error(const tc_line_reader *lines, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Copies the word at the cursor to `out`, cut to 31 bytes, for messages. */
void tc_matrix_quote_word(tc_text text, char out[TC_MATRIX_WORD_MAX]);

/* Copies the text without blanks at its ends to `out`, cut to size - 1 bytes. Replaces each byte that is not
 * printable by "?". */
void tc_matrix_quote_title(tc_text text, char *out, size_t size);

/* These functions read one word. `expected` names it in messages, such as "the row of an entry". A real
 * number may have a Fortran exponent (1.0D+00). Errors: TC_INPUT if the word is missing, is not a number, is
 * an integer beyond 64 bits, or is a real number that is not finite. */
tc_status tc_matrix_read_integer(const tc_line_reader *lines, tc_text *text, const char *expected,
                                 int64_t *out);
tc_status tc_matrix_read_real(const tc_line_reader *lines, tc_text *text, const char *expected, double *out);

/* Checks that a value is finite. `text` begins with the number as the file contains it, for the message. */
tc_status tc_matrix_check_finite(const tc_line_reader *lines, double value, tc_text text);

/* Checks that the line has no further words. `last` names the last expected word. Errors: TC_INPUT. */
tc_status tc_matrix_check_line_end(const tc_line_reader *lines, tc_text *text, const char *last);

#endif
