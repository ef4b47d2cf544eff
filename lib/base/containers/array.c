#include "base/containers/array.h"

#include <limits.h>
#include <string.h>

#include "base/core/memory.h"

enum { first_capacity = 4 };

/* Header of an array of any type. In C, the caller's array has another type, because its pointer `item` has
 * another type. The functions therefore copy the caller's array to a variable of this type and back. */
typedef TC_ARRAY(char) array;

static array copy_header(const void *from) {
  array a;
  memcpy(&a, from, sizeof a);
  return a;
}

tc_status tc_array_reserve(void *to, size_t size, int extra) {
  array a = copy_header(to);
  if (extra <= a.capacity - a.count) return TC_OK;
  if (a.capacity > INT_MAX / 2 || extra > INT_MAX - a.count)
    return tc_status_create(TC_INTERNAL,
                            "out of memory: a list would have more than %d entries: reduce the size of the "
                            "problem",
                            a.count);
  int capacity = a.capacity > 0 ? 2 * a.capacity : first_capacity;
  if (capacity < a.count + extra) capacity = a.count + extra;
  char *item = NULL;
  TC_TRY(a.pool ? tc_pool_alloc(a.pool, (size_t)capacity * size, &item)
                : tc_alloc_zero((size_t)capacity, size, "a growing array", &item));
  if (a.count > 0) memcpy(item, a.item, (size_t)a.count * size);
  if (!a.pool) tc_free(a.item);
  memcpy(to, &(array){item, a.count, capacity, a.pool}, sizeof a);
  return TC_OK;
}

tc_status tc_array_insert(void *to, size_t size, int at, const void *item) {
  TC_TRY(tc_array_reserve(to, size, 1));
  array a = copy_header(to);
  char *slot = a.item + (size_t)at * size;
  if (at < a.count) memmove(slot + size, slot, (size_t)(a.count - at) * size);
  memcpy(slot, item, size);
  a.count++;
  memcpy(to, &a, sizeof a);
  return TC_OK;
}

tc_status tc_array_add(void *to, size_t size, const void *item) {
  return tc_array_insert(to, size, copy_header(to).count, item);
}

tc_status tc_array_move(void *from, size_t size, tc_pool *pool, int *count, void *out) {
  array a = copy_header(from);
  void *copy = NULL;
  if (a.count > 0) {
    TC_TRY(tc_pool_alloc(pool, (size_t)a.count * size, &copy));
    memcpy(copy, a.item, (size_t)a.count * size);
  }
  *count = a.count;
  memcpy(out, &copy, sizeof copy);
  a.count = 0;
  memcpy(from, &a, sizeof a);
  return TC_OK;
}

void tc_array_free(void *from) {
  array a = copy_header(from);
  if (!a.pool) tc_free(a.item);
  memcpy(from, &(array){.pool = a.pool}, sizeof a);
}
