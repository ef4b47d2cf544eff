/* Reading of whole files. Files are opened without blocking and must be regular. The buffer first has the
 * size that the system reports for the file. It doubles while data remain, because a file may grow, and
 * because files of /proc are reported to have 0 bytes. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/file/file.h"

static const char pointer_begin[] = "version https://git-lfs.github.com/spec/";

static tc_status open_error(const char *path, tc_code code, int reason) {
  return tc_status_create(code, "%s: cannot be opened: %s%s", path, strerror(reason),
                          tc_file_home_advice(path));
}

/* Checks for a Git LFS pointer: a clone without Git LFS contains small texts instead of large files. */
static tc_status check_pointer(const char *path, tc_code code, int file) {
  char begin[sizeof pointer_begin - 1];
  if (pread(file, begin, sizeof begin, 0) != (ssize_t)sizeof begin) return TC_OK;
  if (memcmp(begin, pointer_begin, sizeof begin) != 0) return TC_OK;
  return tc_status_create(code, "%s: is a Git LFS pointer in place of the file: run git lfs pull there",
                          path);
}

const char *tc_file_home_advice(const char *path) {
  return *path == '~' ? "; ~ is not expanded: write the path of the home directory" : "";
}

tc_status tc_file_open_regular(const char *path, tc_code code, int *descriptor, int64_t *bytes) {
  struct stat about;
  const int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0 || fstat(file, &about)) {
    const int reason = errno;
    if (file >= 0) close(file);
    return open_error(path, code, reason);
  }
  if (!S_ISREG(about.st_mode)) {
    close(file);
    return tc_status_create(code, "%s: is not a regular file: use one", path);
  }
  tc_status status = check_pointer(path, code, file);
  if (status) {
    close(file);
    return status;
  }
  *descriptor = file;
  *bytes = about.st_size;
  return TC_OK;
}

/* Content of a file that is being read. */
typedef struct reading {
  const char *path;
  tc_code code;
  char *text; /* [room + 1] content that was read so far, ended by NUL */
  size_t room, bytes;
} reading;

/* Reads until the end of the file or until the buffer is full. */
static tc_status fill_buffer(reading *r, int file) {
  for (ssize_t got = 1; r->bytes < r->room && got; r->bytes += (size_t)got)
    if ((got = read(file, r->text + r->bytes, r->room - r->bytes)) < 0)
      return tc_status_create(r->code, "%s: cannot be read: %s", r->path, strerror(errno));
  return TC_OK;
}

static tc_status grow_buffer(reading *r, size_t room) {
  char *text = NULL;
  TC_TRY(tc_alloc(room + 1, 1, r->path, &text));
  if (r->text) memcpy(text, r->text, r->bytes);
  tc_free(r->text);
  r->text = text;
  r->room = room;
  return TC_OK;
}

/* Reads the whole file. Allocates no more memory than the reported size requires, unless the file grows or
 * its reported size is 0, as for files of /proc. */
static tc_status read_all(reading *r, int file, size_t says, size_t most) {
  enum { least = 4096 };
  for (size_t room = says + 1 > least ? says + 1 : least;; room *= 2) {
    TC_TRY(grow_buffer(r, room < most + 1 ? room : most + 1));
    TC_TRY(fill_buffer(r, file));
    if (r->bytes > most)
      return tc_status_create(r->code, "%s: is larger than %zu bytes: use a smaller file", r->path, most);
    if (r->bytes < r->room) break;
  }
  r->text[r->bytes] = '\0';
  if (strlen(r->text) == r->bytes) return TC_OK;
  return tc_status_create(r->code, "%s: is not a text file (it contains a NUL byte): use a text file",
                          r->path);
}

tc_status tc_file_read_text(const char *path, size_t most, tc_code code, char **out) {
  reading r = {.path = path, .code = code};
  int file = -1;
  int64_t bytes;
  TC_TRY(tc_file_open_regular(path, code, &file, &bytes));
  const tc_status status = read_all(&r, file, (size_t)bytes, most);
  close(file);
  if (status)
    tc_free(r.text);
  else
    *out = r.text;
  return status;
}
