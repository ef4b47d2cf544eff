/* What processes allocated, followed through time: which allocation an address is in. */
#ifndef TC_BLAME_SAMPLES_LIVE_ALLOCATIONS_H
#define TC_BLAME_SAMPLES_LIVE_ALLOCATIONS_H

#include "blame/samples/samples.h"

/* What is left of an allocation, or of what was mapped, in one piece. */
typedef struct tb_live_allocation {
  uint64_t begin, end;
  int process; /* who recorded it: the process, or the one that it was forked from */
  const ts_file_allocation *record;
} tb_live_allocation;

typedef struct tb_live_allocations tb_live_allocations;

/* Of a process; of a forked one with what its parent had. Errors: TC_INTERNAL out of memory. */
tc_status tb_live_allocations_create(const tb_samples *samples, int process, tb_live_allocations **out);
void tb_live_allocations_destroy(tb_live_allocations **objects);

/* Goes on to a time, which never falls (since the begin of the process). */
void tb_live_allocations_advance(tb_live_allocations *objects, uint64_t time_ns);
/* The object that an address is in now, of several the one that begins last; NULL: none. It is good until the
 * next step in time. */
const tb_live_allocation *tb_live_allocations_find(const tb_live_allocations *objects, uint64_t address);

#endif
