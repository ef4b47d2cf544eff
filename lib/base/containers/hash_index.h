/* Hash index: finds the numbers of items by hashes of their keys. The index stores no keys, so the caller may
 * store the items anywhere and compare them in any way. Used by tc_map, and by tables that compare keys in
 * their own way (access paths, rows, compile commands). The index uses open addressing, and the number of
 * slots doubles when half of them are used. No function calls MPI, does I/O or uses global state. */
#ifndef TC_BASE_CONTAINERS_HASH_INDEX_H
#define TC_BASE_CONTAINERS_HASH_INDEX_H

#include <stdint.h>

#include "base/containers/array.h"

typedef struct tc_hash_slot {
  uint32_t hash;
  int number; /* number of the item plus 1; 0 if the slot is free */
} tc_hash_slot;

/* Index of items by their hashes. Zero-initialise before use, or set only slot.pool. */
typedef struct tc_hash_index {
  int count;
  TC_ARRAY(tc_hash_slot) slot; /* its capacity is 0 or a power of 2 that is at least twice the count */
} tc_hash_index;

/* Adds an item. Items are numbered from 0 in the order of their addition. The bits of the hash must be mixed,
 * for example with tc_hash_mix (base/numeric/hash.h), because the index uses only the upper 32 bits. Errors:
 * TC_INTERNAL if memory is exhausted; the index is then unchanged. */
tc_status tc_hash_index_add(tc_hash_index *index, uint64_t hash);

/* Returns the number of the next item with this hash; -1 if there is none. The caller compares the key of
 * this item with the key sought, because different keys may have equal hashes. *at is the state of the search
 * and must be 0 before the first call. */
static inline int tc_hash_index_next(const tc_hash_index *index, uint64_t hash, int *at) {
  const uint32_t own = (uint32_t)(hash >> 32), mask = (uint32_t)index->slot.capacity - 1;
  while (index->slot.capacity > 0) {
    const tc_hash_slot slot = index->slot.item[(own + (uint32_t)(*at)++) & mask];
    if (slot.number == 0) break;
    if (slot.hash == own) return slot.number - 1;
  }
  return -1;
}

/* Frees the memory, unless a pool owns it, and empties the index. */
void tc_hash_index_free(tc_hash_index *index);

#endif
