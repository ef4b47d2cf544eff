#include "base/text/csv_writer.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/core/print.h"

static void begin_field(tc_csv *csv) {
  if (csv->has_fields) fputc(',', csv->out);
  csv->has_fields = true;
}

void tc_csv_text(tc_csv *csv, const char *text) {
  begin_field(csv);
  if (!text) return;
  const bool is_quoted = strpbrk(text, ",\"\r\n") != NULL;
  if (is_quoted) fputc('"', csv->out);
  for (; *text; text++) fprintf(csv->out, *text == '"' ? "\"\"" : "%c", *text);
  if (is_quoted) fputc('"', csv->out);
}

void tc_csv_integer(tc_csv *csv, int64_t value) {
  begin_field(csv);
  fprintf(csv->out, "%" PRId64, value);
}

void tc_csv_integer_if(tc_csv *csv, bool is_known, int64_t value) {
  if (is_known)
    tc_csv_integer(csv, value);
  else
    tc_csv_text(csv, NULL);
}

/* NaN is written without printf, because the C library may print it with a sign. */
void tc_csv_number(tc_csv *csv, const char *format, double value) {
  begin_field(csv);
  if (isnan(value))
    fputs("nan", csv->out);
  else
    tc_fprintf(csv->out, format, value);
}

void tc_csv_known(tc_csv *csv, const char *format, double value) {
  if (isfinite(value))
    tc_csv_number(csv, format, value);
  else
    tc_csv_text(csv, NULL);
}

void tc_csv_end_line(tc_csv *csv) {
  fputc('\n', csv->out);
  csv->has_fields = false;
}
