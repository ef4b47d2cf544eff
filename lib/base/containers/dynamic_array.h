/* Arrays of anything that grow. */
#ifndef TC_BASE_CONTAINERS_DYNAMIC_ARRAY_H
#define TC_BASE_CONTAINERS_DYNAMIC_ARRAY_H

#include <stddef.h>

#include "base/core/pool.h"

/* Things that are gathered until their number is known. Begins as zeros. `bytes` is aligned for any type. */
typedef struct tc_dynamic_array {
  char *bytes;
  int count, capacity;
} tc_dynamic_array;

/* Errors, of both: TC_INTERNAL out of memory. */
tc_status tc_dynamic_array_add(tc_dynamic_array *heap, size_t size, const void *thing);

/* Moves all into the pool: *count and the address at `out`; the heap is empty then. */
tc_status tc_dynamic_array_move_to_pool(tc_dynamic_array *heap, size_t size, tc_pool *pool, int *count,
                                        void *out);

void tc_dynamic_array_free(tc_dynamic_array *heap);

#endif
