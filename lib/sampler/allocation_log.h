/* Records the allocations of the sampled program, both from the allocator and from mmap. wrap_malloc.c and
 * wrap_mmap.c call it for every allocation that is at least as large as the limit in the header. Signal
 * handlers must not call it. All functions preserve errno. */
#ifndef TC_SAMPLER_ALLOCATION_LOG_H
#define TC_SAMPLER_ALLOCATION_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* True if allocations of this size are recorded. */
bool ts_allocations_are_recorded(size_t bytes);

/* Records a new allocation. `caller` is the return address of the allocator's caller. `mapped` is true for
 * mmap. */
void ts_allocations_add(const void *at, size_t bytes, const void *caller, bool mapped);

/* True if the allocation at this address was recorded and not removed since. May be false for an old
 * allocation, because later ones may have overwritten its table entry. */
bool ts_allocations_contain(const void *at);

/* Records the removal of an allocation. Call it before the memory can be reused. `bytes` is the size of an
 * unmapped range, or 0 for the complete allocation. */
void ts_allocations_remove(const void *at, size_t bytes);

#endif
