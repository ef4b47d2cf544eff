#include "base/containers/hash_index.h"

enum { first_slots = 16 };

static uint32_t slot_hash(uint64_t hash) { return (uint32_t)(hash >> 32); }

static void insert_slot(tc_hash_index *index, tc_hash_slot slot) {
  const uint32_t mask = (uint32_t)index->slot.capacity - 1;
  uint32_t s = slot.hash & mask;
  while (index->slot.item[s].number > 0) s = (s + 1) & mask;
  index->slot.item[s] = slot;
}

static tc_status double_slots(tc_hash_index *index) {
  tc_hash_index larger = {.count = index->count, .slot.pool = index->slot.pool};
  const int slots = index->slot.capacity;
  if (slots > INT32_MAX / 2)
    return tc_status_create(TC_INTERNAL,
                            "out of memory: a table would have more than %d entries: reduce the size of the "
                            "problem",
                            index->count);
  TC_TRY(TC_ARRAY_RESERVE(&larger.slot, slots > 0 ? 2 * slots : first_slots));
  /* `first` is the index of a free slot; there is always one. The loop starts at this slot, because a run of
   * occupied slots may continue at the beginning of the array. It thus visits items with equal hashes in the
   * order in which they were added, and the copy preserves this order. */
  int first = 0;
  while (first < slots && index->slot.item[first].number > 0) first++;
  for (int s = 0; s < slots; s++) {
    const tc_hash_slot slot = index->slot.item[(first + s) % slots];
    if (slot.number > 0) insert_slot(&larger, slot);
  }
  TC_ARRAY_FREE(&index->slot);
  *index = larger;
  return TC_OK;
}

tc_status tc_hash_index_add(tc_hash_index *index, uint64_t hash) {
  if (2 * (index->count + 1) > index->slot.capacity) TC_TRY(double_slots(index));
  insert_slot(index, (tc_hash_slot){slot_hash(hash), ++index->count});
  return TC_OK;
}

void tc_hash_index_free(tc_hash_index *index) {
  TC_ARRAY_FREE(&index->slot);
  index->count = 0;
}
