#include "base/containers/array_grow.h"

#include <limits.h>
#include <string.h>

#include "base/core/memory.h"

tc_status tc_array_grow(void *array, size_t size, int count, int *room) {
  void *old, *new = NULL;
  if (count < *room) return TC_OK;
  if (*room > INT_MAX / 2) return tc_status_create(TC_INTERNAL, "out of memory: more than %d items", *room);
  memcpy(&old, array, sizeof old);
  const int more = *room > 0 ? 2 * *room : 16;
  TC_TRY(tc_alloc_zero((size_t)more, size, "a growing array", &new));
  if (count > 0) memcpy(new, old, (size_t)count * size);
  tc_free(old);
  memcpy(array, &new, sizeof new);
  *room = more;
  return TC_OK;
}
