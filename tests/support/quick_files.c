/* Replaces fsync of the C library, because many tests wait longer for the disk than they compute. Files that
 * cannot be synchronised still return the error of the system. A test that counts the calls defines fsync
 * itself. */
#define _GNU_SOURCE
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

__attribute__((weak)) int fsync(int file) {
  struct stat status;
  if (fstat(file, &status)) return -1;
  if (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)) return 0;
  return (int)syscall(SYS_fsync, file);
}
