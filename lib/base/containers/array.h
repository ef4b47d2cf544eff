/* Growable arrays of any type, used for all lists whose length is not known in advance. TC_ARRAY(type) is the
 * type of an array, for a variable, a member or a typedef. Items are referred to by index, because their
 * addresses change when the array grows. Usage: zero-initialise the array, or set only its member `pool`; add
 * items with TC_ARRAY_ADD; call TC_ARRAY_FREE at the end unless the items belong to a pool. No function calls
 * MPI, does I/O or uses global state. */
#ifndef TC_BASE_CONTAINERS_ARRAY_H
#define TC_BASE_CONTAINERS_ARRAY_H

#include "base/core/pool.h"

/* Items `count` to `capacity` - 1 are allocated but not in use. If `pool` is not NULL, the pool owns the
 * items, and an array that grows allocates new items in the pool. If `pool` is NULL, the array owns the
 * items. */
#define TC_ARRAY(type)                                                                                       \
  struct {                                                                                                   \
    type *item; /* [capacity] items of the array */                                                          \
    int count, capacity;                                                                                     \
    tc_pool *pool; /* pool that owns the items; borrowed; may be NULL */                                     \
  }

/* TC_ARRAY_RESERVE ensures zeroed space for `more` further items. If the array must grow, its capacity at
 * least doubles. TC_ARRAY_ADD appends a copy of the item to which the last argument points. TC_ARRAY_INSERT
 * inserts such a copy before item number `at`. `array` is the address of the array. All three macros return a
 * tc_status. Errors: TC_INTERNAL if memory is exhausted; the array is then unchanged. */
#define TC_ARRAY_RESERVE(array, more) tc_array_reserve((array), sizeof *(array)->item, (more))
#define TC_ARRAY_ADD(array, ...)                                                                             \
  tc_array_add((array), sizeof *(array)->item, 1 ? (__VA_ARGS__) : (array)->item)
#define TC_ARRAY_INSERT(array, at, ...)                                                                      \
  tc_array_insert((array), sizeof *(array)->item, (at), 1 ? (__VA_ARGS__) : (array)->item)

/* Copies the items to memory of `pool` and empties the array. Sets *out to the copies, or to NULL if the
 * array is empty, and *count to their number. Returns a tc_status. Errors: TC_INTERNAL if memory is
 * exhausted. */
#define TC_ARRAY_MOVE(array, pool, count, out)                                                               \
  tc_array_move((array), sizeof *(array)->item, (pool), (count), (out))

/* Sorts the items with the comparison function of qsort. */
#define TC_ARRAY_SORT(array, compare)                                                                        \
  do {                                                                                                       \
    if ((array)->count > 1) qsort((array)->item, (size_t)(array)->count, sizeof *(array)->item, (compare));  \
  } while (0)

/* Frees the items, unless a pool owns them, and empties the array. */
#define TC_ARRAY_FREE(array) tc_array_free(array)

/* Functions that the macros call. `array` is the address of an array with items of `size` bytes. */
tc_status tc_array_reserve(void *array, size_t size, int extra);
tc_status tc_array_add(void *array, size_t size, const void *item);
tc_status tc_array_insert(void *array, size_t size, int at, const void *item);
tc_status tc_array_move(void *array, size_t size, tc_pool *pool, int *count, void *out);
void tc_array_free(void *array);

#endif
