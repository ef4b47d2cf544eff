/* makes fcntl.h declare F_OFD_SETLK */
#define _GNU_SOURCE
#include "base/file/file_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/file/file.h"

/* Returns the error of a lock file that cannot be locked. Example: out/a.csv.lock: cannot be locked:
 * Permission denied: remove it if no run uses it */
static tc_status system_error(const tc_file_lock *lock, int reason, bool exists) {
  return tc_status_create(TC_OUTPUT, "%s: cannot be locked: %s: %s", lock->path, strerror(reason),
                          exists ? "remove it if no run uses it" : tc_file_remedy(reason));
}

/* Behaviour while waiting for a lock that another process holds. If `before_wait` is NULL, the process does
 * not wait but returns an error. */
typedef struct waiter {
  void (*before_wait)(void *self);
  void *self;
  bool has_waited;
} waiter;

/* Calls w->before_wait before the first wait, waits until no other process holds the lock, and then locks the
 * file. Returns false with errno on error. */
static bool wait_for_lock(const tc_file_lock *lock, waiter *w) {
  struct flock whole_file = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  int result;
  if (!w->has_waited) w->before_wait(w->self);
  w->has_waited = true;
  do result = fcntl(lock->file, F_OFD_SETLKW, &whole_file);
  while (result && errno == EINTR);
  return result == 0;
}

/* Locks the open file description (F_OFD_SETLK) and not the process, so that closing another descriptor of
 * the file does not release the lock. Returns false with errno on error. */
static bool lock_description(const tc_file_lock *lock, waiter *w) {
  struct flock whole_file = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  if (fcntl(lock->file, F_OFD_SETLK, &whole_file) == 0) return true;
  return (errno == EAGAIN || errno == EACCES) && w->before_wait && wait_for_lock(lock, w);
}

/* Locks the open file. On file systems that do not support locks, succeeds without a lock. */
static tc_status lock_file(tc_file_lock *lock, const char *output, waiter *w) {
  if (lock_description(lock, w)) return TC_OK;
  const int reason = errno;
  close(lock->file);
  lock->file = -1;
  if (reason == EAGAIN || reason == EACCES)
    return tc_status_create(TC_OUTPUT,
                            "%s: another run is writing it (it holds the lock %s): wait for it or use "
                            "another file",
                            output, lock->path);
  if (reason == ENOLCK || reason == ENOSYS || reason == EOPNOTSUPP || reason == EINVAL) {
    unlink(lock->path);
    return TC_OK;
  }
  return system_error(lock, reason, false);
}

/* True if the locked file is still the file at lock->path. The previous holder of the lock may have removed
 * the file between opening and locking. */
static bool is_current(const tc_file_lock *lock) {
  struct stat locked, named;
  return fstat(lock->file, &locked) == 0 && stat(lock->path, &named) == 0 && locked.st_ino == named.st_ino &&
         locked.st_dev == named.st_dev;
}

/* Returns the error for a file that cannot be opened: a directory, a link, or a file of another user. */
static tc_status open_error(const tc_file_lock *lock, int reason) {
  struct stat info;
  return system_error(lock, reason, lstat(lock->path, &info) == 0);
}

static tc_status open_lock(tc_file_lock *lock) {
  struct stat info;
  const int file = open(lock->path, O_CREAT | O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
  if (file < 0) return open_error(lock, errno);
  if (fstat(file, &info) || !S_ISREG(info.st_mode) || info.st_size) {
    close(file);
    return tc_status_create(TC_OUTPUT,
                            "%s: cannot be locked: it is not a lock file: remove it or use another output "
                            "file",
                            lock->path);
  }
  lock->file = file;
  return TC_OK;
}

static tc_status lock_current_file(tc_file_lock *lock, const char *output, waiter *w) {
  for (;;) {
    TC_TRY(open_lock(lock));
    TC_TRY(lock_file(lock, output, w));
    if (lock->file < 0 || is_current(lock)) return TC_OK;
    close(lock->file);
    lock->file = -1;
  }
}

static tc_status acquire_lock(const char *path, const char *output, waiter *w, tc_file_lock *lock) {
  lock->file = -1;
  TC_TRY(tc_alloc_text("the name of a lock", &lock->path, "%s", path));
  const tc_status status = lock_current_file(lock, output, w);
  if (status) tc_file_lock_release(lock);
  return status;
}

tc_status tc_file_lock_acquire(const char *path, const char *output, tc_file_lock *lock) {
  return acquire_lock(path, output, &(waiter){NULL, NULL, false}, lock);
}

tc_status tc_file_lock_wait(const char *path, const char *output, void (*before_wait)(void *self), void *self,
                            tc_file_lock *lock) {
  return acquire_lock(path, output, &(waiter){before_wait, self, false}, lock);
}

bool tc_file_lock_is_supported(const tc_file_lock *lock) { return lock->path && lock->file >= 0; }

void tc_file_lock_release(tc_file_lock *lock) {
  if (tc_file_lock_is_supported(lock)) {
    /* Removes the file before the unlock, because a waiting process checks that its file still exists. */
    unlink(lock->path);
    close(lock->file);
  }
  tc_free(lock->path);
  *lock = (tc_file_lock){.file = -1};
}
