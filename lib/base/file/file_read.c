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

static const char lfs_pointer_begin[] = "version https://git-lfs.github.com/spec/";

const char *tc_file_remedy(int reason) {
  switch (reason) {
  case ENOENT:
  case ENOTDIR: return "correct the path";
  case EACCES:
  case EPERM: return "change the permissions or use another file";
  case EROFS: return "use a directory that can be written";
  case ENOSPC:
  case EDQUOT: return "free disk space or use another directory";
  case EFBIG: return "increase the limit of file sizes (ulimit -f) or use another file system";
  case EISDIR: return "use the name of a file";
  case EEXIST: return "remove it or use another file";
  case ENAMETOOLONG: return "use a shorter path";
  case ELOOP: return "correct the symbolic links";
  case EMFILE:
  case ENFILE: return "increase the limit of open files (ulimit -n)";
  default: return "check the disk";
  }
}

tc_status tc_file_read_error(const char *path, tc_code code, int reason) {
  return tc_status_create(code, "%s: cannot be read: %s: %s", path, strerror(reason ? reason : EIO),
                          tc_file_remedy(reason));
}

/* Returns the error of a file that cannot be opened. Example: in/a.yaml: cannot be opened: No such file or
 * directory: correct the path */
static tc_status open_error(const char *path, tc_code code, int reason) {
  const char *advice = tc_file_home_advice(path);
  return tc_status_create(code, "%s: cannot be opened: %s%s%s", path, strerror(reason), *advice ? "" : ": ",
                          *advice ? advice : tc_file_remedy(reason));
}

/* Returns an error if the file is a Git LFS pointer, a small text that replaces a large file in a clone
 * without Git LFS. */
static tc_status check_lfs_pointer(const char *path, tc_code code, int file) {
  char begin[sizeof lfs_pointer_begin - 1];
  if (pread(file, begin, sizeof begin, 0) != (ssize_t)sizeof begin) return TC_OK;
  if (memcmp(begin, lfs_pointer_begin, sizeof begin) != 0) return TC_OK;
  return tc_status_create(code,
                          "%s: is a Git LFS pointer instead of the file: run git lfs pull in its repository",
                          path);
}

const char *tc_file_home_advice(const char *path) {
  return *path == '~' ? "; ~ is not expanded: write the path of the home directory" : "";
}

tc_status tc_file_open_regular(const char *path, tc_code code, int *descriptor, int64_t *bytes) {
  struct stat info;
  const int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0 || fstat(file, &info)) {
    const int reason = errno;
    if (file >= 0) close(file);
    return open_error(path, code, reason);
  }
  if (!S_ISREG(info.st_mode)) {
    close(file);
    return tc_status_create(code,
                            "%s: is not a regular file (a directory, device or pipe): use the name of a file",
                            path);
  }
  tc_status status = check_lfs_pointer(path, code, file);
  if (status) {
    close(file);
    return status;
  }
  *descriptor = file;
  *bytes = info.st_size;
  return TC_OK;
}

/* Buffer for the content of a file that is being read. */
typedef struct read_buffer {
  const char *path;
  tc_code code;
  char *text; /* [capacity + 1] content that was read so far, ended by NUL */
  size_t capacity, bytes;
} read_buffer;

/* Reads until the end of the file or until the buffer is full. */
static tc_status fill_buffer(read_buffer *r, int file) {
  for (ssize_t bytes_read = 1; r->bytes < r->capacity && bytes_read; r->bytes += (size_t)bytes_read)
    if ((bytes_read = read(file, r->text + r->bytes, r->capacity - r->bytes)) < 0)
      return tc_file_read_error(r->path, r->code, errno);
  return TC_OK;
}

static tc_status grow_buffer(read_buffer *r, size_t capacity) {
  char *text = NULL;
  TC_TRY(tc_alloc(capacity + 1, 1, r->path, &text));
  if (r->text) memcpy(text, r->text, r->bytes);
  tc_free(r->text);
  r->text = text;
  r->capacity = capacity;
  return TC_OK;
}

/* Reads the whole file. Allocates no more memory than the reported size requires, unless the file grows or
 * its reported size is 0, as for files of /proc. */
static tc_status read_all(read_buffer *r, int file, size_t reported_bytes, size_t bytes_max) {
  enum { buffer_min = 4096 };
  for (size_t capacity = reported_bytes + 1 > buffer_min ? reported_bytes + 1 : buffer_min;; capacity *= 2) {
    TC_TRY(grow_buffer(r, capacity < bytes_max + 1 ? capacity : bytes_max + 1));
    TC_TRY(fill_buffer(r, file));
    if (r->bytes > bytes_max)
      return tc_status_create(r->code, "%s: is larger than %zu bytes: use a smaller file", r->path,
                              bytes_max);
    if (r->bytes < r->capacity) break;
  }
  r->text[r->bytes] = '\0';
  if (strlen(r->text) == r->bytes) return TC_OK;
  return tc_status_create(r->code, "%s: is not a text file (it contains a NUL byte): use a text file",
                          r->path);
}

tc_status tc_file_read_text(const char *path, size_t bytes_max, tc_code code, char **out) {
  read_buffer r = {.path = path, .code = code};
  int file = -1;
  int64_t bytes;
  TC_TRY(tc_file_open_regular(path, code, &file, &bytes));
  const tc_status status = read_all(&r, file, (size_t)bytes, bytes_max);
  close(file);
  if (status)
    tc_free(r.text);
  else
    *out = r.text;
  return status;
}
