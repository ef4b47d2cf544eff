/* Work of the programs that tests sample. burn runs a loop until the calling thread has used a given CPU
 * time. */
#ifndef TC_TESTS_SAMPLER_BURN_H
#define TC_TESTS_SAMPLER_BURN_H

#include <time.h>

static inline double cpu_s(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

__attribute__((noinline)) static double burn(double seconds) {
  volatile double sum = 0;
  const double until = cpu_s(CLOCK_THREAD_CPUTIME_ID) + seconds;
  while (cpu_s(CLOCK_THREAD_CPUTIME_ID) < until)
    for (int i = 0; i < 2000; i++) sum += i;
  return sum;
}

#endif
