/* Reads the rows of TetGen files into a mesh (see tetgen.h). Reads all headers first, then the nodes, the
 * cells and the faces. The number of the first node determines if numbering begins at 0 or 1. Each file is
 * read line by line, and its hash covers all of its bytes. */
#include "io/mesh/tetgen.h"

#include <string.h>

#include "base/core/memory.h"
#include "base/numeric/hash.h"
#include "io/mesh/tetgen_rows.h"

typedef struct reader {
  tc_tetgen_file node, ele, face;
  tc_name_comments names;
  const tc_log *log;
  tc_mesh *mesh;
} reader;

/* Reads and checks the number at the start of row i. The number of the first node determines if the numbering
 * in all files begins at 0 or 1. */
static tc_status read_number(const reader *r, const tc_tetgen_file *p, int32_t i, tc_text *text) {
  int64_t number;
  TC_TRY(tc_tetgen_parse_integer(p, text, "the number of the row", &number));
  if (p == &r->node && i == 0) {
    if (number != 0 && number != 1)
      return tc_tetgen_line_error(p, "the first node has number %lld: number the nodes from 0 or 1",
                                  (long long)number);
    r->mesh->base = (int32_t)number;
  }
  const int64_t expected = tc_mesh_user_number(r->mesh, i);
  if (number == expected) return TC_OK;
  if (i == 0 && number == 1 - expected)
    return tc_tetgen_line_error(p,
                                "the %ss seem to be numbered from %lld, but the nodes are numbered from %d: "
                                "number both from %d",
                                p->noun, (long long)number, (int)r->mesh->base, (int)r->mesh->base);
  return tc_tetgen_line_error(p,
                              "expected %s %lld, found number %lld: number the %ss consecutively from %d, "
                              "like the nodes",
                              p->noun, (long long)expected, (long long)number, p->noun, (int)r->mesh->base);
}

/* Logs a warning that the lines after the last row are ignored, as TetGen does. `text` is the first of these
 * lines. Reads the file to its end, because the hash of the mesh covers all bytes. */
static tc_status skip_trailing_lines(const reader *r, const tc_tetgen_file *p, tc_text text) {
  char quote[61];
  const long long line = tc_line_reader_number(p->lines);
  long long lines = 0;
  tc_text_skip_blanks(&text);
  tc_line_reader_quote(text, quote, sizeof quote);
  for (; text.cursor; lines++) TC_TRY(tc_line_reader_next(p->lines, &text));
  /* Example: heart.ele:7: ignored 2 lines after the last of 5 cells: "6 1 2" */
  tc_log_warn(r->log, "%s:%lld: ignored %lld line%s after the last of %lld %ss: \"%s\"",
              tc_line_reader_path(p->lines), line, lines, lines == 1 ? "" : "s", (long long)p->rows, p->noun,
              quote);
  return TC_OK;
}

static tc_status read_rows(const reader *r, const tc_tetgen_file *p, tc_tetgen_row_reader *read) {
  tc_text text;
  for (int32_t i = 0; i < p->rows; i++) {
    TC_TRY(tc_line_reader_next(p->lines, &text));
    if (!text.cursor)
      return tc_tetgen_line_error(p,
                                  "the file ends after %lld of the %lld %ss that its header announces: "
                                  "get the whole file, or correct the header",
                                  (long long)i, (long long)p->rows, p->noun);
    TC_TRY(read_number(r, p, i, &text));
    TC_TRY(read(p, r->mesh, i, &text));
  }
  TC_TRY(tc_line_reader_next(p->lines, &text));
  return text.cursor ? skip_trailing_lines(r, p, text) : TC_OK;
}

static tc_status create_mesh(reader *r, const char *base) {
  char *name = NULL;
  TC_TRY(tc_tetgen_path(base, "", &name));
  tc_status status =
      tc_mesh_create(name, (int32_t)r->node.rows, (int32_t)r->ele.rows, (int32_t)r->face.rows, &r->mesh);
  tc_free(name);
  return status;
}

/* Opens all files and reads all headers before the mesh is allocated, so that a missing or wrong file is
 * reported at once. */
static tc_status open_files(reader *r, const char *base) {
  TC_TRY(tc_tetgen_open_node(base, &r->node));
  TC_TRY(tc_tetgen_open_ele(base, &r->names, &r->ele));
  return tc_tetgen_open_face(base, &r->names, &r->face);
}

static void close_files(reader *r) {
  tc_name_comments_free(&r->names);
  tc_line_reader_close(&r->node.lines);
  tc_line_reader_close(&r->ele.lines);
  tc_line_reader_close(&r->face.lines);
}

static tc_status read_files(reader *r, const char *base) {
  TC_TRY(open_files(r, base));
  TC_TRY(create_mesh(r, base));
  TC_TRY(read_rows(r, &r->node, tc_tetgen_read_point));
  TC_TRY(read_rows(r, &r->ele, tc_tetgen_read_cell));
  if (r->face.lines) TC_TRY(read_rows(r, &r->face, tc_tetgen_read_face));
  TC_TRY(tc_mesh_set_names(r->mesh, r->names.name.count, r->names.name.item));
  const uint64_t hashes[3] = {tc_line_reader_hash(r->node.lines), tc_line_reader_hash(r->ele.lines),
                              r->mesh->faces ? tc_line_reader_hash(r->face.lines) : 0};
  r->mesh->hash = tc_hash_bytes(0, hashes, r->mesh->faces ? sizeof hashes : 2 * sizeof *hashes);
  return TC_OK;
}

tc_status tc_tetgen_read(const char *base, const tc_log *log, tc_mesh **out) {
  reader r = {.log = log};
  tc_status status = read_files(&r, base);
  if (!status) {
    *out = r.mesh;
    r.mesh = NULL;
  }
  tc_mesh_destroy(&r.mesh);
  close_files(&r);
  return status;
}

tc_status tc_tetgen_counts(const char *base, int64_t *nodes, int64_t *cells, int64_t *faces) {
  reader r = {.mesh = NULL};
  const tc_status status = open_files(&r, base);
  *nodes = r.node.rows;
  *cells = r.ele.rows;
  *faces = r.face.rows;
  close_files(&r);
  return status;
}
