/* Reads fibre directions (see fibre_file.h for the formats). The first line with several numbers determines
 * how many numbers each line of a text file must have. Text files are read line by line, and HDF5 datasets in
 * blocks of cells. */
#include "io/mesh/fibre_file.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/file/file.h"
#include "base/file/line_reader.h"
#include "base/text/number_format.h"
#include "io/hdf/hdf.h"

enum { cells_per_block = 1 << 20 };

/* ---- text files ---- */

static tc_status line_error(const tc_line_reader *lines, const char *problem, const tc_text *text) {
  const int n = tc_text_word_length(text, 40);
  const char *advice = tc_text_number_advice(text->cursor, n);
  /* Example: heart.lon:2: expected the 3 numbers of a fibre's direction, found "zero": correct it */
  return tc_status_create(TC_INPUT, "%s:%lld: %s%s%.*s%s: %s", tc_line_reader_path(lines),
                          (long long)tc_line_reader_number(lines), problem, n ? ", found \"" : "", n,
                          text->cursor, n ? "\"" : "", advice ? advice : "correct it");
}

/* Sets *count to the number of columns of a line, or to 10 if the line has more than 9. Returns an error if a
 * word is not a number. */
static tc_status count_numbers(const tc_line_reader *lines, tc_text text, int *count) {
  double number;
  for (*count = 0; *count < 10 && !tc_text_at_end(&text); ++*count)
    if (!tc_text_parse_real(&text, &number)) return line_error(lines, "expected numbers", &text);
  return TC_OK;
}

/* Reads the `columns` numbers of a line and stores the first `width`. The last three numbers in a Chaste
 * .ortho file are not needed, because the normal follows from the fibre and the sheet. */
static tc_status read_line(const tc_line_reader *lines, tc_text text, int columns, int width, double *out) {
  double number;
  for (int k = 0; k < columns; k++) {
    tc_text_skip_blanks(&text);
    const tc_text word = text;
    if (!tc_text_parse_real(&text, &number) || !isfinite(number))
      return line_error(lines,
                        columns == 3   ? "expected the 3 numbers of a fibre's direction"
                        : columns == 6 ? "expected the 6 numbers of a fibre's and a sheet's direction"
                                       : "expected the 9 numbers of a fibre, a sheet and its normal",
                        &word);
    if (k < width) out[k] = number;
  }
  if (tc_text_at_end(&text)) return TC_OK;
  char problem[64];
  snprintf(problem, sizeof problem, "expected the end of the line after %d numbers", columns);
  return line_error(lines, problem, &text);
}

static tc_status columns_error(const tc_line_reader *lines, int columns) {
  return tc_status_create(TC_INPUT,
                          "%s:%lld: the line has %s%d number%s, expected 3 (fibre), 6 (fibre and sheet) or 9 "
                          "(fibre, sheet and normal): correct the line",
                          tc_line_reader_path(lines), (long long)tc_line_reader_number(lines),
                          columns > 9 ? "more than " : "", columns > 9 ? 9 : columns,
                          tc_plural_suffix(columns));
}

/* Reads the number of a first line that has only one number. This number is the number of directions per cell
 * (openCARP .lon) or the number of cells (Chaste .axi and .ortho). */
static tc_status read_header(const tc_line_reader *lines, tc_text text, int64_t *number) {
  const tc_text word = text;
  if (tc_text_parse_whole(&text, number) && *number > 0) return TC_OK;
  return line_error(lines, "expected the number of directions (1 or 2) or the number of cells", &word);
}

/* Checks that the header is the number of directions per cell or the number of cells. `header` is 0 if the
 * file has no header. `columns` is the number of columns in the line of the first cell. */
static tc_status check_header(const tc_line_reader *lines, int64_t header, int32_t cells, int columns) {
  if (!header || (columns != 9 && header == columns / 3) || header == cells) return TC_OK;
  return tc_status_create(TC_INPUT,
                          "%s: the first line is %lld and the next one has %d numbers: write the number of "
                          "directions (1 for a fibre, 2 for fibre and sheet; openCARP's .lon) or the number "
                          "of cells (%d; Chaste's .axi or .ortho) in the first line",
                          tc_line_reader_path(lines), (long long)header, columns, (int)cells);
}

/* Reads the header if the file has one. Sets *text to the line of the first cell, and *columns to the number
 * of columns of this line. */
static tc_status read_first_lines(tc_line_reader *lines, int32_t cells, tc_text *text, int *columns) {
  int64_t header = 0;
  TC_TRY(tc_line_reader_next(lines, text));
  if (text->cursor) TC_TRY(count_numbers(lines, *text, columns));
  if (text->cursor && *columns == 1) {
    TC_TRY(read_header(lines, *text, &header));
    TC_TRY(tc_line_reader_next(lines, text));
    if (text->cursor) TC_TRY(count_numbers(lines, *text, columns));
  }
  if (!text->cursor)
    return tc_status_create(TC_INPUT, "%s: contains no fibre directions: use another file",
                            tc_line_reader_path(lines));
  if (*columns != 3 && *columns != 6 && *columns != 9) return columns_error(lines, *columns);
  return check_header(lines, header, cells, *columns);
}

static tc_status cell_count_error(const char *path, long long found, int32_t cells) {
  return tc_status_create(TC_INPUT,
                          "%s: has directions for %lld cell%s, but the mesh has %d: use the file of this "
                          "mesh",
                          path, found, tc_plural_suffix(found), (int)cells);
}

/* Handles the lines after the last cell, of which `text` is the first. If it begins with a number, adds the
 * number of these lines to *cells, so that the caller reports too many rows. Otherwise logs a warning that
 * the lines are ignored, because some programs write text after the rows. */
static tc_status check_trailing_lines(tc_line_reader *lines, const tc_log *log, tc_text text,
                                      long long *cells) {
  const long long line = tc_line_reader_number(lines);
  char quote[61];
  double number;
  tc_text word = text;
  const bool is_text = text.cursor && !tc_text_parse_real(&word, &number);
  if (is_text) tc_line_reader_quote(text, quote, sizeof quote);
  for (; text.cursor && !is_text; ++*cells) TC_TRY(tc_line_reader_next(lines, &text));
  if (is_text)
    tc_log_warn(log, "%s:%lld: ignored the text after the directions of all cells: \"%s\"",
                tc_line_reader_path(lines), line, quote);
  return TC_OK;
}

static tc_status read_text(tc_line_reader *lines, const tc_log *log, int32_t cells, tc_fibre_values *out) {
  tc_text text;
  long long found = 0;
  int columns = 0;
  TC_TRY(read_first_lines(lines, cells, &text, &columns));
  out->width = columns == 9 ? 6 : columns;
  TC_TRY(TC_ALLOC(out->value, (size_t)cells * (size_t)out->width));
  for (; text.cursor && found < cells; found++) {
    TC_TRY(read_line(lines, text, columns, out->width, out->value + (size_t)found * (size_t)out->width));
    TC_TRY(tc_line_reader_next(lines, &text));
  }
  TC_TRY(check_trailing_lines(lines, log, text, &found));
  return found == cells ? TC_OK : cell_count_error(tc_line_reader_path(lines), found, cells);
}

/* ---- HDF5 files ---- */

static tc_status check_finite(const char *path, const char *name, int32_t base, int32_t cells,
                              const tc_fibre_values *values) {
  const size_t width = (size_t)values->width;
  for (size_t i = 0; i < width * (size_t)cells; i++)
    if (!isfinite(values->value[i]))
      return tc_status_create(TC_INPUT, "%s: the direction of cell %lld in %s is not finite: correct it",
                              path, (long long)(i / width) + base, name);
  return TC_OK;
}

static tc_status read_rows(hid_t dataset, const char *path, int32_t cells, const tc_fibre_values *out) {
  const hsize_t width = (hsize_t)out->width;
  for (hsize_t row = 0; row < (hsize_t)cells; row += cells_per_block) {
    const hsize_t remaining = (hsize_t)cells - row;
    const tc_hdf_box box = {2, {row, 0}, {remaining < cells_per_block ? remaining : cells_per_block, width}};
    TC_TRY(tc_hdf_read(dataset, path, H5T_NATIVE_DOUBLE, &box, out->value + row * width));
  }
  return TC_OK;
}

static tc_status read_dataset(hid_t file, const char *path, const char *name, int32_t cells, int32_t base,
                              tc_fibre_values *out) {
  int dimensions;
  hsize_t size[2];
  hid_t dataset = -1;
  tc_status status = TC_OK;
  TC_TRY(tc_hdf_open_dataset(file, path, name, &dimensions, size, &dataset));
  if (dimensions != 2 || (size[1] != 3 && size[1] != 6))
    TC_GUARD(status, tc_status_create(TC_INPUT,
                                      "%s: dataset %s has another shape than [cells, 3] (fibres) or [cells, "
                                      "6] (fibres and sheets): write it in one of these shapes",
                                      path, name));
  if (size[0] != (hsize_t)cells) TC_GUARD(status, cell_count_error(path, (long long)size[0], cells));
  out->width = (int)size[1];
  TC_GUARD(status, TC_ALLOC(out->value, (size_t)cells * (size_t)out->width));
  TC_GUARD(status, read_rows(dataset, path, cells, out));
  TC_GUARD(status, check_finite(path, name, base, cells, out));
cleanup:
  tc_hdf_close_id(dataset);
  return status;
}

static tc_status read_hdf(const char *path, const char *name, int32_t cells, int32_t base,
                          tc_fibre_values *out) {
  hid_t file = -1;
  TC_TRY(tc_hdf_open(path, &file));
  const tc_status status = read_dataset(file, path, name, cells, base, out);
  tc_hdf_close_id(file);
  return status;
}

bool tc_fibres_is_hdf(const char *path) { return tc_file_starts_with(path, "\211HDF\r\n\032\n"); }

tc_status tc_fibres_read(const char *path, const char *dataset, int32_t cells, int32_t base,
                         const tc_log *log, tc_fibre_values *out) {
  tc_line_reader *lines = NULL;
  tc_status status = TC_OK;
  *out = (tc_fibre_values){0};
  if (tc_fibres_is_hdf(path)) {
    status = read_hdf(path, dataset, cells, base, out);
  } else {
    TC_TRY(tc_line_reader_open(path, &lines));
    status = read_text(lines, log, cells, out);
    tc_line_reader_close(&lines);
  }
  if (!status) return TC_OK;
  tc_free(out->value);
  out->value = NULL;
  return status;
}
