/* Parallel regions of OpenMP: records the stack at the entry of each region, so that samples of its helper
 * threads can be attributed to the code that entered it. parallel_region_gomp.c and parallel_region_ompt.c
 * call ts_region_tag in the thread that enters a region, then ts_region_enter_as_helper in each helper. */
#ifndef TC_SAMPLER_PARALLEL_REGION_H
#define TC_SAMPLER_PARALLEL_REGION_H

#include <stdbool.h>
#include <stdint.h>

#include "sampler/thread.h"

/* Returns the tag of a region that the calling thread is about to enter; 0 if no tag can be assigned. `code`
 * is the return address in the program. `frame` is any address in the caller's frame that is equal whenever
 * the call stack is equal. */
uint64_t ts_region_tag(uint64_t code, uint64_t frame);

/* Marks the calling thread as a helper in the region with this tag. Frames at addresses from `boundary` on
 * (unwind.h) belong to the runtime. */
void ts_region_enter_as_helper(uint64_t tag, uint64_t boundary);

void ts_regions_free(ts_region_table *table);

/* True if the calling thread waits for other threads. The first function asks libomp. The second one applies
 * to libgomp and checks whether the instruction address `ip` is in that library. Signal handlers may call
 * both. */
bool ts_ompt_waits(void);
bool ts_gomp_waits(const ts_thread *self, uint64_t ip);

#endif
