#include "base/containers/gid_set.h"

#include "base/core/memory.h"
#include "base/numeric/hash.h"

/* Returns the slot of the number, or the free slot where it would be inserted. */
static tc_gid *find_slot(const tc_gid_set *set, tc_gid number) {
  const uint64_t mask = (uint64_t)set->capacity - 1;
  uint64_t at = tc_hash_mix((uint64_t)number) & mask;
  while (set->slot[at] >= 0 && set->slot[at] != number) at = (at + 1) & mask;
  return &set->slot[at];
}

static tc_status grow_set(tc_gid_set *set) {
  tc_gid_set larger = {.count = set->count, .capacity = set->capacity > 0 ? 2 * set->capacity : 16};
  TC_TRY(TC_ALLOC(larger.slot, larger.capacity));
  for (int64_t i = 0; i < larger.capacity; i++) larger.slot[i] = -1;
  for (int64_t i = 0; i < set->capacity; i++)
    if (set->slot[i] >= 0) *find_slot(&larger, set->slot[i]) = set->slot[i];
  tc_free(set->slot);
  *set = larger;
  return TC_OK;
}

tc_status tc_gid_set_add(tc_gid_set *set, tc_gid number, bool *added) {
  if (2 * set->count >= set->capacity) TC_TRY(grow_set(set));
  tc_gid *slot = find_slot(set, number);
  *added = *slot < 0;
  *slot = number;
  set->count += *added;
  return TC_OK;
}

int64_t tc_gid_set_slot(const tc_gid_set *set, tc_gid number) { return find_slot(set, number) - set->slot; }

void tc_gid_set_free(tc_gid_set *set) {
  tc_free(set->slot);
  *set = (tc_gid_set){0};
}
