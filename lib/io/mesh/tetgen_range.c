#include "io/mesh/tetgen_range.h"

#include <string.h>
#include <sys/stat.h>

#include "base/core/memory.h"
#include "base/file/line_range.h"
#include "io/mesh/tetgen.h"

static const struct {
  const char *ending, *noun;
  tc_tetgen_row_reader *read;
} kinds[] = {[TC_TETGEN_NODE] = {".node", "node", tc_tetgen_read_point},
             [TC_TETGEN_ELE] = {".ele", "cell", tc_tetgen_read_cell},
             [TC_TETGEN_FACE] = {".face", "face", tc_tetgen_read_face}};

tc_status tc_tetgen_kind_path(const char *base, tc_tetgen_kind kind, char **out) {
  return tc_tetgen_path(base, kinds[kind].ending, out);
}

/* ---- ranges ---- */

/* Time to compute the hash of a file, in percent of the time to read its rows. */
enum { hash_percent = 15 };

/* Returns the percentage of the bytes that reader 0 reads, so that all readers end at the same time. */
static int root_percent(int readers) {
  const int percent = (100 - hash_percent * (readers - 1)) / readers;
  return percent > 0 ? percent : 0;
}

int64_t tc_tetgen_range_begin(const tc_tetgen_header *header, int readers, int reader) {
  const int64_t bytes = header->end - header->begin, first = bytes / 100 * root_percent(readers);
  if (reader == 0) return header->begin;
  if (reader == readers) return header->end;
  const int64_t share = (bytes - first) / (readers - 1);
  return header->begin + first + (reader - 1) * share;
}

double tc_tetgen_range_time(int readers) {
  const double root = root_percent(readers) / 100.0, hash = hash_percent / 100.0;
  if (readers < 2) return 1.0;
  const double others = (1.0 - root) / (readers - 1);
  return root + hash > others ? root + hash : others;
}

/* ---- arrays ---- */

/* Replaces *array by a copy with space for `capacity` elements of `size` bytes. */
static tc_status grow_array(void *array, size_t size, int64_t count, int64_t capacity) {
  void *old, *new;
  memcpy(&old, array, sizeof old);
  TC_TRY(tc_alloc((size_t)capacity, size, "rows of the mesh", &new));
  if (count > 0) memcpy(new, old, (size_t)count * size);
  tc_free(old);
  memcpy(array, &new, sizeof new);
  return TC_OK;
}

static tc_status grow(tc_tetgen_slab *s, tc_tetgen_kind kind, int64_t capacity) {
  const int64_t count = s->count[kind];
  tc_mesh *m = &s->mesh;
  if (s->borrows || capacity > INT32_MAX)
    return tc_status_create(TC_INPUT, "the range has more %ss than the header announces", kinds[kind].noun);
  switch (kind) {
  case TC_TETGEN_NODE: TC_TRY(grow_array(&m->points, 3 * sizeof *m->points, count, capacity)); break;
  case TC_TETGEN_ELE:
    TC_TRY(grow_array(&m->vertices, 4 * sizeof *m->vertices, count, capacity));
    TC_TRY(grow_array(&m->region, sizeof *m->region, count, capacity));
    break;
  default:
    TC_TRY(grow_array(&m->face_nodes, 3 * sizeof *m->face_nodes, count, capacity));
    TC_TRY(grow_array(&m->face_marker, sizeof *m->face_marker, count, capacity));
  }
  s->capacity[kind] = capacity;
  return TC_OK;
}

void tc_tetgen_slab_free(tc_tetgen_slab *s) {
  tc_mesh *m = &s->mesh;
  for (int kind = 0; kind < TC_TETGEN_KINDS; kind++) tc_name_comments_free(&s->names[kind]);
  if (!s->borrows) {
    tc_free(m->points);
    tc_free(m->vertices);
    tc_free(m->region);
    tc_free(m->face_nodes);
    tc_free(m->face_marker);
  }
  *s = (tc_tetgen_slab){.borrows = false};
}

/* ---- rows ---- */

static tc_status read_row(const tc_tetgen_file *file, tc_tetgen_kind kind, tc_text *text, tc_tetgen_slab *s) {
  const int64_t count = s->count[kind];
  int64_t number;
  TC_TRY(tc_tetgen_parse_integer(file, text, "the number of the row", &number));
  const bool is_in_range = number >= 0 && number <= INT32_MAX;
  if (count == 0) s->first[kind] = number;
  if (!is_in_range || number != s->first[kind] + count)
    return tc_tetgen_line_error(file, "found number %lld after %lld rows", (long long)number,
                                (long long)count);
  if (count == s->capacity[kind]) TC_TRY(grow(s, kind, count + count / 4 + 64));
  TC_TRY(kinds[kind].read(file, &s->mesh, (int32_t)count, text));
  s->count[kind]++;
  return TC_OK;
}

static tc_status read_rows(const tc_tetgen_file *file, tc_tetgen_kind kind, tc_tetgen_slab *s) {
  tc_text text;
  if (kind != TC_TETGEN_NODE) tc_name_comments_visit(&s->names[kind], file->lines);
  for (;;) {
    TC_TRY(tc_line_reader_next(file->lines, &text));
    if (!text.cursor) return TC_OK;
    TC_TRY(read_row(file, kind, &text, s));
  }
}

static void find_extremes(int64_t count, const int32_t *node, tc_tetgen_slab *s) {
  int32_t lowest = INT32_MAX, highest = -1;
  for (int64_t i = 0; i < count; i++) {
    lowest = node[i] < lowest ? node[i] : lowest;
    highest = node[i] > highest ? node[i] : highest;
  }
  if (count > 0 && lowest < s->lowest) s->lowest = lowest;
  if (highest > s->highest) s->highest = highest;
}

/* Returns an error if the file at `path` is not the file that the root has opened. This may occur if `path`
 * is on a local disk of the node. */
static tc_status check_file(const char *path, const tc_tetgen_header *header) {
  struct stat info;
  if (stat(path, &info) == 0 && info.st_size == header->end && info.st_mtim.tv_sec == header->modified_s &&
      info.st_mtim.tv_nsec == header->modified_ns)
    return TC_OK;
  return tc_status_create(TC_INPUT, "%s: differs from the file of the root", path);
}

static tc_status read_range(const char *path, tc_tetgen_kind kind, const tc_tetgen_header *header,
                            const int64_t offset[2], tc_tetgen_slab *s) {
  const double share = (double)(offset[1] - offset[0]) / (double)(header->end - header->begin + 1);
  tc_tetgen_file file = {.noun = kinds[kind].noun,
                         .rows = header->rows,
                         .attributes = header->attributes,
                         .markers = header->markers};
  tc_line_range range;
  TC_TRY(check_file(path, header));
  if (!s->borrows) TC_TRY(grow(s, kind, (int64_t)(1.02 * share * (double)header->rows) + 64));
  TC_TRY(tc_line_range_open(path, offset[0], offset[1], &range, &file.lines));
  tc_status status = read_rows(&file, kind, s);
  if (!status && !tc_line_range_is_plain(&range))
    status = tc_status_create(TC_INPUT, "%s: the line ends differ", path);
  tc_line_reader_close(&file.lines);
  return status;
}

tc_status tc_tetgen_range_read(const char *base, tc_tetgen_kind kind, const tc_tetgen_header *header,
                               int readers, int reader, tc_tetgen_slab *s) {
  const int64_t offset[2] = {tc_tetgen_range_begin(header, readers, reader),
                             tc_tetgen_range_begin(header, readers, reader + 1)};
  char *path = NULL;
  TC_TRY(tc_tetgen_kind_path(base, kind, &path));
  const tc_status status = read_range(path, kind, header, offset, s);
  tc_free(path);
  if (kind == TC_TETGEN_ELE) find_extremes(4 * s->count[kind], s->mesh.vertices, s);
  if (kind == TC_TETGEN_FACE) find_extremes(3 * s->count[kind], s->mesh.face_nodes, s);
  return status;
}
