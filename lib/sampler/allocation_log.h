/* What the program allocates. Nothing here is for the sampler's handler; errno stays. */
#ifndef TC_SAMPLER_ALLOCATION_LOG_H
#define TC_SAMPLER_ALLOCATION_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether an object of so many bytes is to be recorded. */
bool ts_allocations_are_recorded(size_t bytes);

/* There is an object at the address now. caller: the return address of the function that gave it. */
void ts_allocations_add(const void *at, size_t bytes, const void *caller, bool mapped);

/* Whether one was recorded there that has not gone; of many objects some are forgotten. */
bool ts_allocations_contain(const void *at);

/* It goes, before anybody else can get its memory. bytes: of what was mapped; 0: all of it. */
void ts_allocations_remove(const void *at, size_t bytes);

#endif
