#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"

tc_status tc_file_open_regular(const char *path, tc_code code, int *descriptor, int64_t *bytes) {
  struct stat about;
  const int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0 || fstat(file, &about)) {
    const int reason = errno;
    if (file >= 0) close(file);
    return tc_status_make(code, "%s: cannot be opened: %s", path, strerror(reason));
  }
  if (!S_ISREG(about.st_mode)) {
    close(file);
    return tc_status_make(code, "%s: is not a regular file: name a text file", path);
  }
  *descriptor = file;
  *bytes = about.st_size;
  return TC_OK;
}

/* Reads until the end or until `most` bytes are there; -1: errno says why. */
static ssize_t read_bytes(int file, char *out, size_t most) {
  size_t n = 0;
  for (ssize_t got = 1; n < most && got; n += (size_t)got)
    if ((got = read(file, out + n, most - n)) < 0) return -1;
  return (ssize_t)n;
}

tc_status tc_file_read_text(const char *path, size_t most, tc_code code, char **out) {
  int file = -1;
  int64_t bytes;
  char *text = NULL;
  tc_status status = TC_OK;
  TC_TRY(tc_file_open_regular(path, code, &file, &bytes));
  TC_GUARD(status, tc_alloc(most + 2, 1, path, &text));
  const ssize_t n = read_bytes(file, text, most + 1);
  if (n < 0) TC_GUARD(status, tc_status_make(code, "%s: cannot be read: %s", path, strerror(errno)));
  if ((size_t)n > most) TC_GUARD(status, tc_status_make(code, "%s: larger than %zu bytes", path, most));
  text[n] = '\0';
  if (strlen(text) != (size_t)n)
    TC_GUARD(status, tc_status_make(code, "%s: is not a text file (it holds a NUL byte)", path));
  *out = text;
  text = NULL;
cleanup:
  tc_free(text);
  close(file);
  return status;
}
