#include "base/containers/dynamic_array.h"

#include <string.h>

#include "base/core/memory.h"

enum { initial_room = 64 };

tc_status tc_dynamic_array_add(tc_dynamic_array *heap, size_t size, const void *thing) {
  if (heap->count == heap->capacity) {
    char *more = NULL;
    const int room = heap->capacity ? 2 * heap->capacity : initial_room;
    TC_TRY(tc_alloc((size_t)room, size, "facts", &more));
    if (heap->count) memcpy(more, heap->bytes, (size_t)heap->count * size);
    tc_free(heap->bytes);
    heap->bytes = more;
    heap->capacity = room;
  }
  memcpy(heap->bytes + (size_t)heap->count++ * size, thing, size);
  return TC_OK;
}

tc_status tc_dynamic_array_move_to_pool(tc_dynamic_array *heap, size_t size, tc_pool *pool, int *count,
                                        void *out) {
  void *kept = NULL;
  if (heap->count) {
    TC_TRY(tc_pool_alloc(pool, (size_t)heap->count * size, &kept));
    memcpy(kept, heap->bytes, (size_t)heap->count * size);
  }
  *count = heap->count;
  memcpy(out, &kept, sizeof kept);
  heap->count = 0;
  return TC_OK;
}

void tc_dynamic_array_free(tc_dynamic_array *heap) {
  tc_free(heap->bytes);
  *heap = (tc_dynamic_array){0};
}
