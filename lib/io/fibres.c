#include "io/fibres.h"

#include <math.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "io/hdf.h"
#include "io/lines.h"

enum { cells_at_once = 1 << 20 };

/* ---- texts ---- */

static tc_status bad_line(const tc_lines *lines, const char *what, const tc_text *text) {
  const int n = tc_text_word(text, 40);
  return tc_status_make(TC_INPUT, "%s:%lld: %s%s%.*s%s: correct it", tc_lines_path(lines),
                        (long long)tc_lines_number(lines), what, n ? ", found \"" : "", n, text->at,
                        n ? "\"" : "");
}

/* How many numbers stand in a line, 7 for more than 6. */
static tc_status count_numbers(const tc_lines *lines, tc_text text, int *count) {
  double number;
  for (*count = 0; *count < 7 && !tc_text_done(&text); ++*count)
    if (!tc_text_double(&text, &number)) return bad_line(lines, "expected numbers", &text);
  return TC_OK;
}

static tc_status read_line(const tc_lines *lines, tc_text text, int width, double *out) {
  for (int k = 0; k < width; k++) {
    if (!tc_text_double(&text, &out[k]) || !isfinite(out[k]))
      return bad_line(lines,
                      width == 3 ? "expected the 3 numbers of a fibre's direction"
                                 : "expected the 6 numbers of a fibre's and a sheet's direction",
                      &text);
  }
  if (tc_text_done(&text)) return TC_OK;
  return bad_line(lines,
                  width == 3 ? "the line goes on behind 3 numbers" : "the line goes on behind 6 numbers",
                  &text);
}

/* The first line of all, or after .lon's header; *text: the line that tells the first cell. */
static tc_status read_head(tc_lines *lines, tc_text *text, int *width) {
  int count, announced = 0;
  TC_TRY(tc_lines_next(lines, text));
  if (!text->at) return tc_status_make(TC_INPUT, "%s: holds no directions", tc_lines_path(lines));
  TC_TRY(count_numbers(lines, *text, &count));
  if (count == 1) {
    int32_t directions = 0;
    tc_text head = *text;
    if (!tc_text_int32(&head, &directions) || directions < 1 || directions > 2)
      return bad_line(lines, "expected 1 or 2, the number of directions, or a direction of 3 or 6 numbers",
                      text);
    announced = 3 * directions;
    TC_TRY(tc_lines_next(lines, text));
    if (!text->at) return tc_status_make(TC_INPUT, "%s: holds no directions", tc_lines_path(lines));
    TC_TRY(count_numbers(lines, *text, &count));
  }
  *width = announced ? announced : count;
  if (*width == 3 || *width == 6) return TC_OK;
  return bad_line(lines, "expected a direction of 3 or 6 numbers", text);
}

static tc_status other_cells(const char *path, long long found, int32_t cells) {
  return tc_status_make(TC_INPUT, "%s: has directions for %lld cells, but the mesh has %d", path, found,
                        (int)cells);
}

static tc_status read_text(tc_lines *lines, int32_t cells, tc_fibre_values *out) {
  tc_text text;
  long long found = 0;
  TC_TRY(read_head(lines, &text, &out->width));
  TC_TRY(TC_ALLOC(out->value, (size_t)cells * (size_t)out->width));
  for (; text.at; found++) {
    if (found < cells)
      TC_TRY(read_line(lines, text, out->width, out->value + (size_t)found * (size_t)out->width));
    TC_TRY(tc_lines_next(lines, &text));
  }
  return found == cells ? TC_OK : other_cells(tc_lines_path(lines), found, cells);
}

/* ---- HDF5 ---- */

static tc_status check_finite(const char *path, const char *name, int32_t base, int32_t cells,
                              const tc_fibre_values *values) {
  const size_t width = (size_t)values->width;
  for (size_t i = 0; i < width * (size_t)cells; i++)
    if (!isfinite(values->value[i]))
      return tc_status_make(TC_INPUT, "%s: the direction of cell %lld in %s is not finite", path,
                            (long long)(i / width) + base, name);
  return TC_OK;
}

static tc_status read_rows(hid_t dataset, const char *path, int32_t cells, const tc_fibre_values *out) {
  const hsize_t width = (hsize_t)out->width;
  for (hsize_t row = 0; row < (hsize_t)cells; row += cells_at_once) {
    const hsize_t left = (hsize_t)cells - row;
    const tc_hdf_box box = {2, {row, 0}, {left < cells_at_once ? left : cells_at_once, width}};
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
    TC_GUARD(status,
             tc_status_make(TC_INPUT, "%s: expected the dataset %s as [cells, 3] or [cells, 6]", path, name));
  if (size[0] != (hsize_t)cells) TC_GUARD(status, other_cells(path, (long long)size[0], cells));
  out->width = (int)size[1];
  TC_GUARD(status, TC_ALLOC(out->value, (size_t)cells * (size_t)out->width));
  TC_GUARD(status, read_rows(dataset, path, cells, out));
  TC_GUARD(status, check_finite(path, name, base, cells, out));
cleanup:
  tc_hdf_release(dataset);
  return status;
}

static tc_status read_hdf(const char *path, const char *name, int32_t cells, int32_t base,
                          tc_fibre_values *out) {
  hid_t file = -1;
  TC_TRY(tc_hdf_open(path, &file));
  const tc_status status = read_dataset(file, path, name, cells, base, out);
  tc_hdf_release(file);
  return status;
}

bool tc_fibres_in_hdf(const char *path) { return tc_file_begins(path, "\211HDF\r\n\032\n"); }

tc_status tc_fibres_read(const char *path, const char *dataset, int32_t cells, int32_t base,
                         tc_fibre_values *out) {
  tc_lines *lines = NULL;
  tc_status status = TC_OK;
  *out = (tc_fibre_values){0};
  if (tc_fibres_in_hdf(path)) {
    status = read_hdf(path, dataset, cells, base, out);
  } else {
    TC_TRY(tc_lines_open(path, &lines));
    status = read_text(lines, cells, out);
    tc_lines_close(&lines);
  }
  if (!status) return TC_OK;
  tc_free(out->value);
  out->value = NULL;
  return status;
}
