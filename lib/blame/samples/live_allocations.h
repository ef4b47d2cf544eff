/* Live allocations: finds the allocation that contains a given address at a given time of the run. Called by
 * profile/data_touch.c for each sample of a process, in order of time. Usage: create a tb_live_allocations
 * for a process, advance it to the time of a sample, find the sampled address, and destroy it at the end. The
 * samples must outlive it. */
#ifndef TC_BLAME_SAMPLES_LIVE_ALLOCATIONS_H
#define TC_BLAME_SAMPLES_LIVE_ALLOCATIONS_H

#include "blame/samples/samples.h"

/* An allocation that has not been freed, or a contiguous part of a mapping that is still mapped. */
typedef struct tb_live_allocation {
  uint64_t begin, end;
  /* index of the process that recorded the allocation: the process itself or one from which it was forked */
  int process;
  const ts_file_allocation *record;
} tb_live_allocation;

typedef struct tb_live_allocations tb_live_allocations;

/* Creates the live allocations of a process. A forked process begins with the allocations of the process that
 * forked it. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_live_allocations_create(const tb_samples *samples, int process, tb_live_allocations **out);
void tb_live_allocations_destroy(tb_live_allocations **objects);

/* Applies all allocations and frees up to time_ns, which is measured from the start of the process. Times
 * must not decrease from call to call. */
void tb_live_allocations_advance(tb_live_allocations *live, uint64_t time_ns);
/* Returns the live allocation that contains an address. If several contain it, returns the one that begins
 * last. Returns NULL if there is none. The result is valid until the next call of
 * tb_live_allocations_advance. */
const tb_live_allocation *tb_live_allocations_find(const tb_live_allocations *live, uint64_t address);

#endif
