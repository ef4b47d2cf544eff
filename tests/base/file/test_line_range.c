/* Lines of consecutive byte ranges are the lines of the file, wherever the ranges begin. */
#include "base/file/line_range.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/expect.h"

static char path[] = "/tmp/tetracast-range-XXXXXX";

static void write_text(const char *text) {
  snprintf(path, sizeof path, "/tmp/tetracast-range-XXXXXX");
  const int file = mkstemp(path);
  cr_assert_geq(file, 0);
  cr_assert_eq(write(file, text, strlen(text)), (ssize_t)strlen(text));
  close(file);
}

/* Appends all lines of a reader to `out`, each ended by "|", and closes the reader. */
static void append_lines(tc_line_reader *lines, char *out) {
  tc_text text;
  for (;;) {
    expect_ok(tc_line_reader_next(lines, &text));
    if (!text.cursor) break;
    strncat(out, text.cursor, (size_t)(text.end - text.cursor));
    strcat(out, "|");
  }
  tc_line_reader_close(&lines);
}

/* Appends the lines of a range. Returns whether its line ends are plain. */
static bool append_range(int64_t begin, int64_t end, char *out) {
  tc_line_reader *lines = NULL;
  tc_line_range range;
  expect_ok(tc_line_range_open(path, begin, end, &range, &lines));
  append_lines(lines, out);
  return tc_line_range_is_plain(&range);
}

static const char *const texts[] = {
    "a b\nc\n\nlonger line\nx\n",
    "no end of the last line\nhere",
    "\n\n\n",
    "one\r\ntwo\r\n\r\nthree\r\n",
    "# comment\nrow # more\n  # c\nz",
    "single",
    "a\n\r\nb\r\nc\n",
};

/* Three ranges for all pairs of offsets, which include empty ranges and ranges within one line. */
Test(line_range, all_divisions) {
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    const int64_t bytes = (int64_t)strlen(texts[k]);
    char whole[200] = "";
    tc_line_reader *lines = NULL;
    write_text(texts[k]);
    expect_ok(tc_line_reader_open(path, &lines));
    append_lines(lines, whole);
    for (int64_t i = 0; i <= bytes; i++)
      for (int64_t j = i; j <= bytes; j++) {
        char parts[200] = "";
        cr_expect(append_range(0, i, parts) && append_range(i, j, parts) && append_range(j, bytes, parts));
        cr_expect_str_eq(parts, whole, "text %zu, ranges from %lld and %lld: \"%s\"", k, (long long)i,
                         (long long)j, parts);
      }
    unlink(path);
  }
}

/* Lines longer than the buffer of the source of bytes, with ranges that begin within them. */
Test(line_range, long_lines) {
  const size_t length = TC_LINE_READER_MAX - 100;
  char *text = malloc(4 * length), *out = calloc(4 * length, 1);
  memset(text, 'x', 3 * length);
  text[length] = text[2 * length] = '\n';
  text[3 * length] = '\0';
  write_text(text);
  append_range(0, 10, out);
  cr_expect_eq(strlen(out), length + 1);
  append_range(10, (int64_t)(2 * length), out);
  cr_expect_eq(strlen(out), 2 * length + 1);
  append_range((int64_t)(2 * length), (int64_t)(3 * length), out);
  cr_expect_eq(strlen(out), 3 * length + 1, "%zu", strlen(out));
  unlink(path);
  free(out);
  free(text);
}

/* A CR that no LF follows may end a line or not, which only the first line of the file decides. */
Test(line_range, single_carriage_returns) {
  char out[100] = "";
  write_text("a\nb\rc\nd\n");
  cr_expect(append_range(0, 2, out));
  cr_expect_not(append_range(2, 8, out));
  unlink(path);
  write_text("a\nb\n\xef\xbb\xbf"
             "c\n");
  cr_expect(append_range(0, 4, out));
  cr_expect_not(append_range(4, 9, out));
  unlink(path);
}

Test(line_range, missing_file) {
  tc_line_reader *lines = NULL;
  tc_line_range range;
  expect_error(tc_line_range_open("/tmp/tetracast-no-such-file", 0, 1, &range, &lines), TC_INPUT,
               "/tmp/tetracast-no-such-file: cannot be opened");
}
