/* Program in which the first two system calls that enable the next signal of a perf event take longer than a
 * sampling period. The sampler makes these calls when it tests the clock and when it starts to sample the
 * thread. The `syscall` of this file, which replaces that of the C library, delays them. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <linux/perf_event.h>
#include <stdarg.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "burn.h"

typedef long system_call(long number, ...);

static system_call *find(void) {
  system_call *found;
  void *next = dlsym(RTLD_NEXT, "syscall");
  memcpy(&found, &next, sizeof found);
  return found;
}

long syscall(long number, ...) {
  static system_call *next;
  static int slow = 2;
  long argument[6];
  va_list all;
  if (!next) next = find();
  va_start(all, number);
  for (int a = 0; a < 6; a++) argument[a] = va_arg(all, long);
  va_end(all);
  const long result =
      next(number, argument[0], argument[1], argument[2], argument[3], argument[4], argument[5]);
  if (number == SYS_ioctl && argument[1] == PERF_EVENT_IOC_REFRESH && slow > 0) {
    slow--;
    burn(0.001);
  }
  return result;
}

int main(void) {
  burn(0.05);
  return 0;
}
