/* From pointers to numbers. */
#ifndef TC_BASE_CONTAINERS_POINTER_MAP_H
#define TC_BASE_CONTAINERS_POINTER_MAP_H

#include "base/core/status.h"

typedef struct tc_pointer_map {
  int count, capacity; /* a power of two */
  const void **key;
  int *number;
} tc_pointer_map; /* zeros: empty */

/* Adds or changes. Errors: TC_INTERNAL out of memory. */
tc_status tc_pointer_map_set(tc_pointer_map *map, const void *key, int number);
int tc_pointer_map_get(const tc_pointer_map *map, const void *key); /* -1: not there */
void tc_pointer_map_free(tc_pointer_map *map);                      /* frees */

#endif
