#include "matrix/file/boeing.h"

#include "base/core/memory.h"
#include "base/text/number_format.h"
#include "matrix/file/boeing_header.h"
#include "matrix/fortran/fortran_reader.h"
#include "matrix/text/matrix_open.h"
#include "matrix/text/matrix_words.h"

static tc_status read_title(tc_line_reader *lines, tc_matrix_file *out) {
  enum { title_columns = TC_MATRIX_TITLE - TC_MATRIX_KEY };
  tc_text line;
  TC_TRY(tc_line_reader_next(lines, &line));
  if (!line.cursor) return tc_matrix_error(lines, "the file has no lines: copy the complete file again");
  const bool has_key = line.end - line.cursor > title_columns;
  const char *title_end = has_key ? line.cursor + title_columns : line.end;
  tc_matrix_quote_title((tc_text){line.cursor, title_end}, out->title, sizeof out->title);
  tc_matrix_quote_title((tc_text){title_end, line.end}, out->key, sizeof out->key);
  return TC_OK;
}

/* Checks pointer[j], the number (counted from 1) of the first entry of column j (counted from 0). The last
 * pointer, j = columns, must be the number of entries plus 1. */
static tc_status check_pointer(const tc_line_reader *lines, const tc_boeing_header *header,
                               const int64_t *pointer, int64_t j) {
  const int64_t smallest = j == 0                 ? 1
                           : j == header->columns ? header->entries + 1
                                                  : pointer[j - 1],
                largest = j == 0 ? 1 : header->entries + 1;
  if (pointer[j] >= smallest && pointer[j] <= largest) return TC_OK;
  if (smallest == largest)
    return tc_matrix_error(lines, "pointer %lld is %lld, expected %lld: correct it or the number of entries",
                           (long long)j + 1, (long long)pointer[j], (long long)largest);
  return tc_matrix_error(lines,
                         "pointer %lld is %lld, expected %lld to %lld: correct it or the number of entries",
                         (long long)j + 1, (long long)pointer[j], (long long)smallest, (long long)largest);
}

static tc_status read_pointers(tc_line_reader *lines, const tc_boeing_header *header, int64_t *pointer) {
  tc_fortran_reader reader =
      tc_fortran_begin(lines, &header->pointer_format, "pointers", header->columns + 1);
  for (int64_t j = 0; j <= header->columns; j++) {
    TC_TRY(tc_fortran_read_integer(&reader, &pointer[j]));
    TC_TRY(check_pointer(lines, header, pointer, j));
  }
  return tc_fortran_end(&reader, header->pointer_lines, TC_BOEING_COUNTS_LINE);
}

static tc_status read_indices(tc_line_reader *lines, const tc_boeing_header *header, const int64_t *pointer,
                              tc_entries *entries) {
  int64_t row;
  tc_fortran_reader reader = tc_fortran_begin(lines, &header->index_format, "row indices", header->entries);
  for (int64_t j = 0; j < header->columns; j++)
    for (int64_t k = pointer[j]; k < pointer[j + 1]; k++) {
      TC_TRY(tc_fortran_read_integer(&reader, &row));
      TC_TRY(tc_entries_add(lines, entries, row, j + 1));
    }
  return tc_fortran_end(&reader, header->index_lines, TC_BOEING_COUNTS_LINE);
}

static tc_status read_values(tc_line_reader *lines, const tc_boeing_header *header, tc_entries *entries) {
  double value;
  if (header->is_pattern) return TC_OK;
  tc_fortran_reader reader = tc_fortran_begin(lines, &header->value_format, "values", header->entries);
  for (int64_t k = 0; k < header->entries; k++) {
    TC_TRY(tc_fortran_read_real(&reader, &value));
    TC_TRY(tc_entries_set_value(lines, entries, k, value));
  }
  return tc_fortran_end(&reader, header->value_lines, TC_BOEING_COUNTS_LINE);
}

static tc_status read_entries(tc_line_reader *lines, const tc_boeing_header *header, tc_entries *entries) {
  int64_t *pointer = NULL;
  TC_TRY(tc_entries_create(header->rows, header->columns, header->symmetry, header->entries, entries));
  TC_TRY(TC_ALLOC(pointer, header->columns + 1));
  tc_status status = read_pointers(lines, header, pointer);
  if (!status) status = read_indices(lines, header, pointer, entries);
  tc_free(pointer);
  return status ? status : read_values(lines, header, entries);
}

/* Reads one set of vectors (right-hand sides, initial guesses or solutions). Each set begins in a new line.
 * Adds the number of lines to *line_count. */
static tc_status read_set(tc_line_reader *lines, const tc_boeing_header *header, const char *noun,
                          double **out, int64_t *line_count) {
  const int64_t total = header->rows * header->vectors;
  tc_fortran_reader reader = tc_fortran_begin(lines, &header->vector_format, noun, total);
  TC_TRY(tc_alloc((size_t)total, sizeof **out, noun, out));
  for (int64_t k = 0; k < total; k++) TC_TRY(tc_fortran_read_real(&reader, &(*out)[k]));
  *line_count += reader.line_count;
  return tc_fortran_end(&reader, reader.line_count, TC_BOEING_COUNTS_LINE);
}

static tc_status read_vectors(tc_line_reader *lines, const tc_boeing_header *header, tc_matrix_vectors *out) {
  int64_t line_count = 0;
  if (header->vector_lines == 0) return TC_OK;
  out->count = header->vectors;
  TC_TRY(read_set(lines, header, "values of right-hand sides", &out->right_side, &line_count));
  if (header->has_guess)
    TC_TRY(read_set(lines, header, "values of initial guesses", &out->guess, &line_count));
  if (header->has_solution)
    TC_TRY(read_set(lines, header, "values of exact solutions", &out->solution, &line_count));
  if (line_count == header->vector_lines) return TC_OK;
  return tc_matrix_error(lines,
                         "the right-hand sides end here after %lld line%s, but line %d announces %lld: "
                         "correct the header",
                         (long long)line_count, tc_plural_suffix(line_count), TC_BOEING_COUNTS_LINE,
                         (long long)header->vector_lines);
}

static tc_status check_end(tc_line_reader *lines) {
  for (;;) {
    tc_text line;
    TC_TRY(tc_line_reader_next(lines, &line));
    if (!line.cursor) return TC_OK;
    if (!tc_text_at_end(&line))
      return tc_matrix_error(lines, "the file continues after the last number that its header announces: "
                                    "remove the rest");
  }
}

/* Returns an upper bound of the number of lines after the header. It is the number that the header announces,
 * but at most one line for each number in the file. */
static int64_t count_lines(const tc_boeing_header *header) {
  const int64_t announced =
                    header->pointer_lines + header->index_lines + header->value_lines + header->vector_lines,
                numbers = header->columns + 1 + 2 * header->entries + 3 * header->rows * header->vectors;
  return announced < numbers ? announced : numbers;
}

static tc_status read_body(tc_line_reader *lines, tc_boeing_header *header, tc_matrix_file *out,
                           tc_entries *entries) {
  TC_TRY(read_title(lines, out));
  TC_TRY(tc_boeing_read_header(lines, header, out));
  tc_matrix_expect_lines(lines, count_lines(header));
  TC_TRY(read_entries(lines, header, entries));
  TC_TRY(read_vectors(lines, header, &out->vectors));
  return check_end(lines);
}

tc_status tc_boeing_read(tc_line_reader *lines, tc_matrix_file *out, tc_entries *entries) {
  tc_boeing_header *header = NULL;
  *entries = (tc_entries){0};
  TC_TRY(TC_ALLOC_ZERO(header, 1));
  const tc_status status = read_body(lines, header, out, entries);
  tc_free(header);
  return status;
}
