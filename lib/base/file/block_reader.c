/* Each refill reads a multiple of 8 bytes, except at the end of the file. The hash of all bytes
 * (tc_hash_bytes) therefore does not depend on how many bytes the caller consumes at a time. */
#include "base/file/block_reader.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/file/file.h"
#include "base/numeric/hash.h"

tc_status tc_block_reader_open(tc_block_reader *reader, const char *path, size_t capacity_max) {
  TC_TRY(tc_alloc_text("path", &reader->path, "%s", path));
  TC_TRY(tc_file_open_regular(path, TC_INPUT, &reader->file, &reader->bytes));
  reader->is_open = true;
  if (reader->bytes == 0)
    return tc_status_create(TC_INPUT, "%s: is empty: write it again or use another file", path);
  const int64_t bytes_padded = (reader->bytes / 8 + 2) * 8;
  reader->capacity = bytes_padded < (int64_t)capacity_max ? (size_t)bytes_padded : capacity_max;
  return TC_ALLOC(reader->buffer, reader->capacity);
}

tc_status tc_block_reader_open_source(tc_block_reader *reader, const char *path, const tc_byte_source *source,
                                      int64_t limit, size_t capacity) {
  reader->source = *source;
  reader->bytes = source->bytes_max;
  reader->limit = limit;
  reader->capacity = capacity;
  TC_TRY(tc_alloc_text("path", &reader->path, "%s", path));
  return TC_ALLOC(reader->buffer, reader->capacity);
}

void tc_block_reader_close(tc_block_reader *reader) {
  if (reader->is_open) close(reader->file);
  if (reader->source.close) reader->source.close(reader->source.self);
  tc_free(reader->buffer);
  tc_free(reader->path);
  *reader = (tc_block_reader){.path = NULL};
}

/* Reads up to `space` bytes of the source to `at` and sets *bytes to their number. The buffer contains
 * `remaining` unconsumed bytes before `at`. */
static tc_status read_source(tc_block_reader *reader, size_t remaining, char *at, size_t space,
                             size_t *bytes) {
  TC_TRY(reader->source.read(reader->source.self, at, space, bytes));
  const int64_t total = reader->offset + (int64_t)(remaining + *bytes);
  if (total > reader->limit)
    return tc_status_create(TC_INPUT,
                            "%s: has more than %lld bytes after decompression, the largest size that its "
                            "header allows: correct the sizes in the header, or decompress the file",
                            reader->path, (long long)reader->limit);
  reader->is_at_end = *bytes < space;
  if (reader->is_at_end) reader->bytes = total;
  return TC_OK;
}

/* Reads up to `space` bytes of the file to `at` and sets *bytes to their number. */
static tc_status read_bytes(tc_block_reader *reader, char *at, size_t space, size_t *bytes) {
  *bytes = 0;
  while (*bytes < space && !reader->is_at_end) {
    const ssize_t n = read(reader->file, at + *bytes, space - *bytes);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return tc_file_read_error(reader->path, TC_INPUT, errno);
    reader->is_at_end = n == 0;
    *bytes += (size_t)n;
  }
  return TC_OK;
}

tc_status tc_block_reader_refill(tc_block_reader *reader) {
  const size_t remaining = reader->end - reader->begin, space = (reader->capacity - remaining) / 8 * 8;
  size_t bytes;
  memmove(reader->buffer, reader->buffer + reader->begin, remaining);
  reader->offset += (int64_t)reader->begin;
  reader->begin = 0;
  TC_TRY(reader->source.read ? read_source(reader, remaining, reader->buffer + remaining, space, &bytes)
                             : read_bytes(reader, reader->buffer + remaining, space, &bytes));
  reader->end = remaining + bytes;
  reader->hash = tc_hash_bytes(reader->hash, reader->buffer + remaining, bytes);
  return TC_OK;
}
