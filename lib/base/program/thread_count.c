#include "base/program/thread_count.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "base/program/processors.h"
#include "base/text/text.h"

/* A rank may have at most threads_per_core_max threads per core. Up to threads_always_allowed threads are
 * accepted on any number of cores. */
enum { threads_per_core_max = 16, threads_always_allowed = 64 };

tc_status tc_thread_count_from_environment(int *out) {
  const char *setting = getenv("OMP_NUM_THREADS");
  int32_t threads;
  *out = 0;
  if (!setting) return TC_OK;
  tc_text text = {setting, setting + strcspn(setting, ",")};
  if (!tc_text_parse_int32(&text, &threads) || !tc_text_at_end(&text) || threads < 1 ||
      threads > TC_THREAD_COUNT_MAX)
    return tc_status_create(TC_USAGE,
                            "OMP_NUM_THREADS is '%.40s': set it to a whole number from 1 to %d, or unset it",
                            setting, (int)TC_THREAD_COUNT_MAX);
  *out = threads;
  return TC_OK;
}

/* Returns an error if there are far more threads than cores. Such threads wait for each other at every step,
 * so that the run would appear to hang. */
static tc_status check_thread_limit(int threads) {
  const int cores = tc_processors_usable();
  const int threads_max = cores * threads_per_core_max > threads_always_allowed ? cores * threads_per_core_max
                                                                                : threads_always_allowed;
  if (threads <= threads_max) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "%d threads per rank are requested, but a rank may use %d core%s: set at most %d "
                          "(threads in the config, or OMP_NUM_THREADS)",
                          threads, cores, cores == 1 ? "" : "s", threads_max);
}

tc_status tc_thread_count_set(int threads) {
  TC_TRY(check_thread_limit(threads));
  const int threads_max = omp_get_thread_limit();
  if (threads > threads_max)
    return tc_status_create(TC_USAGE,
                            "%d threads are requested, but OMP_THREAD_LIMIT allows %d: increase "
                            "OMP_THREAD_LIMIT or set fewer threads (threads in the config, or "
                            "OMP_NUM_THREADS)",
                            threads, threads_max);
  omp_set_dynamic(0);
  omp_set_num_threads(threads);
  return TC_OK;
}
