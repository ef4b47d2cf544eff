#include "graph/partition/stdout_guard.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

tc_stdout_guard tc_stdout_guard_begin(void) {
  fflush(stdout);
  tc_stdout_guard guard = {.saved_stdout = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0)};
  const int null_file = guard.saved_stdout < 0 ? -1 : open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (null_file >= 0) {
    dup2(null_file, STDOUT_FILENO);
    close(null_file);
  } else if (guard.saved_stdout >= 0) {
    close(guard.saved_stdout);
    guard.saved_stdout = -1;
  }
  return guard;
}

void tc_stdout_guard_end(tc_stdout_guard *guard) {
  if (guard->saved_stdout < 0) return;
  fflush(stdout);
  dup2(guard->saved_stdout, STDOUT_FILENO);
  close(guard->saved_stdout);
  guard->saved_stdout = -1;
}
