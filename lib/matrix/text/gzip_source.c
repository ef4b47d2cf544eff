#include "matrix/text/gzip_source.h"

#ifndef TC_HAS_ZLIB

tc_status tc_gzip_source_open(const char *path, tc_byte_source *out) {
  (void)out;
  return tc_status_create(TC_INPUT,
                          "%s: is compressed with gzip, and this program was built without zlib: decompress "
                          "it with gunzip",
                          path);
}

#else

#include <errno.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/core/memory.h"
#include "base/file/file.h"

/* expansion_max: decompression turns one byte of a file into at most 1032 bytes (zlib's documentation,
 * "Maximum Compression Factor"). */
enum { input_bytes = 64 << 10, expansion_max = 1032, gzip_window_bits = 15 + 16 };

typedef struct gzip_source {
  char *path;
  int file;
  bool is_open, has_stream;
  bool is_member; /* true while a member (one compressed stream of the file) is being decompressed */
  int failure;    /* return code of zlib that has ended the decompression; Z_OK before */
  z_stream stream;
  unsigned char input[input_bytes];
} gzip_source;

static void close_source(void *self) {
  gzip_source *s = self;
  if (s->has_stream) inflateEnd(&s->stream);
  if (s->is_open) close(s->file);
  tc_free(s->path);
  tc_free(s);
}

/* Reads compressed bytes from the file. Reads none at the end of the file. */
static tc_status read_input(gzip_source *s) {
  ssize_t count;
  do count = read(s->file, s->input, sizeof s->input);
  while (count < 0 && errno == EINTR);
  if (count < 0) return tc_status_create(TC_INPUT, "%s: cannot be read: %s", s->path, strerror(errno));
  s->stream.next_in = s->input;
  s->stream.avail_in = (uInt)count;
  return TC_OK;
}

static tc_status inflate_error(const gzip_source *s, int code) {
  if (code == Z_MEM_ERROR)
    return tc_status_create(TC_INTERNAL, "%s: out of memory while it is decompressed: free memory", s->path);
  return tc_status_create(TC_INPUT, "%s: is damaged (%s): copy the complete file again", s->path,
                          s->stream.msg ? s->stream.msg : "wrong gzip data");
}

/* Decompresses the bytes that have been read until the output buffer is full. */
static tc_status inflate_input(gzip_source *s) {
  if (!s->is_member && inflateReset(&s->stream) != Z_OK) return inflate_error(s, Z_DATA_ERROR);
  s->is_member = true;
  const int code = inflate(&s->stream, Z_NO_FLUSH);
  if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) s->failure = code;
  s->is_member = code != Z_STREAM_END;
  return s->failure ? inflate_error(s, s->failure) : TC_OK;
}

static tc_status read_source(void *self, char *at, size_t space, size_t *bytes) {
  gzip_source *s = self;
  s->stream.next_out = (unsigned char *)at;
  s->stream.avail_out = (uInt)space;
  if (s->failure) return inflate_error(s, s->failure);
  while (s->stream.avail_out > 0) {
    if (s->stream.avail_in == 0) TC_TRY(read_input(s));
    if (s->stream.avail_in == 0 && s->is_member)
      return tc_status_create(TC_INPUT,
                              "%s: ends before its compressed data do: copy the complete file again",
                              s->path);
    if (s->stream.avail_in == 0) break;
    TC_TRY(inflate_input(s));
  }
  *bytes = space - s->stream.avail_out;
  return TC_OK;
}

static tc_status open_stream(gzip_source *s, const char *path, int64_t *bytes) {
  TC_TRY(tc_alloc_text("path", &s->path, "%s", path));
  TC_TRY(tc_file_open_regular(path, TC_INPUT, &s->file, bytes));
  s->is_open = true;
  const int code = inflateInit2(&s->stream, gzip_window_bits);
  s->has_stream = code == Z_OK;
  return s->has_stream ? TC_OK : inflate_error(s, code);
}

tc_status tc_gzip_source_open(const char *path, tc_byte_source *out) {
  gzip_source *s = NULL;
  int64_t bytes = 0;
  TC_TRY(TC_ALLOC_ZERO(s, 1));
  const tc_status status = open_stream(s, path, &bytes);
  if (status) {
    close_source(s);
    return status;
  }
  const int64_t bytes_max = bytes < INT64_MAX / expansion_max ? bytes * expansion_max : INT64_MAX;
  *out = (tc_byte_source){s, read_source, close_source, bytes_max};
  return TC_OK;
}

#endif
