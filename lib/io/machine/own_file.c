#define _GNU_SOURCE /* makes fcntl.h declare O_NOFOLLOW */
#include "io/machine/own_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

const char *tc_own_file_open(const char *path, int flags, int *file, struct stat *info) {
  *file = open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
  if (*file < 0) return errno == ENOENT ? NULL : errno == ELOOP ? "is a link" : strerror(errno);
  const char *reason = NULL;
  if (fstat(*file, info))
    reason = strerror(errno);
  else if (!S_ISREG(info->st_mode))
    reason = "is not a regular file";
  else if (info->st_uid != geteuid())
    reason = "is owned by another user";
  if (!reason) return NULL;
  close(*file);
  *file = -1;
  return reason;
}
