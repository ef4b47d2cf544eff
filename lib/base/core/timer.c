#include "base/core/timer.h"

#include <time.h>

static double read_clock(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double tc_now_s(void) { return read_clock(CLOCK_MONOTONIC); }

double tc_cpu_now_s(void) { return read_clock(CLOCK_THREAD_CPUTIME_ID); }

double tc_process_cpu_now_s(void) { return read_clock(CLOCK_PROCESS_CPUTIME_ID); }
