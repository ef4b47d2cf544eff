/* Reads the parts of a stream in their order: the counts, the texts, and then each array. Arrays whose length
 * the stream announces grow in chunks as the bytes arrive, so a wrong count cannot exhaust the memory. Each
 * element is added to the raw mesh when its points arrive, so the corners are not stored twice. */
#include "io/importers/meshio_stream.h"

#include <endian.h>
#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/containers/array.h"
#include "base/core/memory.h"
#include "base/text/text.h"

enum { buffer_bytes = 1 << 15, line_max = 512, text_max = 1 << 26, chunk = 1024 };

/* Counts in the second line of the stream, in this order. SIDES is the number of element sides that the
 * import ignores (tc_raw_facts.ignored_sides). */
enum { STATUS, BASE, NUMBERED, POINTS, ELEMENTS, CORNERS, BLOCKS, GROUPS, MEMBERS, WIDTH, SIDES, TEXT };
enum { COUNTS = TEXT + 1 };

static const struct {
  const char *name;
  int64_t max;
} counts[COUNTS] = {{"status", 3},
                    {"base", 1},
                    {"numbered", 1},
                    {"points", INT32_MAX / 3},
                    {"elements", INT32_MAX - 1},
                    {"corners", (int64_t)TC_ELEMENT_POINTS_MAX *INT32_MAX},
                    {"blocks", INT32_MAX},
                    {"groups", INT32_MAX},
                    {"members", INT32_MAX},
                    {"width", 6},
                    {"sides", INT64_MAX},
                    {"text", text_max}};

/* Values of the count `status`. */
enum { has_mesh, has_error, has_usage_error, lacks_meshio };

typedef TC_ARRAY(int64_t) integers;

typedef struct stream {
  int file;
  const char *source;
  const tc_log *log;
  bool is_cut;
  int64_t count[COUNTS];
  char *text; /* texts, of count[TEXT] bytes */
  integers number, begin, member, row;
  TC_ARRAY(double) real;
  TC_ARRAY(int32_t) group; /* groups of the current element */
  /* `last_group`: group of the previous element if it has exactly one group, otherwise -1; `last_set`: set of
   * the groups of the previous element */
  int32_t last_group, last_set;
  tc_raw_mesh *raw;
  size_t unread_begin, unread_end;
  char buffer[buffer_bytes];
} stream;

/* ---- bytes ---- */

static tc_status invalid_error(const stream *s, const char *cause) {
  return tc_status_create(TC_INPUT,
                          "%s: the process that runs meshio sent an invalid mesh: %s: save the mesh as Gmsh "
                          "MSH 4.1",
                          s->source, cause);
}

/* Reads at least one byte into the empty buffer. At the end of the stream the buffer remains empty. */
static tc_status refill(stream *s) {
  ssize_t n;
  do n = read(s->file, s->buffer, sizeof s->buffer);
  while (n < 0 && errno == EINTR);
  if (n < 0)
    return tc_status_create(TC_INPUT, "%s: the output of meshio cannot be read: %s: run the import again",
                            s->source, strerror(errno));
  s->unread_begin = 0;
  s->unread_end = (size_t)n;
  return TC_OK;
}

static tc_status read_bytes(stream *s, void *to, size_t bytes) {
  char *at = to;
  while (bytes > 0) {
    if (s->unread_begin == s->unread_end) TC_TRY(refill(s));
    size_t n = s->unread_end - s->unread_begin;
    if (n == 0) {
      s->is_cut = true;
      return invalid_error(s, "the mesh is incomplete");
    }
    if (n > bytes) n = bytes;
    memcpy(at, s->buffer + s->unread_begin, n);
    s->unread_begin += n;
    at += n;
    bytes -= n;
  }
  return TC_OK;
}

static tc_status check_end(stream *s) {
  if (s->unread_begin == s->unread_end) TC_TRY(refill(s));
  return s->unread_end == s->unread_begin ? TC_OK : invalid_error(s, "data follow the mesh");
}

/* Reads `count` words of 8 bytes and converts them from little-endian to the byte order of this machine. */
static tc_status read_words(stream *s, int64_t count, void *words) {
  TC_TRY(read_bytes(s, words, (size_t)count * sizeof(uint64_t)));
  for (int64_t i = 0; i < count; i++) {
    uint64_t word;
    memcpy(&word, (char *)words + (size_t)i * sizeof word, sizeof word);
    word = le64toh(word);
    memcpy((char *)words + (size_t)i * sizeof word, &word, sizeof word);
  }
  return TC_OK;
}

static int chunk_length(int64_t remaining) { return remaining < chunk ? (int)remaining : chunk; }

/* Appends `count` integers to an array, which grows as they arrive. */
static tc_status read_integers(stream *s, int64_t count, integers *array) {
  for (int n; count > 0; count -= n) {
    n = chunk_length(count);
    TC_TRY(TC_ARRAY_RESERVE(array, n));
    TC_TRY(read_words(s, n, array->item + array->count));
    array->count += n;
  }
  return TC_OK;
}

/* ---- the first two lines ---- */

static tc_status read_line(stream *s, char line[line_max]) {
  size_t length = 0;
  for (;;) {
    TC_TRY(read_bytes(s, &line[length], 1));
    if (line[length] == '\n') break;
    if (++length == line_max) return invalid_error(s, "its first lines are too long");
  }
  line[length] = '\0';
  return TC_OK;
}

/* Reads `"name": number` at the cursor and moves the cursor after it. */
static bool parse_count(const char **cursor, int k, int64_t *value) {
  const char *at = *cursor;
  const size_t length = strlen(counts[k].name);
  if (at[0] != '"' || strncmp(at + 1, counts[k].name, length) != 0 ||
      strncmp(at + 1 + length, "\": ", 3) != 0)
    return false;
  at += length + 4;
  tc_text number = {at, at + strspn(at, "0123456789")};
  *cursor = number.end;
  return tc_text_parse_int64(&number, value) && *value <= counts[k].max;
}

static tc_status read_counts(stream *s) {
  char line[line_max];
  TC_TRY(read_line(s, line));
  if (strcmp(line, "tcraw1") != 0) return invalid_error(s, "it does not begin with tcraw1");
  TC_TRY(read_line(s, line));
  const char *at = line;
  bool is_valid = *at++ == '{';
  for (int k = 0; k < COUNTS && is_valid; k++) {
    is_valid = parse_count(&at, k, &s->count[k]);
    const char *separator = k + 1 < COUNTS ? ", " : "}";
    is_valid = is_valid && strncmp(at, separator, strlen(separator)) == 0;
    if (is_valid) at += strlen(separator);
  }
  return is_valid && !*at && s->count[WIDTH] % 3 == 0 ? TC_OK : invalid_error(s, "its counts are invalid");
}

/* ---- texts ---- */

/* Replaces control characters, so that a text is one line in messages. */
static void clean_text(char *text, int64_t bytes) {
  for (int64_t i = 0; i < bytes; i++)
    if ((text[i] > 0 && text[i] < ' ') || text[i] == 127) text[i] = '?';
}

static tc_status read_text(stream *s) {
  TC_ARRAY(char) text = {NULL};
  tc_status status = TC_OK;
  for (int64_t remaining = s->count[TEXT]; remaining > 0;) {
    const int n = chunk_length(remaining);
    TC_GUARD(status, TC_ARRAY_RESERVE(&text, n));
    TC_GUARD(status, read_bytes(s, text.item + text.count, (size_t)n));
    text.count += n;
    remaining -= n;
  }
  if (text.count == 0 || text.item[text.count - 1])
    TC_GUARD(status, invalid_error(s, "its texts do not end"));
  clean_text(text.item, text.count);
  s->text = text.item;
  return TC_OK;
cleanup:
  TC_ARRAY_FREE(&text);
  return status;
}

/* Returns the next text and moves the cursor after it. Returns NULL if no text follows. */
static const char *next_text(const stream *s, const char **cursor) {
  const char *text = *cursor;
  if (text == s->text + s->count[TEXT]) return NULL;
  *cursor = text + strlen(text) + 1;
  return text;
}

/* Returns the error that the stream reports. */
static tc_status reported_error(const stream *s) {
  const char *at = s->text, *cause = next_text(s, &at), *remedy = next_text(s, &at);
  if (!cause || !*cause || !remedy || !*remedy) return invalid_error(s, "its message is incomplete");
  if (s->count[STATUS] == has_usage_error) return tc_status_create(TC_USAGE, "%s: %s", cause, remedy);
  return tc_status_create(TC_INPUT, "%s: %s: %s", s->source, cause, remedy);
}

/* ---- groups ---- */

static tc_status read_group(stream *s, int64_t index, const char *name) {
  int64_t group[2];
  int32_t added;
  TC_TRY(read_words(s, 2, group));
  if (!name || group[0] < 0 || group[0] > 3) return invalid_error(s, "its groups are invalid");
  TC_TRY(tc_raw_mesh_add_group(s->raw, (int)group[0], group[1], *name ? name : NULL, &added));
  return added == index ? TC_OK : invalid_error(s, "a group occurs twice");
}

static tc_status read_groups(stream *s) {
  const char *at = s->text, *format = next_text(s, &at);
  TC_TRY(tc_raw_mesh_set_format(s->raw, "%s", format));
  for (int64_t g = 0; g < s->count[GROUPS]; g++) TC_TRY(read_group(s, g, next_text(s, &at)));
  for (const char *warning; (warning = next_text(s, &at));) tc_log_warn(s->log, "%s: %s", s->source, warning);
  return TC_OK;
}

static tc_status read_members(stream *s) {
  TC_TRY(read_integers(s, s->count[ELEMENTS], &s->number));
  TC_TRY(read_integers(s, s->count[ELEMENTS] + 1, &s->begin));
  TC_TRY(read_integers(s, s->count[MEMBERS], &s->member));
  bool is_valid = s->begin.item[0] == 0 && s->begin.item[s->count[ELEMENTS]] == s->count[MEMBERS];
  for (int64_t e = 0; e < s->count[ELEMENTS]; e++)
    is_valid = is_valid && s->begin.item[e] <= s->begin.item[e + 1];
  for (int64_t m = 0; m < s->count[MEMBERS]; m++)
    is_valid = is_valid && s->member.item[m] >= 0 && s->member.item[m] < s->count[GROUPS];
  return is_valid ? TC_OK : invalid_error(s, "the groups of the elements are invalid");
}

/* ---- elements ---- */

/* Sets *set to the set of the groups of an element of dimension `dimension`. The set is that of the previous
 * element if both elements have a single group, which is the same. */
static tc_status find_set(stream *s, int64_t element, int dimension, int32_t *set) {
  const int64_t begin = s->begin.item[element], count = s->begin.item[element + 1] - begin;
  s->group.count = 0;
  for (int64_t m = begin; m < begin + count; m++) {
    const int32_t group = (int32_t)s->member.item[m];
    if (s->raw->group[group].dimension != dimension)
      return invalid_error(s, "an element has a group of another dimension");
    TC_TRY(TC_ARRAY_ADD(&s->group, &group));
  }
  if (count == 1 && s->group.item[0] == s->last_group) {
    *set = s->last_set;
    return TC_OK;
  }
  TC_TRY(tc_raw_mesh_add_set(s->raw, s->group.count, s->group.item, set));
  s->last_group = count == 1 ? s->group.item[0] : -1;
  s->last_set = *set;
  return TC_OK;
}

static tc_status read_element(stream *s, tc_element_type type) {
  int64_t point[TC_ELEMENT_POINTS_MAX];
  int32_t corner[TC_ELEMENT_POINTS_MAX], set;
  const tc_element_shape *shape = tc_element_shape_of(type);
  const int32_t element = s->raw->elements;
  TC_TRY(read_words(s, shape->points, point));
  for (int k = 0; k < shape->points; k++) {
    if (point[k] < 0 || point[k] >= s->count[POINTS])
      return invalid_error(s, "an element has a point that does not exist");
    corner[k] = (int32_t)point[k];
  }
  TC_TRY(find_set(s, element, shape->dimension, &set));
  return tc_raw_mesh_add_element(s->raw, type, s->number.item[element], set, corner);
}

/* Reads the type and the number of elements of each block. Checks that the blocks together have the numbers
 * of elements and corners that the stream announces. */
static tc_status read_blocks(stream *s) {
  int64_t elements = 0, corners = 0;
  bool is_valid = true;
  TC_TRY(read_integers(s, 2 * s->count[BLOCKS], &s->row));
  for (int64_t b = 0; b < s->count[BLOCKS] && is_valid; b++) {
    const int64_t type = s->row.item[2 * b], rows = s->row.item[2 * b + 1];
    is_valid = type >= 0 && type < TC_ELEMENT_TYPES && rows >= 0 && rows <= s->count[ELEMENTS] - elements;
    if (!is_valid) break;
    elements += rows;
    corners += rows * tc_element_shape_of((tc_element_type)type)->points;
  }
  if (is_valid && elements == s->count[ELEMENTS] && corners == s->count[CORNERS]) return TC_OK;
  return invalid_error(s, "its types of elements are invalid");
}

static tc_status read_elements(stream *s) {
  TC_TRY(read_blocks(s));
  for (int64_t b = 0; b < s->count[BLOCKS]; b++)
    for (int64_t row = 0; row < s->row.item[2 * b + 1]; row++)
      TC_TRY(read_element(s, (tc_element_type)s->row.item[2 * b]));
  return TC_OK;
}

/* ---- coordinates and directions ---- */

static tc_status read_coordinates(stream *s) {
  int64_t count = 3 * s->count[POINTS];
  for (int n; count > 0; count -= n) {
    n = chunk_length(count);
    TC_TRY(TC_ARRAY_RESERVE(&s->real, n));
    TC_TRY(read_words(s, n, s->real.item + s->real.count));
    s->real.count += n;
  }
  return TC_OK;
}

static tc_status check_coordinates(const stream *s) {
  for (int64_t i = 0; i < 3 * s->count[POINTS]; i++)
    if (!isfinite(s->real.item[i]))
      return tc_status_create(TC_INPUT, "%s: the coordinates of point %lld are not finite: correct them",
                              s->source, (long long)tc_raw_mesh_point_number(s->raw, (int32_t)(i / 3)));
  return TC_OK;
}

static tc_status read_points(stream *s) {
  tc_raw_mesh *raw = s->raw;
  TC_TRY(read_coordinates(s));
  raw->base = (int32_t)s->count[BASE];
  TC_TRY(tc_raw_mesh_set_points(raw, (int32_t)s->count[POINTS], s->count[NUMBERED] != 0));
  if (s->real.count) memcpy(raw->point, s->real.item, (size_t)s->real.count * sizeof *raw->point);
  if (raw->point_number) TC_TRY(read_words(s, s->count[POINTS], raw->point_number));
  return check_coordinates(s);
}

static tc_status read_vectors(stream *s) {
  const int64_t width = s->count[WIDTH];
  TC_TRY(tc_raw_mesh_set_width(s->raw, (int)width));
  if (width == 0) return TC_OK;
  TC_TRY(read_words(s, width * s->raw->elements, s->raw->vector));
  for (int64_t i = 0; i < width * s->raw->elements; i++)
    if (!isfinite(s->raw->vector[i]))
      return tc_status_create(TC_INPUT, "%s: the fibre direction of element %lld is not finite: correct it",
                              s->source, (long long)s->raw->element_number[i / width]);
  return TC_OK;
}

/* ---- the stream ---- */

static tc_status read_mesh(stream *s) {
  TC_TRY(read_groups(s));
  TC_TRY(read_members(s));
  TC_TRY(read_elements(s));
  TC_TRY(read_points(s));
  TC_TRY(read_vectors(s));
  return check_end(s);
}

static tc_status read_stream(stream *s, bool *is_missing) {
  TC_TRY(read_counts(s));
  *is_missing = s->count[STATUS] == lacks_meshio;
  if (*is_missing) return TC_OK;
  TC_TRY(read_text(s));
  if (s->count[STATUS] != has_mesh) return reported_error(s);
  TC_TRY(tc_raw_mesh_create(s->source, &s->raw));
  s->raw->facts.ignored_sides = s->count[SIDES];
  return read_mesh(s);
}

static void free_stream(stream *s) {
  tc_free(s->text);
  TC_ARRAY_FREE(&s->number);
  TC_ARRAY_FREE(&s->begin);
  TC_ARRAY_FREE(&s->member);
  TC_ARRAY_FREE(&s->row);
  TC_ARRAY_FREE(&s->real);
  TC_ARRAY_FREE(&s->group);
}

tc_status tc_meshio_stream_read(int file, const char *source, const tc_log *log, bool *is_missing,
                                bool *is_cut, tc_raw_mesh **out) {
  stream s = {.file = file, .source = source, .log = log, .last_group = -1};
  *is_missing = false;
  const tc_status status = read_stream(&s, is_missing);
  *is_cut = s.is_cut;
  if (status)
    tc_raw_mesh_destroy(&s.raw);
  else
    *out = s.raw;
  free_stream(&s);
  return status;
}
