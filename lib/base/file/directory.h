/* Directories and disk space of output files. tc_directory_prepare is called before a run computes anything,
 * so that the run fails early if its output cannot be written. Disk space is reserved before each snapshot
 * and checkpoint if the file system supports reservations. No function is collective. */
#ifndef TC_BASE_FILE_DIRECTORY_H
#define TC_BASE_FILE_DIRECTORY_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/core/status.h"

/* Creates the missing directories of `path` and checks that a regular file can be written there. An existing
 * file is not changed. Errors: TC_OUTPUT with the system's reason if a directory cannot be created or written
 * to, or if `path` names something other than a regular file. */
tc_status tc_directory_prepare(const char *path);

/* Prepares the output file `path` before the work. Calls tc_directory_prepare and checks that an existing
 * file may be replaced: it must be empty or begin with the text `begin`. `kind` names such files in the
 * message, for example "a report of Tetracast". Does nothing if `path` is NULL. Errors: TC_OUTPUT. */
tc_status tc_file_prepare(const char *path, const char *begin, const char *kind);

/* Calls `visit` for each name in the directory of `path` until it returns an error. Errors: those of `visit`;
 * TC_OUTPUT if the directory cannot be read. */
tc_status tc_directory_visit(const char *path, tc_status (*visit)(void *self, const char *name), void *self);

/* Ensures that `bytes` bytes (> 0) can be written to the existing file at `path`, starting at byte `from`, or
 * at the end of the file if `from` is -1. Reserves the blocks without changing the file's size if the file
 * system supports it. Otherwise checks the free space. tc_file_release_space returns reserved blocks that
 * remain unused to the file system. Errors: TC_OUTPUT with the system's reason and the number of bytes. */
tc_status tc_file_reserve_space(const char *path, int64_t from, int64_t bytes);

/* Checks that the existing, empty file at `path` could grow to `bytes` bytes. Checks the limits of the file
 * system and of the process, but not the free space. Errors: TC_OUTPUT with the system's reason and the
 * number of bytes. */
tc_status tc_file_check_size_limit(const char *path, int64_t bytes);

/* Finds the file system that contains the directory of `path`, which must exist. Returns its free space in
 * *bytes and its device number in *device. Returns false if they are not available. */
bool tc_directory_free_space(const char *path, dev_t *device, double *bytes);

/* Releases reserved blocks beyond the end of the file. Does nothing if there are none. */
void tc_file_release_space(const char *path);

#endif
