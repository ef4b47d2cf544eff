#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ksp_system.h"

static tc_status open_file(const char *base, const char *end, FILE **out) {
  char name[4096];
  snprintf(name, sizeof name, "%s.%s.mtx", base, end);
  *out = fopen(name, "w");
  return *out ? TC_OK : tc_status_make(TC_OUTPUT, "%s: cannot be written: %s", name, strerror(errno));
}

static tc_status close_file(FILE *file) {
  const bool bad = ferror(file);
  return fclose(file) || bad ? tc_status_make(TC_OUTPUT, "a file could not be written") : TC_OK;
}

static void write_row(FILE *file, const ksp_system *s, int32_t i) {
  const tc_ell *R = s->linear.R;
  const double *volume = s->linear.volume;
  const tc_gid *id = s->linear.id;
  fprintf(file, "%" PRId64 " %" PRId64 " %.17g\n", (int64_t)id[i] + 1, (int64_t)id[i] + 1,
          tc_ell_combined(s->linear.shift, s->linear.scale, R->diagonal[i]));
  for (int k = 0; k < R->width; k++) {
    const size_t e = (size_t)i * (size_t)R->width + (size_t)k;
    const int32_t j = R->column[e];
    if (j != i)
      fprintf(file, "%" PRId64 " %" PRId64 " %.17g\n", (int64_t)id[i] + 1, (int64_t)id[j] + 1,
              s->linear.scale * R->value[e] * sqrt(volume[i] / volume[j]));
  }
}

static int64_t count_entries(const tc_ell *R) {
  int64_t entries = R->rows;
  for (int32_t i = 0; i < R->rows; i++)
    for (int k = 0; k < R->width; k++) entries += R->column[(size_t)i * (size_t)R->width + (size_t)k] != i;
  return entries;
}

tc_status ksp_export_matrix(const ksp_system *s, const char *base) {
  const tc_ell *R = s->linear.R;
  FILE *file;
  TC_TRY(open_file(base, "A", &file));
  fprintf(file, "%%%%MatrixMarket matrix coordinate real general\n%" PRId32 " %" PRId32 " %" PRId64 "\n",
          R->rows, R->rows, count_entries(R));
  for (int32_t i = 0; i < R->rows; i++) write_row(file, s, i);
  TC_TRY(close_file(file));
  return ksp_export_vector(s, base, "b", "", s->b);
}

/* Row by row of the mesh. */
tc_status ksp_export_vector(const ksp_system *s, const char *base, const char *end, const char *comment,
                            const double *x) {
  FILE *file;
  TC_TRY(open_file(base, end, &file));
  fprintf(file, "%%%%MatrixMarket matrix coordinate real general\n%% %s\n%" PRId32 " 1 %" PRId32 "\n",
          comment, s->linear.R->rows, s->linear.R->rows);
  for (int32_t i = 0; i < s->linear.R->rows; i++)
    fprintf(file, "%" PRId64 " 1 %.17g\n", (int64_t)s->linear.id[i] + 1, sqrt(s->linear.volume[i]) * x[i]);
  return close_file(file);
}
