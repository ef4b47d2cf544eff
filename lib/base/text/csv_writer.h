/* CSV writer that inserts commas and quotes fields as in RFC 4180. Used by all files in CSV. Usage: set
 * `out`, add the fields of a line, tc_csv_end_line. Errors of the stream are found when the caller closes the
 * file. Not collective. */
#ifndef TC_BASE_TEXT_CSV_WRITER_H
#define TC_BASE_TEXT_CSV_WRITER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct tc_csv {
  FILE *out;
  bool has_fields; /* true if the current line already has a field */
} tc_csv;

/* Writes a text, in quotes if necessary. The field is empty if `text` is NULL. */
void tc_csv_text(tc_csv *csv, const char *text);
/* These functions write an integer. If `is_known` is false, tc_csv_integer_if writes an empty field
 * instead. */
void tc_csv_integer(tc_csv *csv, int64_t value);
void tc_csv_integer_if(tc_csv *csv, bool is_known, int64_t value);
/* These functions write a number in a printf format such as "%.9g". If the number is NaN or infinite,
 * tc_csv_number writes "nan" or "inf", and tc_csv_known writes an empty field. */
void tc_csv_number(tc_csv *csv, const char *format, double value);
void tc_csv_known(tc_csv *csv, const char *format, double value);
void tc_csv_end_line(tc_csv *csv);

#endif
