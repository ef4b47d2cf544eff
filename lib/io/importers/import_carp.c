/* Reader of the text meshes of openCARP: NAME.pts, NAME.elem and, if it exists, NAME.lon. Points are read
 * first, then the elements, then the surface files of the option --surf, whose faces follow the elements,
 * then the directions of fibres. Tags become groups: regions of cells and markers of faces. Points are
 * numbered from 0. openCARP and VTK order the points of hexahedra and prisms differently. Source: openCARP
 * user manual, file formats; meshalyzer, tables of edges. */
#include <string.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/file/file_hash.h"
#include "base/file/path.h"
#include "io/importers/carp_file.h"
#include "io/importers/importer.h"
#include "io/mesh/fibre_file.h"

enum { points_max = 8, point_bytes = 6, element_bytes = 7 };

/* A type of element in a file. Point k in the order of VTK is point order[k] of the row. */
static const struct {
  const char *word;
  tc_element_type type;
  signed char order[points_max];
} kinds[] = {{"Tt", TC_ELEMENT_TETRAHEDRON, {0, 1, 2, 3}},
             {"Hx", TC_ELEMENT_HEXAHEDRON, {0, 1, 2, 3, 4, 7, 6, 5}},
             {"Pr", TC_ELEMENT_PRISM, {0, 1, 2, 3, 5, 4}},
             {"Py", TC_ELEMENT_PYRAMID, {0, 1, 2, 3, 4}},
             {"Tr", TC_ELEMENT_TRIANGLE, {0, 1, 2}},
             {"Qd", TC_ELEMENT_QUADRILATERAL, {0, 1, 2, 3}},
             {"Ln", TC_ELEMENT_LINE, {0, 1}},
             {"Cx", TC_ELEMENT_LINE, {0, 1}}};

/* Paths of the files of a mesh. Members are NULL for files that do not exist or are not used. */
typedef struct carp_paths {
  const char *pts, *elem, *lon;
} carp_paths;

/* Finds the paths of the files of a mesh. `path` may have the ending of any of these files. */
static tc_status find_paths(const char *path, tc_pool *pool, carp_paths *out) {
  const int length = (int)tc_path_stem(path);
  TC_TRY(tc_pool_printf(pool, &out->pts, "%.*s.pts", length, path));
  TC_TRY(tc_pool_printf(pool, &out->elem, "%.*s.elem", length, path));
  TC_TRY(tc_pool_printf(pool, &out->lon, "%.*s.lon", length, path));
  if (access(out->lon, F_OK)) out->lon = NULL;
  return TC_OK;
}

/* Lists the files of the mesh and the surface files of the options. */
static tc_status list_all(const carp_paths *paths, const tc_import_options *options, tc_pool *pool,
                          const char *const **files) {
  const char **list = NULL;
  int count = 0;
  TC_TRY(TC_POOL_ARRAY_ZERO(pool, list, options->surfaces + 4));
  list[count++] = paths->pts;
  list[count++] = paths->elem;
  if (paths->lon) list[count++] = paths->lon;
  for (int i = 0; i < options->surfaces; i++) list[count++] = options->surface[i].path;
  *files = list;
  return TC_OK;
}

static bool is_binary(const char *path) {
  static const char *const endings[] = {".bpts", ".belem", NULL};
  return tc_path_has_ending(path, endings);
}

/* Does not list files of a binary mesh, because the reader rejects such a mesh. */
static tc_status list_carp(const char *path, tc_pool *pool, const char *const **files) {
  carp_paths paths;
  if (is_binary(path)) return TC_OK;
  TC_TRY(find_paths(path, pool, &paths));
  return list_all(&paths, &(tc_import_options){0}, pool, files);
}

/* ---- points ---- */

static tc_status read_point(const tc_carp_file *file, tc_text *row, double *point) {
  static const char *const expected[] = {"the x coordinate", "the y coordinate", "the z coordinate"};
  for (int axis = 0; axis < 3; axis++) TC_TRY(tc_carp_read_real(file, row, expected[axis], &point[axis]));
  return tc_text_at_end(row)
             ? TC_OK
             : tc_carp_error(file, "the line continues after 3 coordinates: remove the rest of the line");
}

static tc_status read_points(tc_carp_file *file, const char *path, tc_raw_mesh *raw) {
  tc_text row;
  TC_TRY(tc_carp_open(path, "point", point_bytes, file));
  TC_TRY(tc_raw_mesh_set_points(raw, file->rows, false));
  for (int32_t i = 0; i < file->rows; i++) {
    TC_TRY(tc_carp_next(file, &row));
    TC_TRY(read_point(file, &row, raw->point + 3 * (size_t)i));
  }
  return tc_carp_end(file);
}

/* ---- elements ---- */

/* State of reading NAME.elem or a surface file. */
typedef struct element_reader {
  tc_carp_file file;
  tc_raw_mesh *raw;
  const int32_t *marker; /* marker of all faces of a surface file; NULL for NAME.elem */
  bool has_tags;         /* true if the first row has a tag */
  int64_t first_line;    /* line of the first row */
  /* `dimension` and `tag`: dimension of the elements and number of the group that find_set found last */
  int dimension;
  int64_t tag;
  int32_t set; /* set of groups (convert/raw_mesh.h) that contains only this group; 0 before the first call of
                  find_set */
} element_reader;

static tc_status unknown_type_error(const tc_carp_file *file, tc_text word) {
  char quote[25];
  tc_line_reader_quote(word, quote, sizeof quote);
  return tc_carp_error(
      file, "expected a type of element (Tt, Hx, Pr, Py, Tr, Qd, Ln or Cx), found \"%s\": correct it", quote);
}

static tc_status read_kind(const tc_carp_file *file, tc_text *row, int *kind) {
  tc_text_skip_blanks(row);
  const tc_text word = {row->cursor, row->cursor + tc_text_word_length(row, INT32_MAX)};
  for (int i = 0; i < (int)(sizeof kinds / sizeof *kinds); i++)
    if (word.end - word.cursor == 2 && !memcmp(word.cursor, kinds[i].word, 2)) {
      *kind = i;
      row->cursor = word.end;
      return TC_OK;
    }
  return unknown_type_error(file, word);
}

static tc_status read_corners(const element_reader *r, int kind, tc_text *row, int32_t *corner) {
  int32_t point[points_max];
  const int points = tc_element_shape_of(kinds[kind].type)->points;
  for (int k = 0; k < points; k++) TC_TRY(tc_carp_read_point(&r->file, row, r->raw->points, &point[k]));
  for (int k = 0; k < points; k++) corner[k] = point[kinds[kind].order[k]];
  return TC_OK;
}

/* Sets r->set to the set that contains only the group with the number `tag`. Returns at once if the previous
 * element had the same group, which is often the case. */
static tc_status find_set(element_reader *r, int dimension, int64_t tag) {
  int32_t group;
  if (r->set && r->dimension == dimension && r->tag == tag) return TC_OK;
  r->dimension = dimension;
  r->tag = tag;
  TC_TRY(tc_raw_mesh_add_group(r->raw, dimension, tag, NULL, &group));
  return tc_raw_mesh_add_set(r->raw, 1, &group, &r->set);
}

/* Checks that a row has a tag if and only if the first row has one. */
static tc_status check_tag(element_reader *r, bool has_tag) {
  const long long line = (long long)r->first_line;
  if (r->file.row == 1) {
    r->has_tags = has_tag;
    r->first_line = tc_line_reader_number(r->file.lines);
  }
  if (has_tag == r->has_tags) return TC_OK;
  return has_tag
             ? tc_carp_error(&r->file, "the row has a tag, but line %lld has none: add the tag there", line)
             : tc_carp_error(&r->file, "the tag is missing, but line %lld has one: add the tag", line);
}

static tc_status read_tag(element_reader *r, int dimension, tc_text *row) {
  int64_t tag;
  const bool has_tag = !tc_text_at_end(row);
  TC_TRY(check_tag(r, has_tag));
  if (!has_tag) return TC_OK;
  TC_TRY(tc_carp_read_integer(&r->file, row, "the tag", &tag));
  if (!tc_text_at_end(row))
    return tc_carp_error(&r->file, "the line continues after the tag: remove the rest of the line");
  return find_set(r, dimension, tag);
}

/* Checks that an element of a surface file is a face, and finds the set that contains only the marker of the
 * surface file. Words after the points of the element are ignored. */
static tc_status find_marker(element_reader *r, int dimension) {
  if (dimension != 2)
    return tc_carp_error(&r->file, "a surface file may contain only triangles (Tr) and quadrilaterals (Qd): "
                                   "use a file of faces");
  return find_set(r, 2, *r->marker);
}

static tc_status read_element(element_reader *r, tc_text *row) {
  int32_t corner[points_max];
  int kind = 0;
  TC_TRY(read_kind(&r->file, row, &kind));
  TC_TRY(read_corners(r, kind, row, corner));
  const int dimension = tc_element_shape_of(kinds[kind].type)->dimension;
  TC_TRY(r->marker ? find_marker(r, dimension) : read_tag(r, dimension, row));
  return tc_raw_mesh_add_element(r->raw, kinds[kind].type, r->raw->elements, r->set, corner);
}

static tc_status read_rows(element_reader *r, const char *path) {
  tc_text row;
  TC_TRY(tc_carp_open(path, "element", element_bytes, &r->file));
  TC_TRY(tc_raw_mesh_reserve(r->raw, r->file.rows, 4 * (int64_t)r->file.rows));
  for (int32_t i = 0; i < r->file.rows; i++) {
    TC_TRY(tc_carp_next(&r->file, &row));
    TC_TRY(read_element(r, &row));
  }
  return tc_carp_end(&r->file);
}

static tc_status read_elements(const char *path, const int32_t *marker, tc_raw_mesh *raw) {
  element_reader r = {.raw = raw, .marker = marker};
  const tc_status status = read_rows(&r, path);
  tc_line_reader_close(&r.file.lines);
  return status;
}

/* ---- all files ---- */

/* Reads the directions of the first `elements` elements, which are those of NAME.elem. The faces of surface
 * files have no directions. */
static tc_status read_fibres(const char *path, int32_t elements, const tc_log *log, tc_raw_mesh *raw) {
  tc_fibre_values values;
  TC_TRY(tc_fibres_read(path, "/mesh/fibres", elements, 0, log, &values));
  const tc_status status = tc_raw_mesh_set_width(raw, values.width);
  if (!status)
    memcpy(raw->vector, values.value, (size_t)elements * (size_t)values.width * sizeof *values.value);
  tc_free(values.value);
  return status;
}

static tc_status read_files(const carp_paths *paths, const tc_import_options *options, const tc_log *log,
                            tc_raw_mesh *raw) {
  tc_carp_file pts = {0};
  const tc_status status = read_points(&pts, paths->pts, raw);
  tc_line_reader_close(&pts.lines);
  TC_TRY(status);
  TC_TRY(read_elements(paths->elem, NULL, raw));
  const int32_t elements = raw->elements;
  for (int i = 0; i < options->surfaces; i++)
    TC_TRY(read_elements(options->surface[i].path, &options->surface[i].marker, raw));
  return paths->lon ? read_fibres(paths->lon, elements, log, raw) : TC_OK;
}

/* The hash is computed before the file is read. If another program changes the file during the import, the
 * hash does not match the changed file, so that the next run imports the file again. */
static tc_status read_mesh(const char *path, const tc_import_options *options, const tc_log *log,
                           tc_raw_mesh *raw) {
  carp_paths paths;
  const char *const *files;
  TC_TRY(find_paths(path, &raw->memory, &paths));
  TC_TRY(tc_raw_mesh_set_format(raw, "openCARP, text"));
  TC_TRY(list_all(&paths, options, &raw->memory, &files));
  TC_TRY(tc_file_hash(files, &raw->hash));
  return read_files(&paths, options, log, raw);
}

static tc_status check_binary(const char *path) {
  const int length = (int)tc_path_stem(path);
  if (!is_binary(path)) return TC_OK;
  return tc_status_create(TC_INPUT,
                          "%s: binary meshes of openCARP are not supported: convert the mesh, e.g. meshtool "
                          "convert -imsh=%.*s -ifmt=carp_bin -omsh=%.*s_text -ofmt=carp_txt",
                          path, length, path, length, path);
}

static tc_status check_options(const char *path, const tc_import_options *options) {
  if (options->fibres)
    return tc_status_create(TC_USAGE,
                            "--fibres %s: meshes of openCARP have their fibres in the file .lon: remove the "
                            "option",
                            options->fibres);
  if (options->regions)
    return tc_status_create(TC_USAGE,
                            "--regions-from %s: meshes of openCARP have their regions as tags: remove the "
                            "option",
                            options->regions);
  return check_binary(path);
}

static tc_status read_carp(const char *path, const tc_import_options *options, const tc_log *log,
                           tc_raw_mesh **out) {
  tc_raw_mesh *raw = NULL;
  TC_TRY(check_options(path, options));
  TC_TRY(tc_raw_mesh_create(path, &raw));
  TC_RETURN_CREATED(read_mesh(path, options, log, raw), raw, tc_raw_mesh_destroy(&raw), out);
}

static tc_status count_rows(const char *path, const char *noun, int64_t bytes, int64_t *rows) {
  tc_carp_file file = {0};
  const tc_status status = tc_carp_open(path, noun, bytes, &file);
  *rows = file.rows;
  tc_line_reader_close(&file.lines);
  return status;
}

/* Sets *width to the number of numbers in a row of the fibre file, which follows from its header. */
static tc_status count_directions(const char *path, int *width) {
  tc_line_reader *lines = NULL;
  tc_text text;
  int64_t directions;
  TC_TRY(tc_line_reader_open(path, &lines));
  const tc_status status = tc_line_reader_next(lines, &text);
  if (!status && text.cursor) *width = tc_text_parse_whole(&text, &directions) && directions == 2 ? 6 : 3;
  tc_line_reader_close(&lines);
  return status;
}

static tc_status count_carp(const char *path, tc_import_counts *counts) {
  tc_pool memory = {0};
  carp_paths paths;
  tc_status status = find_paths(path, &memory, &paths);
  if (!status) status = count_rows(paths.pts, "point", point_bytes, &counts->points);
  if (!status) status = count_rows(paths.elem, "element", element_bytes, &counts->elements);
  if (!status && paths.lon) status = count_directions(paths.lon, &counts->width);
  tc_pool_free(&memory);
  return status;
}

const tc_importer tc_importer_carp = {
    .name = "carp",
    .summary = "openCARP text: .pts, .elem and .lon",
    .unit_advice = "openCARP writes micrometres: use --scale 1e-3 to convert to millimetres",
    .endings = (const char *const[]){".pts", ".elem", ".bpts", ".belem", NULL},
    .list_files = list_carp,
    .count = count_carp,
    .read = read_carp,
};
