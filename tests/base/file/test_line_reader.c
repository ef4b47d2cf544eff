#include "base/file/line_reader.h"

#include <sys/stat.h>

#include "base/numeric/hash.h"
#include "io/mesh/mesh_files.h"
#include "support/expect.h"

static void expect_line(tc_line_reader *lines, const char *wanted, int64_t number) {
  tc_text text;
  expect_ok(tc_line_reader_next(lines, &text));
  cr_assert_not_null(text.cursor, "ends before \"%s\"", wanted);
  cr_assert_eq((size_t)(text.end - text.cursor), strlen(wanted), "\"%.*s\"", (int)(text.end - text.cursor),
               text.cursor);
  cr_assert_eq(memcmp(text.cursor, wanted, strlen(wanted)), 0);
  cr_assert_eq(tc_line_reader_number(lines), number);
}

static void expect_end(tc_line_reader *lines) {
  for (int again = 0; again < 2; again++) {
    tc_text text = {"", ""};
    expect_ok(tc_line_reader_next(lines, &text));
    cr_assert_null(text.cursor);
  }
}

static tc_line_reader *open_text(const folder *f, const char *bytes, size_t n) {
  tc_line_reader *lines = NULL;
  char path[400];
  file_write_bytes(f, "lines", bytes, n);
  file_path(f, "lines", path);
  expect_ok(tc_line_reader_open(path, &lines));
  cr_assert_eq(tc_line_reader_bytes(lines), (int64_t)n);
  cr_assert_str_eq(tc_line_reader_path(lines), path);
  return lines;
}

Test(lines, comments_blank_lines_and_both_line_ends) {
  folder f = folder_make();
  static const char text[] = "# first\n\n  one 1\r\n\t \r\ntwo# 2\n#\n\r\nthree";
  tc_line_reader *lines = open_text(&f, text, sizeof text - 1);
  expect_line(lines, "one 1", 3);
  expect_line(lines, "two", 5);
  expect_line(lines, "three", 8);
  expect_end(lines);
  cr_assert_eq(tc_line_reader_hash(lines), tc_hash_bytes(0, text, sizeof text - 1));
  tc_line_reader_close(&lines);
  cr_assert_null(lines);
  tc_line_reader_close(&lines);
  folder_remove(&f);
}

Test(lines, nothing_but_comments) {
  folder f = folder_make();
  tc_line_reader *lines = open_text(&f, "# a\n\n", 5);
  expect_end(lines);
  cr_assert_eq(tc_line_reader_number(lines), 2);
  tc_line_reader_close(&lines);
  folder_remove(&f);
}

/* A file with lines of many lengths fills several buffers of the reader. No line may be lost or duplicated
 * at the end of a buffer. */
Test(lines, long_files_arrive_whole) {
  enum { count = 40000 };
  folder f = folder_make();
  char *all = malloc((size_t)count * 64), line[64], *at = all;
  for (int i = 0; i < count; i++)
    at += sprintf(at, "%d %.*s\n", i, i % 41, "........................................");
  size_t n = (size_t)(at - all);
  cr_assert_gt(n, 3 * (size_t)TC_LINE_READER_MAX);
  tc_line_reader *lines = open_text(&f, all, n);
  for (int i = 0; i < count; i++) {
    sprintf(line, "%d %.*s", i, i % 41, "........................................");
    expect_line(lines, line, i + 1);
  }
  expect_end(lines);
  cr_assert_eq(tc_line_reader_hash(lines), tc_hash_bytes(0, all, n));
  tc_line_reader_close(&lines);
  free(all);
  folder_remove(&f);
}

Test(lines, the_longest_line) {
  folder f = folder_make();
  char *text = malloc(TC_LINE_READER_MAX + 100), whole[] = "a\n";
  memset(text, 'x', TC_LINE_READER_MAX + 100);
  memcpy(text, whole, 2);
  size_t longest = TC_LINE_READER_MAX - 8;
  text[2 + longest] = '\n';
  tc_line_reader *lines = open_text(&f, text, TC_LINE_READER_MAX + 50);
  tc_text got;
  expect_line(lines, "a", 1);
  expect_ok(tc_line_reader_next(lines, &got));
  cr_assert_eq((size_t)(got.end - got.cursor), longest);
  tc_line_reader_close(&lines);
  text[2 + longest] = 'x';
  lines = open_text(&f, text, TC_LINE_READER_MAX + 100);
  expect_line(lines, "a", 1);
  expect_error(tc_line_reader_next(lines, &got), TC_INPUT,
               "lines:2: the line has more than 262136 bytes: use a text");
  tc_line_reader_close(&lines);
  free(text);
  folder_remove(&f);
}

Test(lines, binary_files_are_named_by_line) {
  folder f = folder_make();
  tc_text text;
  tc_line_reader *lines = open_text(&f, "a\nb\nc\0d\n", 8);
  expect_error(tc_line_reader_next(lines, &text), TC_INPUT, "lines:3: contains a NUL byte");
  tc_line_reader_close(&lines);
  folder_remove(&f);
}

Test(lines, what_cannot_be_opened) {
  folder f = folder_make();
  char path[400];
  tc_line_reader *lines = NULL;
  file_path(&f, "none", path);
  expect_error(tc_line_reader_open(path, &lines), TC_INPUT, "none: cannot be opened: No such file");
  expect_error(tc_line_reader_open("~/none", &lines), TC_INPUT,
               "~/none: cannot be opened: No such file or directory; ~ is not expanded: write the path of "
               "the home");
  file_write(&f, "pointer", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n");
  file_path(&f, "pointer", path);
  expect_error(tc_line_reader_open(path, &lines), TC_INPUT,
               "is a Git LFS pointer instead of the file: run git lfs pull");
  file_write(&f, "empty", "");
  file_path(&f, "empty", path);
  expect_error(tc_line_reader_open(path, &lines), TC_INPUT, "empty: is empty");
  expect_error(tc_line_reader_open(f.path, &lines), TC_INPUT, "is not a regular file");
  file_path(&f, "pipe", path);
  cr_assert_eq(mkfifo(path, 0600), 0);
  expect_error(tc_line_reader_open(path, &lines), TC_INPUT,
               "is not a regular file"); /* The call must not wait for a process that writes to the pipe. */
  cr_assert_null(lines);
  folder_remove(&f);
}

Test(lines, all_lines_are_returned_on_request) {
  folder f = folder_make();
  tc_line_reader *lines = open_text(&f, "# a\r\n\n \t\n  b # c\n\r\nd", 20);
  tc_line_reader_return_all(lines, "use another file");
  expect_line(lines, "# a", 1);
  expect_line(lines, "", 2);
  expect_line(lines, " \t", 3);
  expect_line(lines, "  b # c", 4);
  expect_line(lines, "", 5);
  expect_line(lines, "d", 6);
  expect_end(lines);
  tc_line_reader_close(&lines);
  lines = open_text(&f, "a\0\n", 3);
  tc_line_reader_return_all(lines, "use another file");
  tc_text text;
  expect_error(tc_line_reader_next(lines, &text), TC_INPUT,
               "lines:1: contains a NUL byte, so this is a binary file: use another file");
  tc_line_reader_close(&lines);
  folder_remove(&f);
}
