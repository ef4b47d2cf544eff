#include "base/containers/intern.h"

#include <stddef.h>
#include <string.h>

#include "base/containers/array_grow.h"
#include "base/core/memory.h"
#include "base/numeric/hash.h"

typedef struct tc_intern_entry {
  uint64_t hash;
  size_t size;
  void *bytes;
} entry;

/* Returns the slot of the bytes, or the free slot where they would be inserted. */
static int *find_slot(const tc_intern *intern, const void *bytes, size_t size, uint64_t hash) {
  const uint64_t mask = (uint64_t)intern->slots - 1;
  for (uint64_t at = hash & mask;; at = (at + 1) & mask) {
    int *slot = &intern->slot[at];
    if (*slot < 0) return slot;
    const entry *e = &intern->entry[*slot];
    if (e->hash == hash && e->size == size && memcmp(e->bytes, bytes, size) == 0) return slot;
  }
}

static tc_status more_slots(tc_intern *intern) {
  const int slots = intern->slots > 0 ? 2 * intern->slots : 64;
  int *slot = NULL;
  TC_TRY(TC_ALLOC(slot, slots));
  memset(slot, -1, (size_t)slots * sizeof *slot);
  tc_free(intern->slot);
  intern->slot = slot;
  intern->slots = slots;
  for (int i = 0; i < intern->count; i++) {
    uint64_t at = intern->entry[i].hash & ((uint64_t)slots - 1);
    while (slot[at] >= 0) at = (at + 1) & ((uint64_t)slots - 1);
    slot[at] = i;
  }
  return TC_OK;
}

/* Copies the bytes to the pool, followed by a zero and aligned for any type. Small copies share a chunk. */
static tc_status copy_bytes(tc_intern *intern, const void *bytes, size_t size, void **out) {
  const size_t chunk = 65536, align = _Alignof(max_align_t), need = (size + align) / align * align;
  if (need > chunk / 4) {
    TC_TRY(tc_pool_alloc(&intern->pool, need, out));
  } else {
    if (need > intern->left) {
      intern->left = 0;
      TC_TRY(tc_pool_alloc(&intern->pool, chunk, &intern->chunk));
      intern->left = chunk;
    }
    *out = intern->chunk;
    intern->chunk += need;
    intern->left -= need;
  }
  if (size > 0) memcpy(*out, bytes, size);
  return TC_OK;
}

tc_status tc_intern_add(tc_intern *intern, const void *bytes, size_t size, int *number, bool *added) {
  if (2 * (intern->count + 1) > intern->slots) TC_TRY(more_slots(intern));
  TC_TRY(TC_ARRAY_GROW(intern->entry, intern->count, intern->capacity));
  const uint64_t hash = tc_hash_mix(tc_hash_bytes(size, bytes, size));
  int *slot = find_slot(intern, bytes, size, hash);
  if (added) *added = *slot < 0;
  if (*slot < 0) {
    entry *new = &intern->entry[intern->count];
    *new = (entry){.hash = hash, .size = size};
    TC_TRY(copy_bytes(intern, bytes, size, &new->bytes));
    *slot = intern->count++;
  }
  *number = *slot;
  return TC_OK;
}

tc_status tc_intern_add_text(tc_intern *intern, const char *text, const char **copy) {
  *copy = NULL;
  if (!text) return TC_OK;
  int number;
  TC_TRY(tc_intern_add(intern, text, strlen(text), &number, NULL));
  *copy = intern->entry[number].bytes;
  return TC_OK;
}

const void *tc_intern_get(const tc_intern *intern, int number, size_t *size) {
  if (size) *size = intern->entry[number].size;
  return intern->entry[number].bytes;
}

void tc_intern_free(tc_intern *intern) {
  tc_pool_free(&intern->pool);
  tc_free(intern->entry);
  tc_free(intern->slot);
  *intern = (tc_intern){0};
}
