/* Typed arrays that grow by doubling. Used where elements are appended one by one and indices, not addresses,
 * refer to them: reader of debug information, profiles and tc_intern. The caller owns the array and frees it
 * with tc_free. Pure. */
#ifndef TC_BASE_CONTAINERS_ARRAY_GROW_H
#define TC_BASE_CONTAINERS_ARRAY_GROW_H

#include <stddef.h>

#include "base/core/status.h"

/* Provides space for element number `count`: if count equals *room, doubles the capacity *room and sets the
 * new elements to zero. `array` is the address of a pointer to memory of tc_alloc, or to NULL if *room is 0.
 * Errors: TC_INTERNAL if memory is exhausted; array and *room are then unchanged. */
tc_status tc_array_grow(void *array, size_t size, int count, int *room);

#define TC_ARRAY_GROW(array, count, room) tc_array_grow(&(array), sizeof *(array), (count), &(room))

#endif
