/* How many OpenMP threads a process has. Not collective.
 *
 * The runtime itself takes all cores for a number that it does not understand, and ends without a word for
 * one that it cannot serve; so the number is checked before it has been asked for any thread. */
#ifndef TC_BASE_PROGRAM_THREAD_COUNT_H
#define TC_BASE_PROGRAM_THREAD_COUNT_H

#include "base/core/status.h"

enum { TC_THREAD_COUNT_MAX = 4096 };

/* What OMP_NUM_THREADS says (the first of a list), 0 when it is not set. Errors: TC_USAGE unless it is a
 * whole number from 1 to TC_THREAD_COUNT_MAX. */
tc_status tc_thread_count_from_environment(int *out);

/* From now on parallel regions have that many threads, no fewer. Errors: TC_USAGE when OMP_THREAD_LIMIT does
 * not allow that, or when they are more than 64 and more than 16 for each core that the process may use. */
tc_status tc_thread_count_set(int threads);

#endif
