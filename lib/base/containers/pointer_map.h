/* Hash map from pointers to numbers. Used to number the values of LLVM's intermediate representation
 * (blame/ir). Open addressing with linear probing; the capacity doubles when half of the slots are used. Keys
 * are compared by address, must not be NULL and cannot be removed. Pure. */
#ifndef TC_BASE_CONTAINERS_POINTER_MAP_H
#define TC_BASE_CONTAINERS_POINTER_MAP_H

#include "base/core/status.h"

typedef struct tc_pointer_map {
  int count, capacity; /* capacity: 0 or a power of two */
  const void **key;
  int *number;
} tc_pointer_map; /* zero-initialise before use */

/* Adds a key or changes its number. Errors: TC_INTERNAL if memory is exhausted; the map is then unchanged. */
tc_status tc_pointer_map_set(tc_pointer_map *map, const void *key, int number);
int tc_pointer_map_get(const tc_pointer_map *map, const void *key); /* -1 if the map has no such key */
void tc_pointer_map_free(tc_pointer_map *map);                      /* frees the memory and empties the map */

#endif
