/* Number of OpenMP threads of a process. Called once, before the first parallel region, to check and set the
 * number from the config or the environment. The check is needed because the OpenMP runtime uses all cores if
 * it cannot parse the number, and aborts without a message if it cannot create the threads. Not collective;
 * comm/world/world_threads.h compares the ranks. */
#ifndef TC_BASE_PROGRAM_THREAD_COUNT_H
#define TC_BASE_PROGRAM_THREAD_COUNT_H

#include "base/core/status.h"

enum { TC_THREAD_COUNT_MAX = 4096 };

/* Reads OMP_NUM_THREADS (the first number of a list) into *out; 0 if it is not set. Errors: TC_USAGE unless
 * it is an integer from 1 to TC_THREAD_COUNT_MAX. */
tc_status tc_thread_count_from_environment(int *out);

/* Sets the number of threads of later parallel regions to exactly `threads`. Errors: TC_USAGE if
 * OMP_THREAD_LIMIT is lower, or if `threads` exceeds both 64 and 16 times the number of cores that the
 * process may use. */
tc_status tc_thread_count_set(int threads);

#endif
