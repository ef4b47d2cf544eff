/* Rows of TetGen files (see tetgen_rows.h). The fast parsers of numbers are tried first. They reject unusual
 * forms, which the slow parsers of tetgen_file.h accept or report. */
#include "io/mesh/tetgen_rows.h"

#include <math.h>

/* Skips `count` attributes and `markers` boundary markers, which may be any words, because their values are
 * not used. Returns an error if the line does not end there. */
static tc_status skip_columns(const tc_tetgen_file *p, int64_t count, int64_t markers, tc_text *text) {
  for (int64_t k = 0; k < count + markers; k++) {
    if (tc_text_at_end(text))
      return tc_tetgen_missing_column(p, k < count ? "an attribute" : "a boundary marker");
    text->cursor += tc_text_word_length(text, INT32_MAX);
  }
  if (tc_text_at_end(text)) return TC_OK;
  return tc_tetgen_line_error(p,
                              "the line continues after the %lld attributes and %lld markers that the header "
                              "announces: correct the line or the header",
                              (long long)p->attributes, (long long)p->markers);
}

/* Tries the fast parser first. The fast parser rejects unusual forms such as 1.0, which the slow parser
 * tc_tetgen_read_integer accepts. */
tc_status tc_tetgen_parse_integer(const tc_tetgen_file *p, tc_text *text, const char *expected,
                                  int64_t *out) {
  return tc_text_parse_int64(text, out) ? TC_OK : tc_tetgen_read_integer(p, text, expected, out);
}

tc_status tc_tetgen_read_point(const tc_tetgen_file *p, tc_mesh *mesh, int32_t i, tc_text *text) {
  static const char *const expected[] = {"the x coordinate", "the y coordinate", "the z coordinate"};
  double *point = mesh->points + 3 * (size_t)i;
  for (int axis = 0; axis < 3; axis++) {
    if (!tc_text_parse_double(text, &point[axis]) && !tc_text_parse_real(text, &point[axis]))
      return tc_tetgen_word_error(p, *text, expected[axis]);
    if (!isfinite(point[axis]))
      return tc_tetgen_line_error(p, "%s of node %lld is %s: correct it to a finite number", expected[axis],
                                  (long long)tc_mesh_user_number(mesh, i),
                                  isnan(point[axis]) ? "not a number (nan)" : "infinite");
  }
  return skip_columns(p, p->attributes, p->markers, text);
}

/* Reads the `count` node numbers of a cell or face and converts the numbers to begin at 0. */
static tc_status read_nodes(const tc_tetgen_file *p, const tc_mesh *mesh, int32_t i, int count, tc_text *text,
                            int32_t *nodes) {
  const int64_t base = mesh->base;
  for (int k = 0; k < count; k++) {
    int64_t number;
    TC_TRY(tc_tetgen_parse_integer(p, text, "a node number", &number));
    if (number < base || number - base >= mesh->nodes)
      return tc_tetgen_line_error(p, "%s %lld has node %lld, but nodes are numbered %lld to %lld: correct it",
                                  p->noun, (long long)tc_mesh_user_number(mesh, i), (long long)number,
                                  (long long)base, (long long)(base + mesh->nodes - 1));
    nodes[k] = (int32_t)(number - base);
  }
  return TC_OK;
}

/* Reads a region or a boundary marker into *label. `expected` names the value and `column` the column in
 * error messages. */
static tc_status read_label(const tc_tetgen_file *p, tc_text *text, const char *expected, const char *column,
                            int32_t *label) {
  int64_t value;
  const tc_text word = *text;
  if (tc_text_at_end(text)) return tc_tetgen_missing_column(p, column);
  TC_TRY(tc_tetgen_parse_integer(p, text, expected, &value));
  if (value < INT32_MIN || value > INT32_MAX) return tc_tetgen_out_of_range(p, word, expected);
  *label = (int32_t)value;
  return TC_OK;
}

tc_status tc_tetgen_read_cell(const tc_tetgen_file *p, tc_mesh *mesh, int32_t i, tc_text *text) {
  mesh->region[i] = 0;
  TC_TRY(read_nodes(p, mesh, i, 4, text, mesh->vertices + 4 * (size_t)i));
  if (p->attributes)
    TC_TRY(read_label(p, text, "the region (the first attribute)", "an attribute", &mesh->region[i]));
  return skip_columns(p, p->attributes - (p->attributes > 0), 0, text);
}

/* Reads a face. Ignores further columns, because the option -nn of tetgen adds columns that the header does
 * not count. */
tc_status tc_tetgen_read_face(const tc_tetgen_file *p, tc_mesh *mesh, int32_t i, tc_text *text) {
  int32_t *marker = &mesh->face_marker[i];
  *marker = 0;
  TC_TRY(read_nodes(p, mesh, i, 3, text, mesh->face_nodes + 3 * (size_t)i));
  return p->markers ? read_label(p, text, "the boundary marker", "a boundary marker", marker) : TC_OK;
}
