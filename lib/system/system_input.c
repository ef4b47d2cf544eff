#include "system/system_input.h"

#include <stdbool.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/file/file.h"
#include "matrix/csr/symmetric_pattern.h"
#include "matrix/file/vector_file.h"

void tc_system_input_free(tc_system_input *input) {
  tc_matrix_file_free(&input->file);
  tc_free(input->right_side);
  tc_free(input->start);
  tc_free(input->solution);
  tc_free(input->volume);
  *input = (tc_system_input){0};
}

/* ---- right-hand sides ---- */

/* Moves the vectors of a Harwell-Boeing file to the input. */
static void move_vectors(tc_system_input *s) {
  tc_matrix_vectors *v = &s->file.vectors;
  s->count = v->count;
  s->right_side = v->right_side;
  s->start = v->guess;
  s->solution = v->solution;
  *v = (tc_matrix_vectors){0};
}

/* A file of right-hand sides replaces all vectors of the matrix file. */
static tc_status read_right_side(const char *path, tc_system_input *s) {
  tc_vector_file vectors;
  TC_TRY(tc_vector_file_read(path, s->rows, &vectors));
  tc_free(s->right_side);
  tc_free(s->start);
  tc_free(s->solution);
  s->count = vectors.columns;
  s->right_side = vectors.value;
  s->start = s->solution = NULL;
  return TC_OK;
}

/* Sets the right-hand side to A times the vector of ones, so that the exact solution is known. */
static tc_status generate_right_side(tc_system_input *s) {
  const tc_csr *A = &s->file.matrix;
  TC_TRY(TC_ALLOC(s->right_side, s->rows));
  TC_TRY(TC_ALLOC(s->solution, s->rows));
  for (int64_t i = 0; i < s->rows; i++) {
    double sum = 0.0;
    for (int64_t k = A->row_begin[i]; k < A->row_begin[i + 1]; k++) sum += A->value[k];
    s->right_side[i] = sum;
    s->solution[i] = 1.0;
  }
  s->count = 1;
  s->is_generated = true;
  return TC_OK;
}

/* Rejects a matrix whose row sums are all 0 if no right-hand side is given. A times ones would then be 0, and
 * the solve would need no iterations and test nothing. */
static tc_status check_row_sums(const char *path, const tc_system_input *s) {
  if (!s->row_sums.vanish) return TC_OK;
  return tc_status_create(TC_INPUT,
                          "%s: all row sums are 0, so the matrix is singular (A times ones is 0): supply a "
                          "right-hand side that has a solution, or replace one row by an equation for one "
                          "unknown",
                          path);
}

static tc_status find_right_side(const tc_system_files *files, tc_system_input *s) {
  move_vectors(s);
  if (files->right_side) return read_right_side(files->right_side, s);
  if (s->count > 0) return TC_OK;
  TC_TRY(check_row_sums(files->matrix, s));
  return generate_right_side(s);
}

/* ---- initial guesses and volumes ---- */

/* Stores a copy of the vector `first` as the initial guess of each right-hand side. */
static tc_status repeat_start(tc_system_input *s, const double *first) {
  TC_TRY(TC_ALLOC(s->start, s->rows * s->count));
  for (int64_t k = 0; k < s->count; k++)
    memcpy(s->start + k * s->rows, first, (size_t)s->rows * sizeof *first);
  return TC_OK;
}

static tc_status read_start(const char *path, tc_system_input *s) {
  tc_vector_file vectors;
  tc_status status = TC_OK;
  TC_TRY(tc_vector_file_read(path, s->rows, &vectors));
  tc_free(s->start);
  s->start = NULL;
  if (vectors.columns != 1 && vectors.columns != s->count)
    status = tc_status_create(TC_INPUT,
                              "%s: the file has %lld initial guesses, but the number of right-hand sides is "
                              "%lld: use one guess for each of them, or one for all",
                              path, (long long)vectors.columns, (long long)s->count);
  else if (vectors.columns < s->count)
    status = repeat_start(s, vectors.value);
  else {
    s->start = vectors.value;
    vectors.value = NULL;
  }
  tc_vector_file_free(&vectors);
  return status;
}

static tc_status check_volumes(const char *path, const tc_system_input *s) {
  for (int64_t i = 0; i < s->rows; i++)
    if (!(s->volume[i] > 0.0))
      return tc_status_create(TC_INPUT,
                              "%s: the volume of row %lld is %g, but volumes must be positive: correct the "
                              "file",
                              path, (long long)i + 1, s->volume[i]);
  return TC_OK;
}

static tc_status read_volumes(const char *path, tc_system_input *s) {
  tc_vector_file vectors;
  TC_TRY(tc_vector_file_read(path, s->rows, &vectors));
  s->volume = vectors.value;
  s->has_volumes = true;
  if (vectors.columns == 1) return check_volumes(path, s);
  return tc_status_create(TC_INPUT,
                          "%s: the file has %lld columns, but each row has one volume: use a file with one "
                          "column",
                          path, (long long)vectors.columns);
}

static tc_status set_volumes(tc_system_input *s) {
  TC_TRY(TC_ALLOC(s->volume, s->rows));
  for (int64_t i = 0; i < s->rows; i++) s->volume[i] = 1.0;
  return TC_OK;
}

/* ---- reading of all files ---- */

static bool has_ending(const char *path, const char *ending) {
  const size_t all = strlen(path), end = strlen(ending);
  return all >= end && strcmp(path + all - end, ending) == 0;
}

/* Reads the matrix. If the file is a config, the error names the command that reads configs. */
static tc_status read_file(const char *path, tc_matrix_file *out) {
  const tc_status status = tc_matrix_file_read(path, out);
  const bool is_config = has_ending(path, ".yaml") || has_ending(path, ".yml");
  if (!status || !is_config || !tc_file_has_bytes(path, 0, "")) return status;
  return tc_status_replace(status,
                           tc_status_create(TC_INPUT,
                                            "%s: is a config instead of a matrix file: use tetracast run for "
                                            "configs",
                                            path));
}

static tc_status read_matrix(const char *path, tc_system_input *s) {
  tc_csr *A = &s->file.matrix;
  TC_TRY(read_file(path, &s->file));
  TC_TRY(tc_csr_check_system(A, path));
  s->rows = A->rows;
  s->entries = A->entries;
  s->row_sums = tc_csr_row_sums_of(A);
  return tc_csr_complete_pattern(A, &s->added);
}

static tc_status read_input(const tc_system_files *files, tc_system_input *s) {
  TC_TRY(read_matrix(files->matrix, s));
  TC_TRY(find_right_side(files, s));
  if (files->start) TC_TRY(read_start(files->start, s));
  return files->volumes ? read_volumes(files->volumes, s) : set_volumes(s);
}

tc_status tc_system_input_read(const tc_system_files *files, tc_system_input *out) {
  *out = (tc_system_input){0};
  const tc_status status = read_input(files, out);
  if (status) tc_system_input_free(out);
  return status;
}
