#include "io/machine/cache_lock.h"

#include <errno.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/file/directory.h"

/* A job waits for the lock at most 40 times 50 ms. It stops waiting if the lock file does not exist in ten
 * successive attempts. A single absence is normal, because the process that held the lock may just have
 * removed the file. */
enum { lock_pauses = 40, absences_max = 10 };
static const struct timespec lock_pause = {0, 50000000};

/* True if the lock may be available later. Returns false if `path` is not a lock file of this user. Also
 * returns false if the file still does not exist after several attempts, because it cannot be created. */
static bool can_retry(const char *path, int *absences) {
  struct stat info;
  if (lstat(path, &info)) return errno == ENOENT && ++*absences < absences_max;
  *absences = 0;
  return S_ISREG(info.st_mode) && info.st_size == 0 && info.st_uid == geteuid();
}

static tc_status wait_for_lock(const char *name, const char *path, tc_file_lock *lock) {
  for (int pauses = 0, absences = 0;; pauses++) {
    tc_status status = tc_file_lock_acquire(name, path, lock);
    if (!status || !can_retry(name, &absences) || pauses == lock_pauses) return status;
    tc_status_free(&status);
    nanosleep(&lock_pause, NULL);
  }
}

tc_status tc_cache_lock_acquire(const char *path, tc_file_lock *lock) {
  char *name = NULL;
  TC_TRY(tc_directory_prepare(path));
  TC_TRY(tc_alloc_text("the name of a lock", &name, "%s.lock", path));
  const tc_status status = wait_for_lock(name, path, lock);
  tc_free(name);
  return status;
}
