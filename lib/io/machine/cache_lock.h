/* Locks for files in the directory of the machine cache, which several jobs may update at the same time on a
 * shared directory. job_records.c and machine_cache_update.c hold a lock while they write. Readers need no
 * lock, because files are renamed to their names when they are complete. Not collective. */
#ifndef TC_IO_MACHINE_CACHE_LOCK_H
#define TC_IO_MACHINE_CACHE_LOCK_H

#include "base/core/status.h"
#include "base/file/file_lock.h"

/* Creates the directory of `path` if it does not exist, and acquires the lock PATH.lock. If another process
 * holds the lock, tries again every 50 ms for 2 s. The caller releases the lock with tc_file_lock_release.
 * Errors: those of tc_file_lock_acquire; TC_OUTPUT if the directory cannot be created. */
tc_status tc_cache_lock_acquire(const char *path, tc_file_lock *lock);

#endif
