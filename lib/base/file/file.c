/* Output files. The temporary name is the final name (cut to 200 bytes), a hash of path, process and time,
 * and ".tmp". The temporary file is created with O_EXCL, so two processes never share it. It is synchronised
 * before it is renamed, because a rename may otherwise reach the disk before the data. */
#include "base/file/file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "base/file/directory.h"
#include "base/file/path.h"
#include "base/numeric/hash.h"

enum { links_max = 40, name_max = 200, attempts_max = 100 };

tc_status tc_file_write_error(const char *path, int reason) {
  /* Example of the message: a.csv: cannot be written: No space left on device: free disk space or use .. */
  return tc_status_create(TC_OUTPUT, "%s: cannot be written: %s: %s", path, strerror(reason ? reason : EIO),
                          tc_file_remedy(reason));
}

/* Returns the length of the directory part of a path, including the last slash. */
static size_t directory_length(const char *path) { return (size_t)(tc_path_name(path) - path); }

/* Replaces *path by the target of the link at *path, relative to the link's directory. */
static tc_status follow_link(char **path) {
  char text[4096], *next = NULL;
  const ssize_t length = readlink(*path, text, sizeof text - 1);
  if (length < 0) return tc_file_write_error(*path, errno);
  text[length] = '\0';
  const size_t directory = text[0] == '/' ? 0 : directory_length(*path);
  TC_TRY(tc_alloc_text("next", &next, "%.*s%s", (int)directory, *path, text));
  tc_free(*path);
  *path = next;
  return TC_OK;
}

tc_status tc_file_resolve_links(const char *path, char **out) {
  char *resolved = NULL;
  struct stat info;
  tc_status status = tc_alloc_text("at", &resolved, "%s", path);
  for (int links = 0; !status && lstat(resolved, &info) == 0 && S_ISLNK(info.st_mode); links++)
    status = links < links_max ? follow_link(&resolved) : tc_file_write_error(path, ELOOP);
  if (status)
    tc_free(resolved);
  else
    *out = resolved;
  return status;
}

/* Formats a temporary name. Two runs on different nodes may have the same process number. If the name is in
 * use, the caller increases `attempt` to get another name. */
static void format_temporary_name(const char *path, int attempt, char *out, size_t size) {
  const size_t directory = directory_length(path);
  const double now = tc_now_s();
  uint64_t seed = tc_hash_bytes((uint64_t)getpid(), &now, sizeof now);
  seed = tc_hash_mix(tc_hash_bytes(seed, path, strlen(path)) + (uint64_t)attempt);
  snprintf(out, size, "%.*s%.*s.%08x.tmp", (int)directory, path, name_max, path + directory,
           (unsigned)(seed >> 32));
}

/* Creates an empty file in the directory of `path` under a unique temporary name, open for writing. */
static tc_status create_temporary(const char *path, char **out, int *descriptor) {
  const size_t size = strlen(path) + 16;
  char *name = NULL;
  int file = -1;
  TC_TRY(tc_alloc(size, 1, "the name of a temporary file", &name));
  for (int attempt = 0; file < 0 && attempt < attempts_max; attempt++) {
    format_temporary_name(path, attempt, name, size);
    file = open(name, O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY | O_CLOEXEC, 0666);
    if (file < 0 && errno != EEXIST) break;
  }
  if (file < 0) {
    const int reason = errno;
    tc_free(name);
    return tc_file_write_error(path, reason);
  }
  *out = name;
  *descriptor = file;
  return TC_OK;
}

tc_status tc_file_open(const char *path, tc_file *file) {
  int descriptor = -1;
  *file = (tc_file){NULL, NULL, NULL};
  tc_status status = tc_file_resolve_links(path, &file->path);
  if (!status) status = create_temporary(file->path, &file->temporary, &descriptor);
  if (!status && !(file->out = fdopen(descriptor, "w"))) {
    status = tc_file_write_error(path, errno);
    close(descriptor);
  }
  if (status) tc_file_discard(file);
  errno = 0;
  return status;
}

tc_status tc_file_sync(tc_file *file) {
  /* If a write has failed, errno usually still contains the reason. */
  int reason = ferror(file->out) ? (errno ? errno : EIO) : 0;
  if (fflush(file->out) && !reason) reason = errno;
  /* fsync fails with EINVAL if the file is of a kind that cannot be synchronised. This error is ignored. */
  if (!reason && fsync(fileno(file->out)) && errno != EINVAL) reason = errno;
  if (fclose(file->out) && !reason) reason = errno;
  file->out = NULL;
  if (!reason) return TC_OK;
  tc_status status = tc_file_write_error(file->path, reason);
  tc_file_discard(file);
  return status;
}

tc_status tc_file_replace(const char *from, const char *to) {
  struct stat existing;
  /* This check is needed because rename would also replace a device. */
  if (lstat(to, &existing) == 0 && !S_ISREG(existing.st_mode) && !S_ISDIR(existing.st_mode) &&
      !S_ISLNK(existing.st_mode))
    return tc_file_write_error(to, EEXIST);
  if (stat(to, &existing) == 0 && chmod(from, existing.st_mode & 0777)) {
  } /* An error of chmod is ignored. The file then has the default permissions, as on file systems without
       permissions. */
  return rename(from, to) ? tc_file_write_error(to, errno) : TC_OK;
}

tc_status tc_file_publish(tc_file *file) {
  const tc_status status = tc_file_replace(file->temporary, file->path);
  if (!status) tc_free(file->temporary);
  if (!status) file->temporary = NULL;
  tc_file_discard(file);
  return status;
}

tc_status tc_file_sync_directory(const char *path) {
  char name[4096];
  const size_t length = directory_length(path);
  if (length + 2 > sizeof name) return tc_file_write_error(path, ENAMETOOLONG);
  snprintf(name, sizeof name, "%.*s.", (int)length, path);
  const int directory = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) return tc_file_write_error(path, errno);
  const int reason = fsync(directory) && errno != EINVAL ? errno : 0;
  close(directory);
  return reason ? tc_file_write_error(path, reason) : TC_OK;
}

tc_status tc_file_commit(tc_file *file) {
  TC_TRY(tc_file_sync(file));
  return tc_file_publish(file);
}

void tc_file_discard(tc_file *file) {
  if (file->out) fclose(file->out);
  if (file->temporary) unlink(file->temporary);
  tc_free(file->temporary);
  tc_free(file->path);
  *file = (tc_file){NULL, NULL, NULL};
}

/* ---- temporary files of killed processes ---- */

typedef struct removal {
  const char *path;
  double age_s;
  tc_file_name_test *is_own;
  const void *self;
} removal;

/* True if the file was last changed more than `age_s` seconds ago. */
static bool is_older(const char *path, double age_s) {
  struct stat info;
  return stat(path, &info) == 0 && difftime(time(NULL), info.st_mtime) >= age_s;
}

/* Removes the file `name` if it is a temporary file of one of the outputs and was not changed recently. */
static tc_status remove_temporary(void *self, const char *name) {
  static const char pattern[] = ".hhhhhhhh.tmp";
  const removal *r = self;
  const size_t suffix_length = sizeof pattern - 1, length = strlen(name),
               directory = directory_length(r->path);
  char output_name[512], path[4096];
  if (length <= suffix_length || length >= sizeof output_name) return TC_OK;
  for (size_t i = 0; i < suffix_length; i++) {
    const char c = name[length - suffix_length + i];
    if (pattern[i] == 'h' ? !strchr("0123456789abcdef", c) : c != pattern[i]) return TC_OK;
  }
  snprintf(output_name, sizeof output_name, "%.*s", (int)(length - suffix_length), name);
  if (!r->is_own(r->self, output_name)) return TC_OK;
  const int bytes = snprintf(path, sizeof path, "%.*s%s", (int)directory, r->path, name);
  if (bytes < (int)sizeof path && (r->age_s <= 0.0 || is_older(path, r->age_s))) unlink(path);
  return TC_OK;
}

tc_status tc_file_remove_temporaries(const char *path, double age_s, tc_file_name_test *is_own,
                                     const void *self) {
  removal r = {path, age_s, is_own, self};
  return tc_directory_visit(path, remove_temporary, &r);
}

/* ---- existing files ---- */

bool tc_file_has_bytes(const char *path, int64_t at, const char *text) {
  char bytes[256];
  const size_t length = strlen(text);
  struct stat info;
  const int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return false;
  bool is_equal = length <= sizeof bytes && fstat(file, &info) == 0 && S_ISREG(info.st_mode) &&
                  info.st_size >= (off_t)length;
  const off_t from = is_equal && at < 0 ? info.st_size - (off_t)length : (off_t)at;
  is_equal =
      is_equal && pread(file, bytes, length, from) == (ssize_t)length && memcmp(bytes, text, length) == 0;
  close(file);
  return is_equal;
}

bool tc_file_starts_with(const char *path, const char *text) { return tc_file_has_bytes(path, 0, text); }
bool tc_file_ends_with(const char *path, const char *text) { return tc_file_has_bytes(path, -1, text); }

tc_status tc_file_check_new(const char *path) {
  struct stat info;
  if (stat(path, &info) || info.st_size == 0) return TC_OK;
  return tc_status_create(TC_OUTPUT, "%s: exists: use --force to replace it, or write another file", path);
}

tc_status tc_file_check_replaceable(const char *path, bool is_own, const char *kind) {
  struct stat info;
  if (is_own || stat(path, &info) || (S_ISREG(info.st_mode) && info.st_size == 0)) return TC_OK;
  return tc_status_create(TC_OUTPUT,
                          "%s: exists and is not %s, so it is not overwritten: remove it or use another file",
                          path, kind);
}
