/* A range is a source of bytes for the line reader. The source begins with the byte before the range: if this
 * byte ends a line, the next byte begins one. Otherwise the line belongs to an earlier range and is skipped.
 * The source ends after the line that contains the last byte of the range. */
#include "base/file/line_range.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/file/file.h"

static void close_source(void *self) {
  tc_line_range *range = self;
  close(range->file);
}

/* Reads up to `space` bytes from the current offset. */
static tc_status read_bytes(tc_line_range *range, char *at, size_t space, size_t *bytes) {
  *bytes = 0;
  while (*bytes < space) {
    const ssize_t n = pread(range->file, at + *bytes, space - *bytes, range->next);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return tc_file_read_error(range->path, TC_INPUT, errno);
    if (n == 0) return TC_OK;
    *bytes += (size_t)n;
    range->next += n;
  }
  return TC_OK;
}

/* Skips the bytes up to the first end of a line, with a buffer of `space` bytes. */
static tc_status skip_line(tc_line_range *range, char *buffer, size_t space) {
  size_t bytes;
  do {
    TC_TRY(read_bytes(range, buffer, space, &bytes));
    const char *feed = memchr(buffer, '\n', bytes);
    if (!feed) continue;
    range->next -= (int64_t)bytes - (feed + 1 - buffer);
    return TC_OK;
  } while (bytes == space);
  return TC_OK;
}

/* Searches the new bytes for CR that no LF follows. */
static void check_line_ends(tc_line_range *range, const char *at, size_t bytes) {
  const char *const end = at + bytes;
  if (range->ends_with_cr && bytes > 0 && *at != '\n') range->is_unusual = true;
  if (bytes > 0) range->ends_with_cr = end[-1] == '\r';
  while (at < end && (at = memchr(at, '\r', (size_t)(end - at)))) {
    if (++at < end && *at != '\n') range->is_unusual = true;
  }
}

/* Removes the bytes after the last line of the range. `first` is the offset of the byte `at`. */
static void cut_last_line(tc_line_range *range, const char *at, int64_t first, size_t *bytes) {
  const int64_t last = range->end - 1;
  const size_t from = last > first ? (size_t)(last - first) : 0;
  const char *feed = from < *bytes ? memchr(at + from, '\n', *bytes - from) : NULL;
  if (!feed) return;
  *bytes = (size_t)(feed + 1 - at);
  range->is_complete = true;
}

/* Begins with the first line of the range. `buffer` has `space` bytes. */
static tc_status find_first_line(tc_line_range *range, char *buffer, size_t space) {
  range->has_begun = true;
  if (range->next == 0) return TC_OK;
  range->next--;
  return skip_line(range, buffer, space);
}

static tc_status read_range(void *self, char *at, size_t space, size_t *bytes) {
  tc_line_range *range = self;
  *bytes = 0;
  const bool is_first = !range->has_begun;
  if (is_first) TC_TRY(find_first_line(range, at, space));
  range->is_complete = range->is_complete || range->next >= range->end;
  if (range->is_complete) return TC_OK;
  const int64_t first = range->next;
  TC_TRY(read_bytes(range, at, space, bytes));
  cut_last_line(range, at, first, bytes);
  check_line_ends(range, at, *bytes);
  if (is_first && *bytes >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0) range->is_unusual = true;
  return TC_OK;
}

tc_status tc_line_range_open(const char *path, int64_t begin, int64_t end, tc_line_range *range,
                             tc_line_reader **out) {
  int64_t bytes;
  *range = (tc_line_range){.next = begin, .end = end, .path = path};
  TC_TRY(tc_file_open_regular(path, TC_INPUT, &range->file, &bytes));
  const tc_byte_source source = {range, read_range, close_source, bytes};
  return tc_line_reader_open_source(path, &source, INT64_MAX, out);
}

bool tc_line_range_is_plain(const tc_line_range *range) { return !range->is_unusual; }
