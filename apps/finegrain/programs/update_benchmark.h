/* Benchmark of random updates on the array of the measured program. It uses that array, because the page
 * placement makes one array up to twice as slow as another. The costs of separate reads and writes do not
 * predict the cost of an update: an update waits for its element, pointers-to-shared limit the number of
 * updates in flight, and ranks take cache lines from each other. timed_run.c times it alternately with the
 * program. */
#ifndef TC_FINEGRAIN_UPDATE_BENCHMARK_H
#define TC_FINEGRAIN_UPDATE_BENCHMARK_H

#include "pgas/shared_access.h"

/* Updates of one rank. The caller sets the first three members and zeroes the rest. */
typedef struct fg_update_benchmark {
  tc_shared_access *access; /* access to an array distributed over all ranks; borrowed */
  int64_t elements;         /* number of elements of the array */
  int64_t draws; /* number of updates of the program on this rank, which the benchmark repeats cyclically; at
                    least 1 */
  int64_t next;  /* number of the next update, below `draws` */
} fg_update_benchmark;

/* Returns the number of updates that one call of fg_update_benchmark_run makes. */
int fg_update_benchmark_batch(const fg_update_benchmark *updates);

/* Performs one batch of updates. Its type is tc_bench_work, and `updates` is a fg_update_benchmark. Every
 * element receives the value that it already has, so the array is unchanged if no other rank writes. */
tc_status fg_update_benchmark_run(void *updates);

#endif
