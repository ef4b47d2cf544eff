/* Records allocations of the sampled program: memory of the allocator and mappings.
 * wrap_malloc.c and wrap_mmap.c call it for every object that is at least as large as the limit in the
 * header. Not for signal handlers. errno remains unchanged. */
#ifndef TC_SAMPLER_ALLOCATION_LOG_H
#define TC_SAMPLER_ALLOCATION_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* True if objects of this size are recorded. */
bool ts_allocations_are_recorded(size_t bytes);

/* Records a new object at the address. caller: the return address of the allocator. mapped: from mmap. */
void ts_allocations_add(const void *at, size_t bytes, const void *caller, bool mapped);

/* True if the object at this address was recorded and not removed. False also for objects whose table entry
 * was overwritten. */
bool ts_allocations_contain(const void *at);

/* Records the removal of an object. Call it before the memory can be reused. bytes: size of an unmapped
 * range; 0: the complete object. */
void ts_allocations_remove(const void *at, size_t bytes);

#endif
