/* Limits the memory of the process, so that the largest working sets of a calibration have 32 MiB. This
 * halves the time of the calibration and changes nothing else. */
#ifndef TC_TESTS_LIMITED_CALIBRATION_H
#define TC_TESTS_LIMITED_CALIBRATION_H

#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "support/expect.h"

/* Sets the limit for this process. Returns the previous limit, which the caller passes to
 * little_memory_end. */
static inline struct rlimit little_memory_begin(int ranks) {
  struct rlimit before, little;
  unsigned long pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  cr_assert(file && fscanf(file, "%lu", &pages) == 1 && getrlimit(RLIMIT_AS, &before) == 0);
  fclose(file);
  little = before;
  little.rlim_cur = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + (rlim_t)ranks * 12 * (32 << 20);
  if (little.rlim_cur < before.rlim_cur) cr_assert_eq(setrlimit(RLIMIT_AS, &little), 0);
  return before;
}

static inline void little_memory_end(struct rlimit before) { cr_assert_eq(setrlimit(RLIMIT_AS, &before), 0); }

#endif
