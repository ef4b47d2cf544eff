#include "io/exporters/number_rows.h"

#include "base/text/text.h"

void tc_export_write_doubles(FILE *out, int count, const double *value) {
  for (int i = 0; i < count; i++) {
    char digits[TC_TEXT_NUMBER];
    tc_text_format_double(value[i], digits);
    fprintf(out, "%s%s", i ? " " : "", digits);
  }
}

void tc_export_write_vertices(FILE *out, int count, const int32_t *vertex, int32_t first) {
  for (int i = 0; i < count; i++) fprintf(out, " %lld", (long long)vertex[i] + first);
}
