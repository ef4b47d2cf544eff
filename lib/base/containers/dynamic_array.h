/* Dynamic arrays of any type. They collect items until the number of items is known and then move them to a
 * pool. Used by the analysis of programs (lib/blame). Usage: zero-initialise, tc_dynamic_array_add,
 * tc_dynamic_array_move_to_pool, and tc_dynamic_array_free at the end. Pure. */
#ifndef TC_BASE_CONTAINERS_DYNAMIC_ARRAY_H
#define TC_BASE_CONTAINERS_DYNAMIC_ARRAY_H

#include <stddef.h>

#include "base/core/pool.h"

/* Zero-initialise before use. `bytes` is aligned for any type; all items of an array have the same size. */
typedef struct tc_dynamic_array {
  char *bytes;
  int count, capacity;
} tc_dynamic_array;

/* Appends a copy of the `size` bytes at `thing`. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_dynamic_array_add(tc_dynamic_array *heap, size_t size, const void *thing);

/* Copies the items to memory of `pool`, returns their number in *count and empties the array. `out` is the
 * address of a pointer that then points to the copies; NULL if there are none. Errors: TC_INTERNAL if memory
 * is exhausted. */
tc_status tc_dynamic_array_move_to_pool(tc_dynamic_array *heap, size_t size, tc_pool *pool, int *count,
                                        void *out);

void tc_dynamic_array_free(tc_dynamic_array *heap);

#endif
