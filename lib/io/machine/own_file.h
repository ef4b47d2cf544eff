/* Opens a file in the directory of the machine cache. Rejects files through which another user could change
 * or redirect data. Called by the readers and writers of forecast records (job_records_file.c) and of stable
 * steps (step_cache.c). Not collective. */
#ifndef TC_IO_MACHINE_OWN_FILE_H
#define TC_IO_MACHINE_OWN_FILE_H

#include <sys/stat.h>

/* Opens a regular file of this user with the flags of open(). Sets *file to its descriptor, which the caller
 * closes, or to -1 if there is no such file. Returns NULL, or the reason why the file is unusable: it is a
 * link, not regular, owned by another user, or cannot be opened. The reason is valid until the next system
 * call. */
const char *tc_own_file_open(const char *path, int flags, int *file, struct stat *info);

#endif
