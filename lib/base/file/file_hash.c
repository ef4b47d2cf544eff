#include "base/file/file_hash.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/file/file.h"
#include "base/numeric/hash.h"

enum { buffer_bytes = 1 << 15 };

/* Fills the whole buffer, except at the end of the file. All blocks but the last then have a multiple of 8
 * bytes, so that their combined hash is that of the whole file. */
static tc_status fill_buffer(int file, const char *path, char *buffer, size_t *bytes) {
  *bytes = 0;
  while (*bytes < buffer_bytes) {
    const ssize_t n = read(file, buffer + *bytes, buffer_bytes - *bytes);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0)
      return tc_status_create(TC_INPUT, "%s: cannot be read: %s: check the disk", path, strerror(errno));
    if (n == 0) break;
    *bytes += (size_t)n;
  }
  return TC_OK;
}

static tc_status hash_file(const char *path, uint64_t *hash) {
  char buffer[buffer_bytes];
  int file = -1;
  int64_t size;
  size_t bytes;
  tc_status status = TC_OK;
  *hash = 0;
  TC_TRY(tc_file_open_regular(path, TC_INPUT, &file, &size));
  do {
    TC_GUARD(status, fill_buffer(file, path, buffer, &bytes));
    *hash = tc_hash_bytes(*hash, buffer, bytes);
  } while (bytes == buffer_bytes);
cleanup:
  close(file);
  return status;
}

tc_status tc_file_hash(const char *const *files, uint64_t *hash) {
  uint64_t all = 0, one = 0;
  for (int i = 0; files[i]; i++) {
    TC_TRY(hash_file(files[i], &one));
    all = tc_hash_bytes(all, &one, sizeof one);
  }
  *hash = files[0] && !files[1] ? one : all;
  return TC_OK;
}
