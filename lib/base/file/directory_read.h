/* Reading of directories. readdir returns NULL both at the end and after an error. A caller that mistakes an
 * error for the end misses files. All loops over the entries of a directory use this function and report the
 * error. Not collective. */
#ifndef TC_BASE_FILE_DIRECTORY_READ_H
#define TC_BASE_FILE_DIRECTORY_READ_H

#include <dirent.h>
#include <errno.h>

/* Returns the next entry. Returns NULL with *reason 0 at the end, and with the errno of an error
 * otherwise. */
static inline struct dirent *tc_directory_next(DIR *directory, int *reason) {
  errno = 0;
  struct dirent *entry = readdir(directory);
  *reason = entry ? 0 : errno;
  return entry;
}

#endif
