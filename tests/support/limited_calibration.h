/* Little memory for calibrations: the largest working sets then take 32 MiB, which halves the time,
 * and all else is as ever. */
#ifndef TC_TESTS_LIMITED_CALIBRATION_H
#define TC_TESTS_LIMITED_CALIBRATION_H

#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "support/expect.h"

/* Returns what little_memory_end puts back. */
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
