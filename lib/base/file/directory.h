/* Places where files are to be written. Nothing here is collective. */
#ifndef TC_BASE_FILE_DIRECTORY_H
#define TC_BASE_FILE_DIRECTORY_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/core/status.h"

/* Makes the missing folders above `path` and checks that a regular file can be written there: an existing one
 * is left as it is. Errors, TC_OUTPUT, with the system's reason: a folder cannot be made or written to, path
 * names something that is not a regular file. */
tc_status tc_directory_prepare(const char *path);

/* Makes sure that `bytes` (> 0) can be written to the existing file from the offset `from` (-1: its end) on,
 * so that later writing cannot fail for want of room: reserves the blocks where the file system can do that
 * (the size stays), else asks how much is free. What is not used beyond the end is given back by
 * tc_file_release_space. Errors: TC_OUTPUT with the system's reason and the bytes. */
tc_status tc_file_reserve_space(const char *path, int64_t from, int64_t bytes);

/* Whether a file of so many bytes can exist in the place of the existing, empty file: limits of the file
 * system and of the process, not room. Errors: TC_OUTPUT with the system's reason and the bytes. */
tc_status tc_file_check_size_limit(const char *path, int64_t bytes);

/* What is free on the file system of the folder of `path`, which is there, and which file system that is.
 * False: it does not say. */
bool tc_directory_free_space(const char *path, dev_t *device, double *bytes);

/* Gives reserved blocks beyond the end of the file back. Nothing happens when that is impossible. */
void tc_file_release_space(const char *path);

#endif
