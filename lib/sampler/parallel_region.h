/* Parallel regions of OpenMP. The sampler records the call stack of the thread that starts a region. Samples
 * of the other threads of the region (helpers) can then be attributed to the code that started it.
 * parallel_region_gomp.c and parallel_region_ompt.c call ts_region_tag in the thread that enters a region,
 * then ts_region_enter_as_helper in each helper. */
#ifndef TC_SAMPLER_PARALLEL_REGION_H
#define TC_SAMPLER_PARALLEL_REGION_H

#include <stdbool.h>
#include <stdint.h>

#include "sampler/thread.h"

/* Returns a number (tag) for the region that the calling thread is about to enter, and records the call stack
 * if the tag is new. Returns 0 if no tag can be assigned. `code` is the return address of the program's call
 * that enters the region. `frame` is an address in the caller's stack frame. It must be the same for all
 * entries with the same call stack. */
uint64_t ts_region_tag(uint64_t code, uint64_t frame);

/* Marks the calling thread as a helper in the region with this tag, so that its samples contain the tag.
 * Stack frames at the address `boundary` and above belong to the OpenMP runtime. */
void ts_region_enter_as_helper(uint64_t tag, uint64_t boundary);

void ts_regions_free(ts_region_table *table);

/* True if the calling thread waits for other threads in OpenMP. ts_ompt_is_waiting queries libomp through its
 * tool interface OMPT. ts_gomp_is_waiting is for libgomp and uses the instruction address `ip` at which the
 * thread was interrupted. Signal handlers may call both. */
bool ts_ompt_is_waiting(void);
bool ts_gomp_is_waiting(const ts_thread *self, uint64_t ip);

#endif
