/* Arrays of anything that grow. */
#ifndef TC_BASE_CONTAINERS_DYNAMIC_ARRAY_H
#define TC_BASE_CONTAINERS_DYNAMIC_ARRAY_H

#include <stddef.h>

#include "base/core/pool.h"

/* Things that are gathered until their number is known. Begins as zeros. `bytes` is aligned for any type. */
typedef struct tc_heap {
  char *bytes;
  int count, room;
} tc_heap;

/* Errors, of both: TC_INTERNAL out of memory. */
tc_status tc_heap_add(tc_heap *heap, size_t size, const void *thing);

/* Moves all into the pool: *count and the address at `out`; the heap is empty then. */
tc_status tc_heap_keep(tc_heap *heap, size_t size, tc_pool *pool, int *count, void *out);

void tc_heap_clear(tc_heap *heap);

#endif
