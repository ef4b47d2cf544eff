/* What updates at random take, on the very array of a program: where the system has put the pages of an array
 * makes it up to twice as slow as the next one. Neither reads nor writes by themselves tell it: an update
 * waits for its element, fewer of them are on their way at once when each goes through a pointer-to-shared,
 * and ranks take lines from each other. */
#ifndef TC_FINEGRAIN_UPDATE_BENCHMARK_H
#define TC_FINEGRAIN_UPDATE_BENCHMARK_H

#include "pgas/shared_access.h"

/* Of one rank. Zeroed but for the first three. */
typedef struct fg_update_benchmark {
  tc_shared_access *access; /* of an array that is dealt out to all ranks */
  int64_t elements;         /* of it */
  int64_t draws;            /* that the program makes, over and over; at least 1 */
  int64_t next;             /* of them */
} fg_update_benchmark;

/* So many are made at once. */
int fg_update_benchmark_batch(const fg_update_benchmark *updates);

/* Makes them; a tc_bench_work, its context: the updates. Elements get the values that they have, so an array
 * that nobody changes meanwhile stays as it is. */
tc_status fg_update_benchmark_run(void *updates);

#endif
