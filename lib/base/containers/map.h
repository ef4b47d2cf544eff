/* Hash maps. The keys are byte strings of any length, or all have one size, which the caller sets. The
 * entries are numbered from 0 in the order of their addition and cannot be removed. A map without values is
 * a set. Usage: zero-initialise the map, or set only key_bytes and value_bytes; add entries with tc_map_add;
 * call tc_map_free at the end. No function calls MPI, does I/O or uses global state. */
#ifndef TC_BASE_CONTAINERS_MAP_H
#define TC_BASE_CONTAINERS_MAP_H

#include <stdbool.h>

#include "base/containers/array.h"
#include "base/containers/hash_index.h"
#include "base/core/gid.h"

typedef struct tc_map {
  size_t key_bytes;   /* size of every key; 0 if keys have different sizes */
  size_t value_bytes; /* size of every value; 0 if the map is a set */
  int count;
  tc_hash_index index;
  /* [count] keys of key_bytes bytes, or, if keys have different sizes, a tc_map_text for each key */
  TC_ARRAY(char) key;
  TC_ARRAY(char) value; /* [count] values of value_bytes bytes */
  tc_pool pool;         /* owns the keys if they have different sizes */
  char *chunk;          /* next free byte of the current chunk of the pool */
  size_t chunk_remaining;
} tc_map;

/* Sets *number to the number of the entry with the key at `key`, which has `bytes` bytes. If the map has no
 * such key, adds a copy of the key with a zeroed value. Sets *added (may be NULL) to true if the key was
 * added, else to false. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_map_add(tc_map *map, const void *key, size_t bytes, int *number, bool *added);
/* Sets *copy to the copy of `text` in the map. Adds the text if the map does not contain it. Equal texts give
 * the same pointer. If `text` is NULL, *copy is NULL. The map must have keys of different sizes. Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_map_add_text(tc_map *map, const char *text, const char **copy);
/* Adds a global number to a set of global numbers, unless the set contains the number. Sets *added (may be
 * NULL) to true if the number was added, else to false. Sets the member key_bytes of the set. */
tc_status tc_map_add_gid(tc_map *set, tc_gid number, bool *added);
/* Returns the number of the entry with the key at `key`, or -1 if there is no such entry. */
int tc_map_find(const tc_map *map, const void *key, size_t bytes);
/* Returns the key of an entry; *bytes (may be NULL) is its size. If keys have different sizes, a key is
 * followed by a zero byte, is aligned for any type and never moves. Otherwise the result is valid until a key
 * is added. */
const void *tc_map_key(const tc_map *map, int number, size_t *bytes);
/* Returns the value of an entry, aligned for any type. It is valid until a key is added. The values of all
 * entries form an array that begins with the value of entry 0. */
void *tc_map_value(const tc_map *map, int number);
void tc_map_free(tc_map *map); /* frees the memory and empties the map */

#endif
