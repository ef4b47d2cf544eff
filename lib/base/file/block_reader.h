/* Block reader: reads a file in sequence through one buffer of fixed size and computes a hash of the bytes.
 * Used by readers that parse text or binary data in the buffer (line_reader.h, io/importers/msh_tokens.h).
 * Usage: tc_block_reader_open, then consume bytes by increasing `begin` and call tc_block_reader_refill when
 * more bytes are required, tc_block_reader_close. Not collective. */
#ifndef TC_BASE_FILE_BLOCK_READER_H
#define TC_BASE_FILE_BLOCK_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/core/status.h"

/* Source of bytes that replaces a file, such as the decompressed content of a compressed file. */
typedef struct tc_byte_source {
  void *self;
  /* Reads `space` bytes to `at` and sets *bytes to the number of bytes read, which is below `space` only at
   * the end of the source. Errors: TC_INPUT with the path. */
  tc_status (*read)(void *self, char *at, size_t space, size_t *bytes);
  void (*close)(void *self);
  int64_t bytes_max; /* largest number of bytes that the source can have */
} tc_byte_source;

/* Reader of a file in blocks. Zero-initialise before use. */
typedef struct tc_block_reader {
  char *path;
  int file;              /* descriptor of the open file */
  bool is_open;          /* true if `file` is valid */
  tc_byte_source source; /* owned; `read` is NULL if the bytes are those of `file` */
  bool is_at_end;        /* true after the last bytes have been read into the buffer */
  /* Size in bytes. With a source, this is the largest possible size until the end is reached, and then the
   * actual size. Without a source, it is the size of the file when it was opened. */
  int64_t bytes;
  int64_t limit;  /* largest number of bytes that may be read from a source */
  int64_t offset; /* offset in the file of the first byte of the buffer */
  uint64_t hash;  /* hash of all bytes read so far; at the end of the file the hash of the whole file */
  char *buffer;   /* [capacity] bytes of the file; the capacity is a multiple of 8 */
  size_t capacity;
  size_t begin, end; /* bytes `begin` .. `end` - 1 of `buffer` were read but not consumed yet */
} tc_block_reader;

/* Opens a regular file with a buffer of at most `capacity_max` bytes, a multiple of 8. The buffer of a small
 * file is smaller. Errors: TC_INPUT with the system's reason if the file is missing, a directory, a device, a
 * Git LFS pointer or empty; TC_INTERNAL if memory is exhausted. The caller calls tc_block_reader_close also
 * after an error. */
tc_status tc_block_reader_open(tc_block_reader *reader, const char *path, size_t capacity_max);
void tc_block_reader_close(tc_block_reader *reader);

/* Opens a source with a buffer of `capacity` bytes, a multiple of 8. `path` is the path in messages. The
 * reader owns the source, also after an error, and closes it. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_block_reader_open_source(tc_block_reader *reader, const char *path, const tc_byte_source *source,
                                      int64_t limit, size_t capacity);

/* Moves the bytes that were not consumed to the beginning of the buffer. Then reads further bytes after them
 * until the buffer is full or the file ends. `begin` is then 0. Errors: TC_INPUT if the system cannot read
 * the file, or if a source has more bytes than `limit`; those of the source. */
tc_status tc_block_reader_refill(tc_block_reader *reader);

#endif
