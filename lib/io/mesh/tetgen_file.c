/* Opens TetGen files, reads their headers and formats error messages about them (see tetgen_file.h). Counts
 * that are too large for the size of the file are rejected, so that a damaged header cannot cause a large
 * allocation. The error message then depends on the first row. If the row lacks a column, the message reports
 * a wrong header, and otherwise an incomplete file. */
#include "io/mesh/tetgen_file.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/file/file.h"
#include "io/mesh/tetgen.h"

/* Maximum number of cells. It is below 2^29, so that the numbers 4 * cell + k of the faces k = 0 to 3 of all
 * cells fit into 32 bits. */
enum { cells_max = (1 << 29) - 1 };

tc_status tc_tetgen_line_error(const tc_tetgen_file *file, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const tc_status status = tc_line_reader_verror(file->lines, format, arguments);
  va_end(arguments);
  return status;
}

/* True if the word consists of numbers separated by at least `commas_min` commas, such as 1122,3,0,0. */
static bool is_comma_separated(const char *word, int length, int commas_min) {
  int commas = 0, other_characters = 0;
  for (int k = 0; k < length; k++) {
    commas += word[k] == ',';
    other_characters += !strchr("0123456789+-.eEdD,", word[k]);
  }
  return commas >= commas_min && other_characters == 0;
}

/* Returns advice on how to correct a word that is not a number. If the word has at least `commas` commas, the
 * advice assumes that they separate numbers. With fewer commas, it assumes a decimal comma. `printable` is
 * false if the word has bytes of a binary file. */
static const char *advise_on_word(const char *word, int length, int commas, bool printable) {
  const char *number = tc_text_number_advice(word, length);
  if (!printable) return "use TetGen's text format";
  if (is_comma_separated(word, length, commas)) return "separate the numbers with blanks, not commas";
  return number ? number : "correct it";
}

static tc_status word_error(const tc_tetgen_file *file, tc_text text, const char *expected, int commas) {
  char word[25];
  if (tc_text_at_end(&text))
    return tc_tetgen_line_error(file, "the line ends before %s: complete it", expected);
  const int n = tc_text_word_length(&text, (int)sizeof word - 1),
            full_length = tc_text_word_length(&text, INT32_MAX);
  const bool printable = tc_line_reader_quote((tc_text){text.cursor, text.cursor + n}, word, sizeof word);
  /* Example: heart.node:3: expected the y coordinate, found "one": correct it */
  return tc_tetgen_line_error(file, "expected %s, found \"%s\": %s", expected, word,
                              advise_on_word(text.cursor, full_length, commas, printable));
}

tc_status tc_tetgen_word_error(const tc_tetgen_file *file, tc_text text, const char *expected) {
  return word_error(file, text, expected, 2);
}

tc_status tc_tetgen_out_of_range(const tc_tetgen_file *file, tc_text text, const char *expected) {
  tc_text_skip_blanks(&text);
  return tc_tetgen_line_error(file, "%s is %.*s, which is out of range: write an integer of 32 bits",
                              expected, tc_text_word_length(&text, 40), text.cursor);
}

tc_status tc_tetgen_read_integer(const tc_tetgen_file *file, tc_text *text, const char *expected,
                                 int64_t *out) {
  double value;
  if (tc_text_parse_whole(text, out)) return TC_OK;
  tc_text rest = *text;
  const int length = tc_text_word_length(text, 40);
  if (!tc_text_parse_real(&rest, &value) || !isfinite(value)) return word_error(file, *text, expected, 1);
  if (floor(value) == value) return tc_tetgen_out_of_range(file, *text, expected);
  return tc_tetgen_line_error(file, "%s is %.*s, which is not integral: write an integer", expected, length,
                              text->cursor);
}

tc_status tc_tetgen_missing_column(const tc_tetgen_file *file, const char *column) {
  return tc_tetgen_line_error(file,
                              "the header announces %s, but this line has none: set the number in the header "
                              "to 0, or add the column",
                              column);
}

/* Opens the file `path`. If it does not exist and `optional` is true, file->lines remains NULL. */
static tc_status open_path(const char *path, bool optional, tc_tetgen_file *file) {
  struct stat info;
  bool missing = stat(path, &info) && (errno == ENOENT || errno == ENOTDIR);
  if (missing && optional) return TC_OK;
  if (missing) {
    char directory[512];
    const char *reason = strerror(errno);
    bool has_directory = getcwd(directory, sizeof directory) != NULL;
    /* Example: a.node: cannot be opened: No such file or directory in the directory /home/b: set the mesh ..
     */
    return tc_status_create(TC_INPUT,
                            "%s: cannot be opened: %s%s%s%s: set the mesh to the common name of its TetGen "
                            "files (x for x.node, x.ele and, if it exists, x.face)",
                            path, reason, has_directory && *path != '/' ? " in the directory " : "",
                            has_directory && *path != '/' ? directory : "", tc_file_home_advice(path));
  }
  return tc_line_reader_open(path, &file->lines);
}

enum { file_count = 3 };
static const char *const endings[file_count] = {".node", ".ele", ".face"};

/* Returns the length of a path without a final .node, .ele or .face. */
static int base_length(const char *path) {
  const size_t length = strlen(path);
  for (int i = 0; i < file_count; i++) {
    const size_t n = strlen(endings[i]);
    if (length > n && strcmp(path + length - n, endings[i]) == 0) return (int)(length - n);
  }
  return (int)length;
}

tc_status tc_tetgen_path(const char *base, const char *ending, char **out) {
  return tc_alloc_text("path", out, "%.*s%s", base_length(base), base, ending);
}

tc_status tc_tetgen_list_files(const char *base, tc_pool *pool, const char ***out) {
  const char **list = NULL;
  TC_TRY(TC_POOL_ARRAY_ZERO(pool, list, file_count + 1));
  for (int i = 0; i < file_count; i++)
    TC_TRY(tc_pool_printf(pool, &list[i], "%.*s%s", base_length(base), base, endings[i]));
  *out = list;
  return TC_OK;
}

static tc_status open_part(const char *base, const char *ending, bool optional, tc_tetgen_file *file) {
  char *path = NULL;
  TC_TRY(tc_tetgen_path(base, ending, &path));
  tc_status status = open_path(path, optional, file);
  tc_free(path);
  return status;
}

/* Reads the header line, which has at most `fields` integers, into *field[0] .. *field[fields - 1]. TetGen
 * allows a header without the last integers, whose variables then remain unchanged. */
static tc_status read_header(const tc_tetgen_file *file, int fields, int64_t *const field[],
                             const char *const expected[]) {
  tc_text text;
  TC_TRY(tc_line_reader_next(file->lines, &text));
  if (!text.cursor)
    return tc_tetgen_line_error(file, "the file ends without a header, its first line: get the whole file");
  for (int i = 0; i < fields; i++) {
    if (i && tc_text_at_end(&text)) return TC_OK;
    TC_TRY(tc_tetgen_read_integer(file, &text, expected[i], field[i]));
  }
  if (tc_text_at_end(&text)) return TC_OK;
  return tc_tetgen_line_error(file, "the header has more than %d numbers: correct it", fields);
}

/* Reads the first row of a file that is too small for its header. Returns an error if the row lacks
 * attributes or markers, because then the header is wrong. */
static tc_status check_columns(const tc_tetgen_file *file, int64_t columns) {
  tc_text row;
  int64_t words = 0;
  TC_TRY(tc_line_reader_next(file->lines, &row));
  if (!row.cursor) return TC_OK;
  for (; !tc_text_at_end(&row); words++) row.cursor += tc_text_word_length(&row, INT32_MAX);
  if (words < columns || words >= columns + file->attributes + file->markers) return TC_OK;
  return tc_tetgen_missing_column(file,
                                  words < columns + file->attributes ? "an attribute" : "a boundary marker");
}

static tc_status excessive_count_error(const tc_tetgen_file *file, int64_t line, int64_t count,
                                       const char *noun, int64_t count_max) {
  return tc_status_create(TC_INPUT,
                          "%s:%lld: announces %lld %ss, but a file of %lld bytes cannot hold more than %lld: "
                          "correct the number, or get the whole file",
                          tc_line_reader_path(file->lines), (long long)line, (long long)count, noun,
                          (long long)tc_line_reader_bytes(file->lines), (long long)count_max);
}

/* Checks that the file is large enough for the counts in its header. A column needs at least two bytes, a
 * digit and a separator. The attributes are checked first, so that the number of columns cannot overflow. */
static tc_status check_size(const tc_tetgen_file *file, int64_t columns) {
  const int64_t bytes = tc_line_reader_bytes(file->lines);
  const int64_t header = tc_line_reader_number(file->lines);
  if (file->attributes > bytes / 2)
    return excessive_count_error(file, header, file->attributes, "attribute", bytes / 2);
  const int64_t count_max = (bytes + 1) / (2 * (columns + file->attributes + file->markers));
  if (file->rows <= count_max) return TC_OK;
  TC_TRY(check_columns(file, columns));
  return excessive_count_error(file, header, file->rows, file->noun, count_max);
}

/* Checks the counts in a header. The number of rows must be from `rows_min` to `rows_max`. `columns` is the
 * number of columns of a row, excluding attributes and markers. */
static tc_status check_counts(const tc_tetgen_file *file, int64_t columns, int64_t rows_min,
                              int64_t rows_max) {
  if (file->attributes < 0)
    return tc_tetgen_line_error(file, "announces %lld attributes: correct the number",
                                (long long)file->attributes);
  if (file->markers != 0 && file->markers != 1)
    return tc_tetgen_line_error(file,
                                "announces %lld boundary markers, but there can be 0 or 1: correct the "
                                "number",
                                (long long)file->markers);
  if (file->rows < rows_min)
    return tc_tetgen_line_error(file, "announces %lld %ss, but a mesh has at least %lld: correct the number",
                                (long long)file->rows, file->noun, (long long)rows_min);
  TC_TRY(check_size(file, columns));
  if (file->rows > rows_max)
    return tc_tetgen_line_error(file,
                                "announces %lld %ss, but at most %lld are supported: use a coarser mesh",
                                (long long)file->rows, file->noun, (long long)rows_max);
  return TC_OK;
}

tc_status tc_tetgen_open_node(const char *base, tc_tetgen_file *node) {
  static const char *const expected[] = {"the number of nodes", "the dimension (3)",
                                         "the number of attributes", "the number of boundary markers"};
  int64_t dimension = 3;
  *node = (tc_tetgen_file){.noun = "node"};
  TC_TRY(open_part(base, ".node", false, node));
  int64_t *const field[] = {&node->rows, &dimension, &node->attributes, &node->markers};
  TC_TRY(read_header(node, 4, field, expected));
  if (dimension != 3)
    return tc_tetgen_line_error(node,
                                "announces nodes of dimension %lld, but only dimension 3 is supported: use "
                                "files made by tetgen",
                                (long long)dimension);
  return check_counts(node, 4, 4, INT32_MAX - 1);
}

tc_status tc_tetgen_open_ele(const char *base, tc_name_comments *names, tc_tetgen_file *ele) {
  static const char *const expected[] = {"the number of cells", "the number of nodes of a cell",
                                         "the number of attributes"};
  int64_t corners = 4;
  *ele = (tc_tetgen_file){.noun = "cell"};
  TC_TRY(open_part(base, ".ele", false, ele));
  tc_name_comments_visit(names, ele->lines);
  int64_t *const field[] = {&ele->rows, &corners, &ele->attributes};
  TC_TRY(read_header(ele, 3, field, expected));
  if (corners == 10)
    return tc_tetgen_line_error(ele, "announces cells of ten nodes: run tetgen without -o2 to get four");
  if (corners != 4)
    return tc_tetgen_line_error(ele,
                                "announces cells of %lld nodes, but only 4 are supported: use files made by "
                                "tetgen",
                                (long long)corners);
  return check_counts(ele, 5, 1, cells_max);
}

tc_status tc_tetgen_open_face(const char *base, tc_name_comments *names, tc_tetgen_file *face) {
  static const char *const expected[] = {"the number of faces", "the number of boundary markers"};
  *face = (tc_tetgen_file){.noun = "face"};
  TC_TRY(open_part(base, ".face", true, face));
  if (!face->lines) return TC_OK;
  tc_name_comments_visit(names, face->lines);
  int64_t *const field[] = {&face->rows, &face->markers};
  TC_TRY(read_header(face, 2, field, expected));
  return check_counts(face, 4, 0, INT32_MAX - 1);
}

tc_status tc_file_list_add_mesh(tc_file_list *files, bool written, const char *role, const char *base) {
  for (int i = 0; i < file_count; i++) {
    char *path = NULL;
    TC_TRY(tc_tetgen_path(base, endings[i], &path));
    tc_status status = tc_files_add(files, written, role, base, path);
    tc_free(path);
    if (status) return status;
  }
  return TC_OK;
}
