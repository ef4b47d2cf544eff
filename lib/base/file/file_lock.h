/* Locks on file names, so that no two runs write the same file. Acquired for snapshots and other outputs
 * before a run computes anything, and released at the end of the run. Imports of meshes wait for the lock of
 * their mesh file instead. The system releases a lock when its process ends, even after a crash. Not
 * collective. */
#ifndef TC_BASE_FILE_FILE_LOCK_H
#define TC_BASE_FILE_FILE_LOCK_H

#include <stdbool.h>

#include "base/core/status.h"

/* A lock on an output. Zero-initialise before use. */
typedef struct tc_file_lock {
  char *path; /* path of the locked, empty file; owned; NULL if no lock is held */
  int file;   /* descriptor of the open file; -1 if the file system does not support locks */
} tc_file_lock;

/* Creates the file at `path` and locks it. `output` is the name of the output file that the lock protects,
 * for messages. A lock file that remains at `path` after its process has ended is reused. Errors: TC_OUTPUT
 * if another process holds the lock, if the file cannot be created, or if `path` is something other than an
 * empty regular file. */
tc_status tc_file_lock_acquire(const char *path, const char *output, tc_file_lock *lock);

/* Acquires the lock like tc_file_lock_acquire, but waits if another process holds it. The system wakes this
 * process when the other one releases the lock or ends. Calls `before_wait` with `self` once before it waits,
 * so that the caller can inform the user. The caller must not hold the lock already. Errors: those of
 * tc_file_lock_acquire, except that of a lock that another process holds. */
tc_status tc_file_lock_wait(const char *path, const char *output, void (*before_wait)(void *self), void *self,
                            tc_file_lock *lock);

/* True if a lock is held. False if the file system does not support locks; nothing then prevents a second
 * run. */
bool tc_file_lock_is_supported(const tc_file_lock *lock);

/* Releases the lock and removes its file. Allowed in any state. */
void tc_file_lock_release(tc_file_lock *lock);

#endif
