/* Program in which each sample takes longer than the sampling period. The sampler reads the time with the
 * slow `clock_gettime` of this file, which replaces that of the C library. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>
#include <time.h>

static int (*next)(clockid_t clock, struct timespec *now);
static volatile int slow;

static double used_s(void) {
  struct timespec now;
  next(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  void *found = next ? NULL : dlsym(RTLD_NEXT, "clock_gettime");
  if (found) memcpy(&next, &found, sizeof next);
  if (slow && clock == CLOCK_MONOTONIC)
    for (const double until = used_s() + 0.002; used_s() < until;) continue;
  return next(clock, now);
}

int main(void) {
  struct timespec now;
  volatile double sum = 0;
  clock_gettime(CLOCK_REALTIME, &now);
  slow = 1;
  for (int i = 0; i < 5000000; i++) sum += i;
  slow = 0;
  return 0;
}
