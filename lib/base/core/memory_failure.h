/* Failed allocations of this process, for errors that name the rank on which memory was exhausted. Not
 * collective. */
#ifndef TC_BASE_CORE_MEMORY_FAILURE_H
#define TC_BASE_CORE_MEMORY_FAILURE_H

#include <stddef.h>
#include <stdint.h>

/* Returns the number of allocations by tc_alloc (memory.h) that have failed. Unless `bytes` is NULL, sets
 * *bytes to the size of the last failed allocation; 0 if there is none. */
int64_t tc_memory_failures(size_t *bytes);

#endif
