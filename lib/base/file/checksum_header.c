/* Checksum header. All bytes of the header follow from kind, size and checksum, so comparing all bytes with a
 * newly formatted header verifies all three. Files are read with pread in blocks of 1 MiB, and short reads
 * and interrupted calls are repeated. */
#include "base/file/checksum_header.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/file/file.h"
#include "base/numeric/hash.h"

enum { block_bytes = 1 << 20 };

/* Reads up to `count` bytes and returns the number read, which is smaller only at the end of the file.
 * Returns -1 with errno on an error. */
static int64_t read_at(int file, void *out, int64_t count, int64_t at) {
  int64_t total = 0;
  while (total < count) {
    const ssize_t bytes_read = pread(file, (char *)out + total, (size_t)(count - total), at + total);
    if (bytes_read < 0 && errno == EINTR) continue;
    if (bytes_read < 0) return -1;
    if (bytes_read == 0) break;
    total += bytes_read;
  }
  return total;
}

static uint64_t hash_words(const double *word, int64_t words, int64_t first) {
  uint64_t sum = 0;
  for (int64_t w = 0; w < words; w++) sum += tc_hash_element((uint64_t)(first + w), word[w]);
  return sum;
}

static tc_status hash_blocks(int file, const char *path, tc_code code, int64_t from, int64_t to,
                             double *buffer, uint64_t *sum) {
  while (from < to) {
    const int64_t count = to - from < block_bytes ? to - from : block_bytes;
    errno = 0;
    if (read_at(file, buffer, count, from) != count) return tc_file_read_error(path, code, errno);
    const int64_t words = (count + 7) / 8;
    memset((char *)buffer + count, 0, (size_t)(8 * words - count));
    *sum += hash_words(buffer, words, from / 8);
    from += count;
  }
  return TC_OK;
}

tc_status tc_checksum_add_file(int file, const char *path, tc_code code, int64_t from, int64_t to,
                               uint64_t *sum) {
  double *buffer = NULL;
  TC_TRY(TC_ALLOC(buffer, block_bytes / 8));
  const tc_status status = hash_blocks(file, path, code, from, to, buffer, sum);
  tc_free(buffer);
  return status;
}

/* Fills the first block of a file with its kind, size and checksum, followed by zeros. */
static void format_block(const char *kind, int64_t bytes, uint64_t sum,
                         char block[TC_CHECKSUM_HEADER_BYTES]) {
  memset(block, 0, TC_CHECKSUM_HEADER_BYTES);
  snprintf(block, TC_CHECKSUM_HEADER_BYTES, "%s\n%" PRId64 " bytes, hash %016" PRIx64 "\n", kind, bytes, sum);
}

static bool query_size(int file, int64_t *bytes) {
  struct stat info;
  const bool is_known = fstat(file, &info) == 0;
  *bytes = is_known ? (int64_t)info.st_size : 0;
  return is_known;
}

tc_status tc_checksum_header_write(int file, const char *path, const char *kind, uint64_t sum) {
  char block[TC_CHECKSUM_HEADER_BYTES];
  int64_t bytes;
  errno = 0;
  bool written = query_size(file, &bytes);
  format_block(kind, bytes, sum, block);
  written = written && pwrite(file, block, sizeof block, 0) == (ssize_t)sizeof block;
  return written ? TC_OK : tc_file_write_error(path, errno ? errno : ENOSPC);
}

/* Returns the error for a file of another kind. If the first line of the file differs from `kind` only in the
 * number at its end, the file has another format version, and the message states so. */
static tc_status kind_error(const char *path, const char *kind, const char *block) {
  const char *number = strrchr(kind, ' ');
  const size_t prefix_length = number ? (size_t)(number - kind) + 1 : 0,
               digits = strspn(block + prefix_length, "0123456789");
  if (prefix_length > 0 && strncmp(block, kind, prefix_length) == 0 && digits > 0 &&
      block[prefix_length + digits] == '\n')
    return tc_status_create(TC_INPUT,
                            "%s: has format %.*s, but this version reads format %s: use the version that "
                            "wrote it",
                            path, (int)digits, block + prefix_length, number + 1);
  return tc_status_create(TC_INPUT,
                          "%s: does not begin with '%s', so it is damaged or another file: remove it", path,
                          kind);
}

/* Checks the header and the checksum of an open file of `bytes` bytes. */
static tc_status check_file(int file, const char *path, const char *kind, int64_t bytes) {
  char block[TC_CHECKSUM_HEADER_BYTES + 1] = {0}, expected[TC_CHECKSUM_HEADER_BYTES];
  const size_t length = strlen(kind);
  uint64_t sum = 0;
  errno = 0;
  if (read_at(file, block, TC_CHECKSUM_HEADER_BYTES, 0) < 0) return tc_file_read_error(path, TC_INPUT, errno);
  if (strncmp(block, kind, length) != 0 || block[length] != '\n') return kind_error(path, kind, block);
  TC_TRY(tc_checksum_add_file(file, path, TC_INPUT, TC_CHECKSUM_HEADER_BYTES, bytes, &sum));
  format_block(kind, bytes, sum, expected);
  if (memcmp(block, expected, sizeof expected) == 0) return TC_OK;
  return tc_status_create(TC_INPUT,
                          "%s: is damaged: its %" PRId64
                          " bytes differ from what was written: restore or remove the file",
                          path, bytes);
}

tc_status tc_checksum_header_check(const char *path, const char *kind) {
  int file = -1;
  int64_t bytes;
  TC_TRY(tc_file_open_regular(path, TC_INPUT, &file, &bytes));
  const tc_status status = check_file(file, path, kind, bytes);
  close(file);
  return status;
}
