/* Benchmark of random updates: each reads a random element of a shared array and writes it back. timed_run.c
 * times the benchmark alternately with the program. The benchmark uses the array of the program, because
 * different placements of pages make arrays differ in speed by up to a factor of 2. The costs of separate
 * reads and writes do not predict the cost of an update: an update waits for its element, accesses through
 * shared pointers limit the number of updates in flight, and updates by one rank invalidate cache lines of
 * other ranks. */
#ifndef TC_FINEGRAIN_UPDATE_BENCHMARK_H
#define TC_FINEGRAIN_UPDATE_BENCHMARK_H

#include "pgas/shared_access.h"

/* Updates of one rank. The caller sets `access`, `elements` and `draws` and zeroes `next`. */
typedef struct fg_update_benchmark {
  tc_shared_access *access; /* access to the array to update, which is distributed over all ranks; borrowed */
  int64_t elements;         /* number of elements of the array */
  /* number of updates that the program makes on a rank, the maximum over the ranks, at least 1. The benchmark
   * accesses this number of random elements and then repeats the sequence */
  int64_t draws;
  int64_t next; /* number of the next update in the sequence, below `draws` */
} fg_update_benchmark;

/* Returns the number of updates that one call of fg_update_benchmark_run makes. */
int fg_update_benchmark_batch(const fg_update_benchmark *updates);

/* Performs one batch of updates. `updates` points to a fg_update_benchmark; the parameter is void *, as
 * tc_bench_work requires. Every element receives the value that it already has, so the array is unchanged if
 * no other rank writes. */
tc_status fg_update_benchmark_run(void *updates);

#endif
