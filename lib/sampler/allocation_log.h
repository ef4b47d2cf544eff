/* Records the memory allocations of the sampled program: those of malloc and related functions, and those of
 * mmap. wrap_malloc.c and wrap_mmap.c call this module for every allocation for which
 * ts_allocations_are_recorded returns true. Signal handlers must not call this module. All functions preserve
 * errno. */
#ifndef TC_SAMPLER_ALLOCATION_LOG_H
#define TC_SAMPLER_ALLOCATION_LOG_H

#include <stdbool.h>
#include <stddef.h>

/* True if the process is sampled and `bytes` is at least the limit `object_bytes` of the file header. */
bool ts_allocations_are_recorded(size_t bytes);

/* Records a new allocation of `bytes` bytes at address `at`. `caller` is the return address in the code that
 * called malloc, mmap or a related function. `mapped` is true for mmap. */
void ts_allocations_add(const void *at, size_t bytes, const void *caller, bool mapped);

/* Returns true if the table of recent allocations has an entry for the address `at`. May return false for a
 * live allocation that was recorded long ago, because a later allocation may have overwritten its entry. */
bool ts_allocations_contain(const void *at);

/* Records that the memory at address `at` is freed. Call it before the memory can be reused. `bytes` is the
 * size of the range that munmap removes; 0 if the whole allocation is freed. */
void ts_allocations_remove(const void *at, size_t bytes);

#endif
