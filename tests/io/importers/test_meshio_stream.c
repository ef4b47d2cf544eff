#include "io/importers/meshio_stream.h"

#include <fcntl.h>
#include <math.h>
#include <unistd.h>

#include "io/importers/meshio_streams.h"
#include "io/mesh/mesh_files.h"
#include "support/expect.h"

static tc_log_record record;
static const tc_log record_log = {NULL, TC_LOG_QUIET, &record, NULL};

static tc_status read_stream(const void *bytes, size_t length, bool *is_missing, bool *is_cut,
                             tc_raw_mesh **out) {
  folder f = folder_make();
  char path[400];
  file_write_bytes(&f, "s", bytes, length);
  file_path(&f, "s", path);
  const int file = open(path, O_RDONLY);
  *out = NULL;
  const tc_status status = tc_meshio_stream_read(file, "x.vtu", &record_log, is_missing, is_cut, out);
  close(file);
  folder_remove(&f);
  return status;
}

static void refuse(const stream_bytes *s, const char *part) {
  bool is_missing, is_cut;
  tc_raw_mesh *raw;
  expect_error(read_stream(s->byte, s->length, &is_missing, &is_cut, &raw), TC_INPUT, part);
  cr_assert_null(raw);
  cr_assert_not(is_missing);
}

/* Replaces integer `index` of array `part` of the stream by `value` and expects the error `message`. */
static void refuse_integer(int part, int index, int64_t value, const char *message) {
  stream_bytes s;
  stream_make(&s);
  memcpy(s.byte + s.part[part] + 8 * index, &(uint64_t){htole64((uint64_t)value)}, 8);
  refuse(&s, message);
}

static void refuse_real(int part, int index, double value, const char *message) {
  int64_t bits;
  memcpy(&bits, &value, sizeof bits);
  refuse_integer(part, index, bits, message);
}

Test(meshio_stream, mesh) {
  stream_bytes s;
  tc_raw_mesh *raw;
  bool is_missing, is_cut;
  stream_make(&s);
  expect_ok(read_stream(s.byte, s.length, &is_missing, &is_cut, &raw));
  cr_assert(!is_missing && !is_cut);
  cr_assert_str_eq(raw->format, "VTU, by meshio");
  cr_assert_eq(raw->points, 5);
  cr_assert_eq(raw->point[14], 1.5);
  cr_assert_eq(tc_raw_mesh_point_number(raw, 4), 500);
  cr_assert_eq(raw->elements, 3);
  cr_assert_eq(raw->element_number[2], 20);
  cr_assert_arr_eq(raw->type, ((uint8_t[]){8, 8, 3}), 3);
  cr_assert_eq(raw->corner[7], 4);
  cr_assert_eq(raw->groups, 3);
  cr_assert_str_eq(raw->group[0].name, "outer");
  cr_assert_null(raw->group[1].name);
  cr_assert_eq(raw->group[2].dimension, 2);
  cr_assert_eq(raw->set_begin[raw->set[0] + 1] - raw->set_begin[raw->set[0]], 2);
  cr_assert_eq(raw->vector[4], 2);
  cr_assert_str_eq(record.warning[0], "x.vtu: careful");
  tc_raw_mesh_destroy(&raw);
}

Test(meshio_stream, every_shorter_stream) {
  stream_bytes s;
  stream_make(&s);
  for (s.length--; s.length > 0; s.length -= s.length > 60 ? 37 : 1) {
    bool is_missing, is_cut;
    tc_raw_mesh *raw;
    expect_error(read_stream(s.byte, s.length, &is_missing, &is_cut, &raw), TC_INPUT,
                 "the mesh is incomplete");
    cr_assert(is_cut);
  }
}

Test(meshio_stream, longer_stream) {
  stream_bytes s;
  stream_make(&s);
  stream_add(&s, "x", 1);
  refuse(&s, "x.vtu: the process that runs meshio sent an invalid mesh: data follow the mesh: save the mesh");
}

Test(meshio_stream, arrays_with_mistakes) {
  refuse_integer(1, 0, 4, "its groups are invalid");
  refuse_integer(1, 3, 7, "a group occurs twice");
  refuse_integer(1, 4, 3, "a group occurs twice");
  refuse_integer(3, 0, 1, "the groups of the elements are invalid");
  refuse_integer(3, 1, 5, "the groups of the elements are invalid");
  refuse_integer(3, 3, INT64_MAX, "the groups of the elements are invalid");
  refuse_integer(4, 0, 3, "the groups of the elements are invalid");
  refuse_integer(4, 0, -1, "the groups of the elements are invalid");
  refuse_integer(4, 0, 2, "an element has a group of another dimension");
  refuse_integer(5, 0, 19, "its types of elements are invalid");
  refuse_integer(5, 0, -1, "its types of elements are invalid");
  refuse_integer(5, 0, 9, "its types of elements are invalid");
  refuse_integer(5, 1, 3, "its types of elements are invalid");
  refuse_integer(5, 1, INT64_MAX, "its types of elements are invalid");
  refuse_integer(6, 4, 5, "an element has a point that does not exist");
  refuse_integer(6, 4, -1, "an element has a point that does not exist");
  refuse_real(7, 4, NAN, "x.vtu: the coordinates of point 200 are not finite: correct them");
  refuse_real(9, 8, INFINITY, "x.vtu: the fibre direction of element 20 is not finite: correct it");
}

static void refuse_head(const char *from, const char *to, const char *message) {
  stream_bytes s = {0};
  const char *at = strstr(STREAM_HEAD, from);
  stream_add(&s, STREAM_HEAD, (size_t)(at - STREAM_HEAD));
  stream_add(&s, to, strlen(to));
  stream_add(&s, at + strlen(from), strlen(at + strlen(from)));
  refuse(&s, message);
}

Test(meshio_stream, counts_with_mistakes) {
  refuse_head("tcraw1", "tcraw2", "it does not begin with tcraw1");
  refuse_head("\"points\"", "\"point\"", "its counts are invalid");
  refuse_head(": 5", ": -5", "its counts are invalid");
  refuse_head(": 5", ": 5.0", "its counts are invalid");
  refuse_head(": 5", ": 99999999999999999999", "its counts are invalid");
  refuse_head(": 5", ": 2147483647", "its counts are invalid");
  refuse_head(": 35}", ": 35", "its counts are invalid");
  refuse_head(": 35}", ": 35} ", "its counts are invalid");
  refuse_head("\"width\": 3", "\"width\": 4", "its counts are invalid");
  refuse_head(": 35}", ": 0}", "its texts do not end");
  refuse_head("\"elements\": 3", "\"elements\": 2147483646", "the mesh is incomplete");
}

Test(meshio_stream, lines_that_are_too_long) {
  stream_bytes s = {.length = 1024};
  memset(s.byte, ' ', s.length);
  refuse(&s, "its first lines are too long");
}

Test(meshio_stream, reported_errors) {
  bool is_missing, is_cut;
  tc_raw_mesh *raw;
  static const char missing[] = STREAM_HEAD_OF(3, 0);
  expect_ok(read_stream(missing, sizeof missing - 1, &is_missing, &is_cut, &raw));
  cr_assert(is_missing);
  cr_assert_null(raw);
  static const char error[] = STREAM_HEAD_OF(1, 12) "a\nb\0correct\0";
  expect_error(read_stream(error, sizeof error - 1, &is_missing, &is_cut, &raw), TC_INPUT,
               "x.vtu: a?b: correct");
}
