/* Benchmark of random updates on the array of a program itself, because the page placement makes one array up
 * to twice as slow as another. The costs of separate reads and writes do not predict it: an update waits for
 * its element, pointers-to-shared limit the updates in flight, and ranks take cache lines from each other.
 * timed_run.c times it alternately with the program. */
#ifndef TC_FINEGRAIN_UPDATE_BENCHMARK_H
#define TC_FINEGRAIN_UPDATE_BENCHMARK_H

#include "pgas/shared_access.h"

/* Updates of one rank. The caller sets the first three members and zeroes the rest. */
typedef struct fg_update_benchmark {
  tc_shared_access *access; /* access to an array distributed over all ranks; borrowed */
  int64_t elements;         /* number of elements of the array */
  int64_t draws;            /* updates of the program on this rank, repeated cyclically; at least 1 */
  int64_t next;             /* next draw, below draws */
} fg_update_benchmark;

/* Returns the number of updates of one call. */
int fg_update_benchmark_batch(const fg_update_benchmark *updates);

/* Performs one batch of updates. A tc_bench_work with the updates as its context. Every element receives the
 * value it has, so the array is unchanged if no other rank writes. */
tc_status fg_update_benchmark_run(void *updates);

#endif
