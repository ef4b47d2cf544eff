/* Locks on names of files, so that no two runs write the same one. A lock ends with the process that holds
 * it, however that ends. Not collective. */
#ifndef TC_BASE_FILE_FILE_LOCK_H
#define TC_BASE_FILE_FILE_LOCK_H

#include <stdbool.h>

#include "base/core/status.h"

/* Zeroed before use. */
typedef struct tc_file_lock {
  char *path; /* of the file that is locked, an empty one; NULL: nothing is held */
  int file;   /* descriptor; -1: this file system has no locks */
} tc_file_lock;

/* Makes the file at `path` and locks it. of: what must not be written twice, for messages. What a process
 * that died has left at `path` is in nobody's way. Errors: TC_OUTPUT, another process holds it; the file
 * cannot be made, or something else is there. */
tc_status tc_file_lock_acquire(const char *path, const char *of, tc_file_lock *lock);

/* Whether the file system has locks: if not, nobody keeps a second run out. */
bool tc_file_lock_is_supported(const tc_file_lock *lock);

/* Gives it back, and the file goes. Fine in any state. */
void tc_file_lock_release(tc_file_lock *lock);

#endif
