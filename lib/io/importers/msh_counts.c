/* makes string.h declare memmem */
#define _GNU_SOURCE
#include "io/importers/msh_counts.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/file/file.h"
#include "base/text/text.h"

/* Bytes that are read at once, and bytes of the previous block that precede them, so that a line that two
 * blocks share is found. */
enum { block_bytes = 1 << 20, overlap = 16, line_bytes = 128 };

/* Largest count that is accepted. Larger numbers are not counts, and the reader reports them. */
static const int64_t count_max = INT32_MAX;

typedef struct msh_file {
  const char *path;
  int descriptor;
  bool is_binary, has_blocks; /* has_blocks: version 4, whose sections begin with a number of blocks */
} msh_file;

/* Reads up to `bytes` bytes at `offset`, and returns their number. */
static tc_status read_at(const msh_file *file, int64_t offset, char *out, size_t bytes, size_t *got) {
  ssize_t n;
  do n = pread(file->descriptor, out, bytes, offset);
  while (n < 0 && errno == EINTR);
  *got = n > 0 ? (size_t)n : 0;
  return n >= 0 ? TC_OK
                : tc_status_create(TC_INPUT, "%s: cannot be read: %s: check the disk", file->path,
                                   strerror(errno));
}

/* Returns the text up to the end of the line. */
static tc_text line_at(const char *begin, const char *end) {
  const char *newline = memchr(begin, '\n', (size_t)(end - begin));
  return (tc_text){begin, newline ? newline : end};
}

static tc_status read_format(msh_file *file) {
  char line[line_bytes];
  size_t got;
  double version = 0.0;
  int64_t kind = 0;
  TC_TRY(read_at(file, 0, line, sizeof line, &got));
  const char *begin = memchr(line, '\n', got);
  tc_text text = begin ? line_at(begin + 1, line + got) : (tc_text){line, line};
  if (tc_text_parse_double(&text, &version) && tc_text_parse_int64(&text, &kind)) {
    file->has_blocks = version >= 4.0;
    file->is_binary = kind == 1;
  }
  return TC_OK;
}

/* Returns the count after the name of a section: the first number, or in version 4 the second one. */
static int64_t parse_count(const msh_file *file, const char *begin, size_t bytes) {
  const char *line = memchr(begin, '\n', bytes);
  int64_t number[2] = {0, 0};
  if (!line) return 0;
  const size_t rest = bytes - (size_t)(++line - begin);
  tc_text text = line_at(line, line + rest);
  if (file->is_binary && file->has_blocks) {
    if (rest >= sizeof number) memcpy(number, line, sizeof number);
  } else {
    for (int k = 0; k < 1 + file->has_blocks; k++)
      if (!tc_text_parse_int64(&text, &number[k])) return 0;
  }
  const int64_t count = number[file->has_blocks];
  return count > 0 && count <= count_max ? count : 0;
}

/* Reads the count of the section whose name begins at `offset`. */
static tc_status read_count(const msh_file *file, int64_t offset, int64_t *count) {
  char line[line_bytes];
  size_t got;
  TC_TRY(read_at(file, offset, line, sizeof line, &got));
  *count = parse_count(file, line, got);
  return TC_OK;
}

/* Searches a block for the beginning of the line "$Nodes" or "$Elements", and reads its count. */
static tc_status search(const msh_file *file, const char *block, size_t bytes, int64_t offset,
                        const char *name, int64_t *count) {
  const char *found = *count ? NULL : memmem(block, bytes, name, strlen(name));
  return found ? read_count(file, offset + (found - block) + 1, count) : TC_OK;
}

static tc_status search_file(const msh_file *file, char *block, tc_import_counts *counts) {
  size_t got;
  for (int64_t offset = 0; counts->points == 0 || counts->elements == 0; offset += (int64_t)got - overlap) {
    TC_TRY(read_at(file, offset, block, block_bytes, &got));
    TC_TRY(search(file, block, got, offset, "\n$Nodes", &counts->points));
    TC_TRY(search(file, block, got, offset, "\n$Elements", &counts->elements));
    if (got <= overlap) break;
  }
  return TC_OK;
}

tc_status tc_msh_counts(const char *path, tc_import_counts *counts) {
  msh_file file = {.path = path};
  int64_t bytes;
  char *block = NULL;
  tc_status status = TC_OK;
  TC_TRY(tc_file_open_regular(path, TC_INPUT, &file.descriptor, &bytes));
  TC_GUARD(status, TC_ALLOC(block, block_bytes));
  TC_GUARD(status, read_format(&file));
  TC_GUARD(status, search_file(&file, block, counts));
cleanup:
  tc_free(block);
  close(file.descriptor);
  return status;
}
