/* Replaces fsync of the C library by a function that does not wait for the disk, because many tests would
 * wait longer than they compute. For files that cannot be synchronised, it still returns the error of the
 * system. A test that counts the calls defines its own fsync. */
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
