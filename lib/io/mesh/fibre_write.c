#include "base/text/text.h"
#include "io/mesh/fibre_file.h"

void tc_fibres_write(FILE *out, int32_t cells, int width, const double *value) {
  fprintf(out, "%d\n", width / 3);
  for (size_t i = 0; i < (size_t)cells * (size_t)width; i++) {
    char digits[TC_TEXT_NUMBER];
    tc_text_format_double(value[i], digits);
    fprintf(out, "%s%c", digits, (i + 1) % (size_t)width ? ' ' : '\n');
  }
}
