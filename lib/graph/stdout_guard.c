#include "graph/stdout_guard.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

tc_stdout_guard tc_stdout_guard_begin(void) {
  fflush(stdout);
  tc_stdout_guard mute = {.output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0)};
  const int nowhere = mute.output < 0 ? -1 : open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere >= 0) {
    dup2(nowhere, STDOUT_FILENO);
    close(nowhere);
  } else if (mute.output >= 0) {
    close(mute.output);
    mute.output = -1;
  }
  return mute;
}

void tc_stdout_guard_end(tc_stdout_guard *mute) {
  if (mute->output < 0) return;
  fflush(stdout);
  dup2(mute->output, STDOUT_FILENO);
  close(mute->output);
  mute->output = -1;
}
