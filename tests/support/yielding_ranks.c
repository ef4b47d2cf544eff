/* Replaces sched_yield of the C library, so that waiting ranks sometimes sleep. Tests run more ranks than
 * there are cores. If waiting ranks only yielded, they would alternate with each other and delay the rank for
 * which they wait. This would waste half of the time. */
#define _GNU_SOURCE
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { yields = 16, sleep_ns = 20000 };

int sched_yield(void) {
  static _Thread_local unsigned calls;
  if (++calls % yields != 0) return (int)syscall(SYS_sched_yield);
  return nanosleep(&(struct timespec){0, sleep_ns}, NULL);
}
