#include "base/containers/pointer_map.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/numeric/hash.h"

/* Returns the slot of a key, or the free slot where it would be inserted. */
static int find_slot(const tc_pointer_map *map, const void *key) {
  int at = (int)(tc_hash_mix((uint64_t)(uintptr_t)key) & (uint64_t)(map->capacity - 1));
  while (map->key[at] && map->key[at] != key) at = (at + 1) & (map->capacity - 1);
  return at;
}

static tc_status grow_map(tc_pointer_map *map) {
  tc_pointer_map wide = {.capacity = map->capacity ? 2 * map->capacity : 64};
  wide.key = calloc((size_t)wide.capacity, sizeof(void *));
  wide.number = calloc((size_t)wide.capacity, sizeof(int));
  if (!wide.key || !wide.number) {
    tc_pointer_map_free(&wide);
    return tc_status_create(TC_INTERNAL, "out of memory: a map of %d pointers", map->count);
  }
  for (int i = 0; i < map->capacity; i++) {
    if (!map->key[i]) continue;
    const int at = find_slot(&wide, map->key[i]);
    wide.key[at] = map->key[i];
    wide.number[at] = map->number[i];
  }
  wide.count = map->count;
  tc_pointer_map_free(map);
  *map = wide;
  return TC_OK;
}

tc_status tc_pointer_map_set(tc_pointer_map *map, const void *key, int number) {
  if (2 * map->count >= map->capacity) TC_TRY(grow_map(map));
  const int at = find_slot(map, key);
  if (!map->key[at]) map->count++; // NOLINT(clang-analyzer-unix.Malloc): grow_map has replaced the arrays
  map->key[at] = key;
  map->number[at] = number;
  return TC_OK;
}

int tc_pointer_map_get(const tc_pointer_map *map, const void *key) {
  if (!map->capacity || !key) return -1;
  const int at = find_slot(map, key);
  return map->key[at] ? map->number[at] : -1;
}

void tc_pointer_map_free(tc_pointer_map *map) {
  free((void *)map->key);
  free(map->number);
  *map = (tc_pointer_map){0};
}
