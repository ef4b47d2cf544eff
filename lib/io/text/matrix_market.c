#include "io/text/matrix_market.h"

#include <string.h>

#include "base/core/print.h"
#include "base/file/directory.h"
#include "base/file/file.h"

/* First line and start of the second line of a file. The second line marks files of Tetracast, because other
 * programs write the same first line. */
#define BEGIN(kind) "%%MatrixMarket matrix " kind " general\n% Tetracast: "
static const char matrix_head[] = BEGIN("coordinate real"), vector_head[] = BEGIN("array real"),
                  label_head[] = BEGIN("array integer"), pattern_head[] = BEGIN("coordinate pattern");

tc_status tc_matrix_market_check(const char *path) {
  const bool is_own = tc_file_starts_with(path, matrix_head) || tc_file_starts_with(path, vector_head) ||
                      tc_file_starts_with(path, label_head) || tc_file_starts_with(path, pattern_head);
  return tc_file_check_replaceable(path, is_own, "a Matrix Market file that Tetracast has written");
}

/* Programs that read matrix files decompress them, so users may expect that an ending such as .gz selects
 * compression. Returns an error for such an ending, because the writer does not compress. */
static tc_status check_ending(const char *role, const char *path) {
  static const char *const ending[] = {".gz", ".bz2", ".xz", ".zst"};
  const size_t length = strlen(path);
  for (size_t k = 0; k < sizeof ending / sizeof *ending; k++) {
    const size_t size = strlen(ending[k]);
    if (length >= size && strcmp(path + length - size, ending[k]) == 0)
      return tc_status_create(TC_USAGE, "%s %s: the file is not compressed: remove the ending %s", role, path,
                              ending[k]);
  }
  return TC_OK;
}

tc_status tc_matrix_market_prepare(const char *role, const char *path, tc_file_list *files) {
  TC_TRY(check_ending(role, path));
  TC_TRY(tc_file_list_add_output(files, role, path));
  TC_TRY(tc_directory_prepare(path));
  return tc_matrix_market_check(path);
}

static tc_status open_file(const char *path, const char *head, const char *comment, tc_file *file) {
  TC_TRY(tc_file_open(path, file));
  fprintf(file->out, "%s%s\n", head, comment);
  return TC_OK;
}

static bool is_padding(const tc_ell *A, int32_t i, size_t e) { return A->column[e] == i; }

static int64_t count_entries(const tc_ell *A) {
  int64_t count = A->rows;
  for (int32_t i = 0; i < A->rows; i++)
    for (size_t e = tc_ell_begin(A, i), end = tc_ell_end(A, i); e < end; e++) count += !is_padding(A, i, e);
  return count;
}

static void write_entry(FILE *out, const tc_matrix_market *format, int32_t i, int32_t j, double value) {
  const double weighted = format->weight ? value * format->weight[i] / format->weight[j] : value;
  tc_fprintf(out, "%d %d %.17g\n", (int)format->file_row[i] + 1, (int)format->file_row[j] + 1, weighted);
}

tc_status tc_matrix_market_write_matrix(const char *path, const tc_matrix_market *format, const tc_ell *A) {
  tc_file file;
  TC_TRY(open_file(path, matrix_head, format->comment, &file));
  fprintf(file.out, "%d %d %lld\n", (int)format->rows, (int)format->rows, (long long)count_entries(A));
  for (int32_t k = 0; k < format->rows; k++) {
    const int32_t i = format->row[k];
    write_entry(file.out, format, i, i, A->diagonal[i]);
    for (size_t e = tc_ell_begin(A, i), end = tc_ell_end(A, i); e < end; e++)
      if (!is_padding(A, i, e)) write_entry(file.out, format, i, A->column[e], A->value[e]);
  }
  return tc_file_commit(&file);
}

tc_status tc_matrix_market_write_vector(const char *path, const tc_matrix_market *format, const double *x) {
  tc_file file;
  TC_TRY(open_file(path, vector_head, format->comment, &file));
  fprintf(file.out, "%d 1\n", (int)format->rows);
  for (int32_t k = 0; k < format->rows; k++) {
    const int32_t i = format->row[k];
    tc_fprintf(file.out, "%.17g\n", format->weight ? x[i] * format->weight[i] : x[i]);
  }
  return tc_file_commit(&file);
}

tc_status tc_matrix_market_write_labels(const char *path, const tc_matrix_market *format,
                                        const int64_t *label) {
  tc_file file;
  TC_TRY(open_file(path, label_head, format->comment, &file));
  fprintf(file.out, "%d 1\n", (int)format->rows);
  for (int32_t k = 0; k < format->rows; k++) fprintf(file.out, "%lld\n", (long long)label[format->row[k]]);
  return tc_file_commit(&file);
}

static void write_pair(FILE *out, const tc_matrix_market_entry *entry) {
  fprintf(out, "%d %d\n", (int)entry->row + 1, (int)entry->column + 1);
}

static void write_triple(FILE *out, const tc_matrix_market_entry *entry) {
  tc_fprintf(out, "%d %d %.17g\n", (int)entry->row + 1, (int)entry->column + 1, entry->value);
}

tc_status tc_matrix_market_write_entries(const char *path, int32_t rows, const char *comment, bool is_pattern,
                                         int64_t count, const tc_matrix_market_entry *entry) {
  tc_file file;
  TC_TRY(open_file(path, is_pattern ? pattern_head : matrix_head, comment, &file));
  fprintf(file.out, "%d %d %lld\n", (int)rows, (int)rows, (long long)count);
  for (int64_t k = 0; k < count; k++)
    if (is_pattern)
      write_pair(file.out, &entry[k]);
    else
      write_triple(file.out, &entry[k]);
  return tc_file_commit(&file);
}
