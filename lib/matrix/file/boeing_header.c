#include "matrix/file/boeing_header.h"

#include <string.h>

#include "matrix/text/matrix_words.h"

/* Range of columns in a header line that contains one item. `begin` is counted from 0. */
typedef struct columns {
  int begin, width;
  const char *noun; /* word for the item in messages */
} columns;

static const columns count_columns[] = {{14, 14, "the number of lines of pointers"},
                                        {28, 14, "the number of lines of row indices"},
                                        {42, 14, "the number of lines of values"},
                                        {56, 14, "the number of lines of right-hand sides"}};
static const columns size_columns[] = {{14, 14, "the number of rows"},
                                       {28, 14, "the number of columns"},
                                       {42, 14, "the number of entries"}};
static const columns format_columns[] = {{0, 16, "the format of the pointers"},
                                         {16, 16, "the format of the row indices"},
                                         {32, 20, "the format of the values"},
                                         {52, 20, "the format of the right-hand sides"}};
static const columns vector_columns = {14, 14, "the number of right-hand sides"};

static tc_text cut(tc_text line, const columns *where) {
  const int64_t length = line.end - line.cursor, end = where->begin + where->width;
  if (where->begin >= length) return (tc_text){line.end, line.end};
  return (tc_text){line.cursor + where->begin, line.cursor + (end < length ? end : length)};
}

static tc_status next_line(tc_line_reader *lines, tc_text *line) {
  TC_TRY(tc_line_reader_next(lines, line));
  if (line->cursor) return TC_OK;
  return tc_matrix_error(lines, "the file ends within the header: copy the complete file again");
}

/* Reads a count from the columns `where` of a header line. Sets *out to 0 if these columns are blank. */
static tc_status read_count(const tc_line_reader *lines, tc_text line, const columns *where, int64_t *out) {
  char quoted[TC_MATRIX_WORD_MAX];
  tc_text field = cut(line, where);
  const tc_text whole = field;
  *out = 0;
  if (tc_text_at_end(&field)) return TC_OK;
  if (tc_text_parse_int64(&field, out) && tc_text_at_end(&field) && *out >= 0) return TC_OK;
  tc_matrix_quote_title(whole, quoted, sizeof quoted);
  return tc_matrix_error(lines, "columns %d to %d have \"%s\", expected %s: correct the header",
                         where->begin + 1, where->begin + where->width, quoted, where->noun);
}

static char capital(char c) { return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c; }

static bool has_letter(tc_text line, int at, const char *letters) {
  return line.end - line.cursor > at && line.cursor[at] && strchr(letters, capital(line.cursor[at]));
}

bool tc_boeing_is_type(tc_text line) {
  const bool ends = line.end - line.cursor == 3 || has_letter(line, 3, " \t");
  return has_letter(line, 0, "RCPIQ") && has_letter(line, 1, "SUHZR") && has_letter(line, 2, "AE") && ends;
}

/* Returns the end of the error message about a matrix type that cannot be used, which states the reason and
 * the remedy. Returns NULL for other types. */
static const char *find_type_reason(tc_text line) {
  if (has_letter(line, 0, "C") || has_letter(line, 1, "H"))
    return "is complex, but only real matrices can be used: write the system with real and imaginary parts";
  if (has_letter(line, 0, "Q")) return "has its values in another file: add them to the matrix file";
  if (has_letter(line, 2, "E")) return "is stored by elements: assemble it and store it by entries";
  return NULL;
}

static tc_status read_type(const tc_line_reader *lines, tc_text line, tc_boeing_header *header,
                           tc_matrix_file *out) {
  const char *reason = find_type_reason(line);
  if (reason) return tc_matrix_error(lines, "the matrix of type %.3s %s", line.cursor, reason);
  header->is_pattern = has_letter(line, 0, "P");
  header->symmetry = has_letter(line, 1, "S")   ? TC_MATRIX_SYMMETRIC
                     : has_letter(line, 1, "Z") ? TC_MATRIX_SKEW_SYMMETRIC
                                                : TC_MATRIX_GENERAL;
  /* Rutherford-Boeing files have the three letters of the type in lower case. */
  out->format = *line.cursor == capital(*line.cursor) ? "Harwell-Boeing" : "Rutherford-Boeing";
  out->is_pattern = header->is_pattern;
  out->symmetry = header->symmetry;
  if (header->is_pattern && header->symmetry == TC_MATRIX_SKEW_SYMMETRIC)
    return tc_matrix_error(lines,
                           "the matrix of type %.3s is a skew-symmetric pattern, which has no signs: "
                           "use the type PSA",
                           line.cursor);
  return TC_OK;
}

static tc_status read_sizes(const tc_line_reader *lines, tc_text line, tc_boeing_header *header) {
  TC_TRY(read_count(lines, line, &size_columns[0], &header->rows));
  TC_TRY(read_count(lines, line, &size_columns[1], &header->columns));
  TC_TRY(read_count(lines, line, &size_columns[2], &header->entries));
  TC_TRY(tc_entries_check_size(lines, header->rows, header->columns, 0, header->symmetry));
  return tc_entries_check_count(lines, header->entries, "entries", header->is_pattern ? 1 : 2);
}

/* Checks that the header announces lines of values if the matrix type has values, and none if it is a
 * pattern. */
static tc_status check_counts(const tc_line_reader *lines, const tc_boeing_header *header) {
  if (header->is_pattern && header->value_lines > 0)
    return tc_matrix_error(lines,
                           "the matrix is a pattern, but line %d announces %lld lines of values: correct the "
                           "type or the number",
                           TC_BOEING_COUNTS_LINE, (long long)header->value_lines);
  if (!header->is_pattern && header->entries > 0 && header->value_lines == 0)
    return tc_matrix_error(lines,
                           "the type of the matrix has values, but line %d announces no lines of values: "
                           "correct the number, or use the type of a pattern",
                           TC_BOEING_COUNTS_LINE);
  return TC_OK;
}

static bool reads_reals(const tc_fortran_format *format) {
  for (int k = 0; k < format->count; k++)
    if (format->item[k].kind == TC_FORTRAN_REAL) return true;
  return false;
}

static tc_status read_format(const tc_line_reader *lines, tc_text line, const columns *where, bool is_integer,
                             tc_fortran_format *out) {
  char quoted[TC_MATRIX_WORD_MAX];
  const tc_text field = cut(line, where);
  tc_matrix_quote_title(field, quoted, sizeof quoted);
  const char *fault = tc_fortran_format_parse(field, out);
  if (!fault && is_integer && reads_reals(out)) fault = "reads real numbers";
  if (!fault) return TC_OK;
  /* Example: m.rua:4: the format of the values, "(4E)", is malformed: write a format such as (4E20.12) */
  return tc_matrix_error(lines, "%s, \"%s\", %s: write a format such as %s", where->noun, quoted, fault,
                         is_integer ? "(10I8)" : "(4E20.12)");
}

static tc_status read_formats(const tc_line_reader *lines, tc_text line, tc_boeing_header *header) {
  TC_TRY(read_format(lines, line, &format_columns[0], true, &header->pointer_format));
  TC_TRY(read_format(lines, line, &format_columns[1], true, &header->index_format));
  if (header->value_lines > 0)
    TC_TRY(read_format(lines, line, &format_columns[2], false, &header->value_format));
  if (header->vector_lines == 0) return TC_OK;
  return read_format(lines, line, &format_columns[3], false, &header->vector_format);
}

/* Checks that all vectors fit into the file, in which each number takes at least one byte. */
static tc_status check_vectors(const tc_line_reader *lines, const tc_boeing_header *header) {
  const int64_t sets = 1 + header->has_guess + header->has_solution,
                vectors_max = tc_line_reader_bytes(lines) / (header->rows * sets);
  if (header->vectors >= 1 && header->vectors <= vectors_max) return TC_OK;
  return tc_matrix_error(lines,
                         "announces %lld right-hand sides, but a file of %lld bytes has 1 to %lld: correct "
                         "the number or copy the complete file again",
                         (long long)header->vectors, (long long)tc_line_reader_bytes(lines),
                         (long long)vectors_max);
}

static tc_status read_vector_type(const tc_line_reader *lines, tc_text line, tc_boeing_header *header) {
  if (has_letter(line, 0, "M"))
    return tc_matrix_error(lines, "the right-hand sides are sparse (type M), which is not supported: store "
                                  "them in full (type F) or in a Matrix Market file");
  if (!has_letter(line, 0, "F"))
    return tc_matrix_error(lines,
                           "the line has no type of right-hand sides: write F for vectors stored in full");
  header->has_guess = has_letter(line, 1, "G");
  header->has_solution = has_letter(line, 2, "X");
  TC_TRY(read_count(lines, line, &vector_columns, &header->vectors));
  return check_vectors(lines, header);
}

tc_status tc_boeing_read_header(tc_line_reader *lines, tc_boeing_header *header, tc_matrix_file *out) {
  tc_text line;
  int64_t *const count[] = {&header->pointer_lines, &header->index_lines, &header->value_lines,
                            &header->vector_lines};
  TC_TRY(next_line(lines, &line));
  for (int k = 0; k < 4; k++) TC_TRY(read_count(lines, line, &count_columns[k], count[k]));
  TC_TRY(next_line(lines, &line));
  TC_TRY(read_type(lines, line, header, out));
  TC_TRY(read_sizes(lines, line, header));
  TC_TRY(check_counts(lines, header));
  TC_TRY(next_line(lines, &line));
  TC_TRY(read_formats(lines, line, header));
  if (header->vector_lines == 0) return TC_OK;
  TC_TRY(next_line(lines, &line));
  return read_vector_type(lines, line, header);
}
