/* What processes allocated, followed through time: which allocation an address is in. */
#ifndef TC_BLAME_SAMPLES_LIVE_ALLOCATIONS_H
#define TC_BLAME_SAMPLES_LIVE_ALLOCATIONS_H

#include "blame/samples/samples.h"

/* What is left of an allocation, or of what was mapped, in one piece. */
typedef struct tc_object {
  uint64_t begin, end;
  int process; /* who recorded it: the process, or the one that it was forked from */
  const tc_sampler_allocate *record;
} tc_object;

typedef struct tc_objects tc_objects;

/* Of a process; of a forked one with what its parent had. Errors: TC_INTERNAL out of memory. */
tc_status tc_objects_create(const tc_samples *samples, int process, tc_objects **out);
void tc_objects_destroy(tc_objects **objects);

/* Goes on to a time, which never falls (since the begin of the process). */
void tc_objects_go(tc_objects *objects, uint64_t time_ns);
/* The object that an address is in now, of several the one that begins last; NULL: none. It is good until the
 * next step in time. */
const tc_object *tc_objects_find(const tc_objects *objects, uint64_t address);

#endif
