#include "base/containers/map.h"

#include <string.h>

#include "base/core/memory.h"
#include "base/numeric/hash.h"

/* Stored key of a map whose keys have different sizes. The pool of the map owns the bytes. */
typedef struct tc_map_text {
  void *bytes;
  size_t size;
} map_text;

static size_t key_size(const tc_map *map) { return map->key_bytes ? map->key_bytes : sizeof(map_text); }

const void *tc_map_key(const tc_map *map, int number, size_t *bytes) {
  const void *key = map->key.item + (size_t)number * key_size(map);
  if (bytes) *bytes = map->key_bytes;
  if (map->key_bytes) return key;
  const map_text *text = key;
  if (bytes) *bytes = text->size;
  return text->bytes;
}

void *tc_map_value(const tc_map *map, int number) {
  return map->value.item + (size_t)number * map->value_bytes;
}

/* True if the entry has this key. Keys of 8 bytes, such as pointers and global numbers, are the most frequent
 * ones and are compared as integers. */
static bool has_key(const tc_map *map, int number, const void *key, size_t bytes) {
  uint64_t a, b;
  size_t size;
  if (map->key_bytes != sizeof a) {
    const void *other = tc_map_key(map, number, &size);
    return size == bytes && (bytes == 0 || memcmp(other, key, bytes) == 0);
  }
  memcpy(&a, map->key.item + (size_t)number * sizeof a, sizeof a);
  memcpy(&b, key, sizeof b);
  return a == b;
}

/* Returns the number of the entry that has this key and hash; -1 if there is none. */
static int find_entry(const tc_map *map, uint64_t hash, const void *key, size_t bytes) {
  int at = 0, number = tc_hash_index_next(&map->index, hash, &at);
  while (number >= 0 && !has_key(map, number, key, bytes))
    number = tc_hash_index_next(&map->index, hash, &at);
  return number;
}

static uint64_t hash_key(const void *key, size_t bytes) { return tc_hash_bytes(bytes, key, bytes); }

int tc_map_find(const tc_map *map, const void *key, size_t bytes) {
  return find_entry(map, hash_key(key, bytes), key, bytes);
}

/* Copies a key to the pool, followed by a zero byte and aligned for any type. Small keys share a chunk of 64
 * KiB. */
static tc_status copy_key(tc_map *map, const void *bytes, size_t size, void **out) {
  const size_t chunk = 65536, align = _Alignof(max_align_t), needed = (size + align) / align * align;
  if (needed > chunk / 4) {
    TC_TRY(tc_pool_alloc(&map->pool, needed, out));
  } else {
    if (needed > map->chunk_remaining) {
      map->chunk_remaining = 0;
      TC_TRY(tc_pool_alloc(&map->pool, chunk, &map->chunk));
      map->chunk_remaining = chunk;
    }
    *out = map->chunk;
    map->chunk += needed;
    map->chunk_remaining -= needed;
  }
  if (size > 0) memcpy(*out, bytes, size);
  return TC_OK;
}

static tc_status add_entry(tc_map *map, uint64_t hash, const void *key, size_t bytes) {
  map_text text = {NULL, bytes};
  TC_TRY(tc_array_reserve(&map->key, key_size(map), 1));
  if (map->value_bytes) TC_TRY(tc_array_reserve(&map->value, map->value_bytes, 1));
  if (!map->key_bytes) TC_TRY(copy_key(map, key, bytes, &text.bytes));
  TC_TRY(tc_hash_index_add(&map->index, hash));
  memcpy(map->key.item + (size_t)map->count * key_size(map), map->key_bytes ? key : &text, key_size(map));
  map->key.count = map->value.count = ++map->count;
  return TC_OK;
}

tc_status tc_map_add(tc_map *map, const void *key, size_t bytes, int *number, bool *added) {
  const uint64_t hash = hash_key(key, bytes);
  *number = find_entry(map, hash, key, bytes);
  if (added) *added = *number < 0;
  if (*number >= 0) return TC_OK;
  *number = map->count;
  return add_entry(map, hash, key, bytes);
}

tc_status tc_map_add_text(tc_map *map, const char *text, const char **copy) {
  int number;
  *copy = NULL;
  if (!text) return TC_OK;
  TC_TRY(tc_map_add(map, text, strlen(text), &number, NULL));
  *copy = tc_map_key(map, number, NULL);
  return TC_OK;
}

tc_status tc_map_add_gid(tc_map *set, tc_gid number, bool *added) {
  int entry;
  set->key_bytes = sizeof number;
  return tc_map_add(set, &number, sizeof number, &entry, added);
}

void tc_map_free(tc_map *map) {
  tc_pool_free(&map->pool);
  tc_hash_index_free(&map->index);
  TC_ARRAY_FREE(&map->key);
  TC_ARRAY_FREE(&map->value);
  *map = (tc_map){.key_bytes = map->key_bytes, .value_bytes = map->value_bytes};
}
