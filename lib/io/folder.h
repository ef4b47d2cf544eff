/* Places where files are to be written. Nothing here is collective. */
#ifndef TC_IO_FOLDER_H
#define TC_IO_FOLDER_H

#include <stdint.h>

#include "base/status.h"

/* Makes the missing folders above `path` and checks that a regular file can be written there: an existing one
 * is left as it is. Errors, TC_OUTPUT, with the system's reason: a folder cannot be made or written to, path
 * names something that is not a regular file. */
tc_status tc_folder_prepare(const char *path);

/* Makes sure that the existing file can grow by `bytes` (> 0) beyond its end, so that later writing cannot
 * fail for want of room: reserves the blocks where the file system can do that (the size stays), else asks
 * how much is free. What is not used is given back by tc_folder_trim. Errors: TC_OUTPUT with the system's
 * reason and the bytes. */
tc_status tc_folder_reserve(const char *path, int64_t bytes);

/* Gives reserved blocks beyond the end of the file back. Nothing happens when that is impossible. */
void tc_folder_trim(const char *path);

#endif
