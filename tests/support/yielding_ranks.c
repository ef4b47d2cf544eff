/* Ranks that wait sleep now and then. Tests run more ranks than there are cores, and Open MPI's only ever
 * yield: those that wait take turns among themselves before the one that they wait for is let on, and half of
 * the time is spent in doing so. In a program this comes before the C library's. */
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
