/* Parallel regions: records where each region was entered, so that samples of its helpers can be attributed
 * to the code that entered it. parallel_region_gomp.c and parallel_region_ompt.c call it: ts_region_tag in
 * the thread that enters a region, then ts_region_enter_as_helper in each helper. */
#ifndef TC_SAMPLER_PARALLEL_REGION_H
#define TC_SAMPLER_PARALLEL_REGION_H

#include <stdbool.h>
#include <stdint.h>

#include "sampler/thread.h"

/* Returns the tag of a region that the calling thread is about to enter; 0 if it has none. code: return
 * address in the program; frame: any address of the caller's frame that is the same whenever the stack is. */
uint64_t ts_region_tag(uint64_t code, uint64_t frame);

/* Marks the calling thread as a helper in a region. Frames from `boundary` on (unwind.h) belong to the
 * runtime. */
void ts_region_enter_as_helper(uint64_t tag, uint64_t boundary);

void ts_regions_free(ts_region_table *table);

/* True if the calling thread waits for others, as reported by libomp, or in libgomp if `ip` is in that
 * library. Handlers may call them. */
bool ts_ompt_waits(void);
bool ts_gomp_waits(const ts_thread *self, uint64_t ip);

#endif
