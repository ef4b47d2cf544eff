/* Arrays that grow. */
#ifndef TC_BASE_CONTAINERS_ARRAY_GROW_H
#define TC_BASE_CONTAINERS_ARRAY_GROW_H

#include <stddef.h>

#include "base/core/status.h"

/* Room for one more element behind `count`; what is new is zero. array: the address of a pointer to what
 * tc_alloc gave, or to NULL with *room 0. Errors: TC_INTERNAL out of memory; then all is as before. */
tc_status tc_array_grow(void *array, size_t size, int count, int *room);

#define TC_ARRAY_GROW(array, count, room) tc_array_grow(&(array), sizeof *(array), (count), &(room))

#endif
