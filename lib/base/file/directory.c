/* Directories, permissions and disk space of output files. Parent directories are created from the first to
 * the last, and another process may create them at the same time. Space is reserved with fallocate; if the
 * file system does not support fallocate, the free space is compared instead. The file size limit of the
 * process is checked separately, because exceeding it would kill the process. */
/* makes fcntl.h declare fallocate */
#define _GNU_SOURCE
#include "base/file/directory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/file/directory_read.h"
#include "base/file/file.h"
#include "base/file/path.h"

/* Creates the directory `name` if it does not exist. Another process may create it at the same time. */
static tc_status create_directory(const char *path, const char *name) {
  if (mkdir(name, 0777) == 0) {
    tc_status synced = tc_file_sync_directory(name);
    /* tc_file_sync_directory fails if the parent directory cannot be read. This error is ignored. */
    tc_status_free(&synced);
    return TC_OK;
  }
  int reason = errno;
  struct stat info;
  if (stat(name, &info) == 0 && S_ISDIR(info.st_mode)) return TC_OK;
  /* If a regular file has the name of the directory, mkdir reports "File exists". The message states the
   * actual problem instead. */
  if (reason == EEXIST) reason = ENOTDIR;
  return tc_status_create(TC_OUTPUT, "%s: cannot be written: directory %s cannot be created: %s: %s", path,
                          name, strerror(reason), tc_file_remedy(reason));
}

/* Creates the parent directories of `path` from the first to the last. `copy` is a copy of the path, which is
 * cut at each slash. On return it contains the last parent directory. */
static tc_status create_parents(const char *path, char *copy) {
  char *last = strrchr(copy, '/');
  if (!last) {
    /* The copy has room for ".", because a path without a slash has at least one character. */
    strcpy(copy, ".");
    return TC_OK;
  }
  for (char *slash = strchr(copy + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    TC_TRY(create_directory(path, copy));
    if (slash == last) return TC_OK;
    *slash = '/';
  }
  /* The path has the form "/name", so its directory is "/". */
  copy[1] = '\0';
  return TC_OK;
}

/* Creates and removes a temporary file. The function access alone is not sufficient, because it also succeeds
 * in directories in which no file can be created, such as those of /sys. For root it also succeeds on file
 * systems that deny root write access. */
static tc_status try_creation(const char *path) {
  tc_file file;
  TC_TRY(tc_file_open(path, &file));
  tc_file_discard(&file);
  return TC_OK;
}

static tc_status check_writable(const char *path, const char *directory) {
  struct stat info;
  if (stat(path, &info) == 0) {
    if (S_ISDIR(info.st_mode))
      return tc_status_create(TC_OUTPUT,
                              "%s: cannot be written: it is a directory: use the name of a file in it", path);
    if (!S_ISREG(info.st_mode))
      return tc_status_create(TC_OUTPUT,
                              "%s: cannot be written: it is a device or a pipe: use a regular file", path);
    return access(path, W_OK) == 0 ? try_creation(path) : tc_file_write_error(path, errno);
  }
  if (errno != ENOENT) return tc_file_write_error(path, errno);
  /* If the path is a symbolic link whose target does not exist, no file is created at the target, because
   * snapshots replace the link itself. */
  if (access(directory, W_OK | X_OK) == 0) return lstat(path, &info) == 0 ? TC_OK : try_creation(path);
  /* Example of the message: o/a.csv: cannot be written: directory o: Permission denied: change the
   * permissions .. */
  const int reason = errno;
  return tc_status_create(TC_OUTPUT, "%s: cannot be written: directory %s: %s: %s", path, directory,
                          strerror(reason), tc_file_remedy(reason));
}

tc_status tc_directory_prepare(const char *path) {
  size_t length = strlen(path);
  if (length == 0) return tc_status_create(TC_OUTPUT, "the name of an output file is empty: set it");
  if (path[length - 1] == '/')
    return tc_status_create(TC_OUTPUT,
                            "%s: cannot be written: it is a directory: use the name of a file in it", path);
  if (!strncmp(path, "~/", 2) && access("~", F_OK))
    return tc_status_create(TC_OUTPUT, "%s: cannot be written: there is no directory named ~%s", path,
                            tc_file_home_advice(path));
  char *copy = NULL;
  TC_TRY(TC_ALLOC(copy, length + 2));
  memcpy(copy, path, length + 1);
  tc_status status = create_parents(path, copy);
  if (!status) status = check_writable(path, copy);
  tc_free(copy);
  return status;
}

tc_status tc_file_prepare(const char *path, const char *begin, const char *kind) {
  if (!path) return TC_OK;
  TC_TRY(tc_directory_prepare(path));
  return tc_file_check_replaceable(path, tc_file_starts_with(path, begin), kind);
}

/* Writes the directory part of `path` to `directory`, or "." if there is none. Returns false if the array
 * `directory` is too small. */
static bool format_directory(const char *path, char *directory, size_t size) {
  const int length = (int)(tc_path_name(path) - path);
  return snprintf(directory, size, "%.*s", length ? length : 1, length ? path : ".") < (int)size;
}

/* Returns the error for a directory that cannot be read. A caller that ignored the error would miss files. */
static tc_status directory_error(const char *path, const char *directory, int reason) {
  return tc_status_create(TC_OUTPUT, "%s: the directory %s cannot be read: %s: %s", path, directory,
                          strerror(reason), tc_file_remedy(reason));
}

tc_status tc_directory_visit(const char *path, tc_status (*visit)(void *self, const char *name), void *self) {
  char directory[4096];
  int reason = 0;
  tc_status status = TC_OK;
  DIR *list = format_directory(path, directory, sizeof directory) ? opendir(directory) : NULL;
  if (!list) return directory_error(path, directory, errno);
  for (struct dirent *entry; !status && (entry = tc_directory_next(list, &reason));)
    status = visit(self, entry->d_name);
  closedir(list);
  return reason ? directory_error(path, directory, reason) : status;
}

static tc_status space_error(const char *path, int64_t bytes, int reason) {
  return tc_status_create(TC_OUTPUT,
                          "%s: cannot be written: %s (%.3g MB more are needed): free disk space or use "
                          "another directory",
                          path, strerror(reason), (double)bytes * 1e-6);
}

/* True if the process may write a file of `size` bytes. The system kills a process without a message if it
 * exceeds the limit. */
static bool is_below_size_limit(int64_t size) {
  struct rlimit limit;
  return getrlimit(RLIMIT_FSIZE, &limit) || limit.rlim_cur == RLIM_INFINITY ||
         (uint64_t)size <= limit.rlim_cur;
}

/* Reserves `bytes` bytes of disk space, beginning at byte `from`. Returns 0, or the errno value of the reason
 * why these bytes could not be written. */
static int reserve_bytes(int file, int64_t from, int64_t bytes) {
  /* fallocate does not check the file size limit of the process, but later writes do. */
  if (!is_below_size_limit(from + bytes)) return EFBIG;
  if (fallocate(file, FALLOC_FL_KEEP_SIZE, from, bytes) == 0) return 0;
  if (errno == ENOSPC || errno == EDQUOT || errno == EFBIG || errno == EIO) return errno;
  /* The file system does not support the reservation of blocks, so the free space is checked. */
  struct statvfs info;
  if (fstatvfs(file, &info) || info.f_blocks == 0) return 0;
  return (double)info.f_bavail * (double)info.f_frsize < (double)bytes ? ENOSPC : 0;
}

tc_status tc_file_reserve_space(const char *path, int64_t from, int64_t bytes) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return tc_file_write_error(path, errno);
  struct stat info;
  int reason = fstat(file, &info) ? errno : reserve_bytes(file, from < 0 ? info.st_size : from, bytes);
  close(file);
  return reason ? space_error(path, bytes, reason) : TC_OK;
}

tc_status tc_file_check_size_limit(const char *path, int64_t bytes) {
  const bool is_allowed = is_below_size_limit(bytes) && truncate(path, bytes) == 0 && truncate(path, 0) == 0;
  return is_allowed ? TC_OK : space_error(path, bytes, errno && is_below_size_limit(bytes) ? errno : EFBIG);
}

bool tc_directory_free_space(const char *path, dev_t *device, double *bytes) {
  char directory[4096];
  struct stat info;
  struct statvfs disk;
  if (!format_directory(path, directory, sizeof directory)) return false;
  if (stat(directory, &info) || statvfs(directory, &disk) || disk.f_blocks == 0) return false;
  *device = info.st_dev;
  *bytes = (double)(geteuid() == 0 ? disk.f_bfree : disk.f_bavail) * (double)disk.f_frsize;
  return true;
}

void tc_file_release_space(const char *path) {
  struct stat info;
  /* If truncate fails, reserved blocks remain on the disk. This has no other consequence. */
  if (stat(path, &info) == 0 && truncate(path, info.st_size)) return;
}
