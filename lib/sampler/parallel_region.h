/* Parallel regions: where they were entered, so that what helpers do is their parents' too. */
#ifndef TC_SAMPLER_PARALLEL_REGION_H
#define TC_SAMPLER_PARALLEL_REGION_H

#include <stdbool.h>
#include <stdint.h>

#include "sampler/thread.h"

/* The tag of a region that the calling thread is about to enter; 0: it has none. code: the address in the
 * program at which it goes on afterwards; frame: of the caller's, any address that is the same whenever the
 * stack is. */
uint64_t ts_region_tag(uint64_t code, uint64_t frame);

/* The calling thread helps in a region; frames from `boundary` on (unwind.h) are of the runtime. */
void ts_region_enter_as_helper(uint64_t tag, uint64_t boundary);

void ts_regions_free(ts_region_table *table);

/* Whether the calling thread waits for others, as libomp says, or libgomp when it stands at `ip`. For
 * handlers, too. */
bool ts_ompt_waits(void);
bool ts_gomp_waits(const ts_thread *self, uint64_t ip);

#endif
