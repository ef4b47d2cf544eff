#include "base/containers/ordered_set.h"

static int word_count(int bits) { return bits / 64 + 1; }

tc_status tc_ordered_set_init(tc_pool *pool, int limit, tc_ordered_set *out) {
  *out = (tc_ordered_set){0};
  for (int size = limit; out->levels == 0 || size > 1;) {
    size = word_count(size);
    TC_TRY(tc_pool_alloc(pool, ((size_t)size + 1) * sizeof(uint64_t), &out->bits[out->levels++]));
  }
  return TC_OK;
}

void tc_ordered_set_add(tc_ordered_set *set, int number) {
  for (int l = 0; l < set->levels; l++, number /= 64)
    set->bits[l][number / 64] |= UINT64_C(1) << (number % 64);
}

void tc_ordered_set_remove(tc_ordered_set *set, int number) {
  for (int l = 0; l < set->levels; l++, number /= 64) {
    set->bits[l][number / 64] &= ~(UINT64_C(1) << (number % 64));
    if (set->bits[l][number / 64]) return;
  }
}

static int highest_bit(uint64_t word) { return 63 - __builtin_clzll(word); }

int tc_ordered_set_find_at_or_below(const tc_ordered_set *set, int number) {
  for (int l = 0; l < set->levels && number >= 0; l++, number = number / 64 - 1) {
    const uint64_t word = set->bits[l][number / 64] & UINT64_MAX >> (63 - number % 64);
    if (!word) continue;
    number = number / 64 * 64 + highest_bit(word);
    while (l-- > 0) number = number * 64 + highest_bit(set->bits[l][number]);
    return number;
  }
  return -1;
}
