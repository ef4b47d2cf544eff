#include "base/containers/bit_set.h"

#include <string.h>

#include "base/core/memory.h"

enum { word_bits = 64 };

static tc_status reserve_words(tc_bit_set *set, int words) {
  if (words <= set->words) return TC_OK;
  uint64_t *bits = NULL;
  const int room = words < 2 * set->words ? 2 * set->words : words;
  TC_TRY(TC_ALLOC_ZERO(bits, room));
  if (set->words) memcpy(bits, set->bits, (size_t)set->words * sizeof *bits);
  tc_free(set->bits);
  *set = (tc_bit_set){room, bits};
  return TC_OK;
}

static uint64_t bit_mask(int number) { return (uint64_t)1 << (number % word_bits); }

tc_status tc_bit_set_add(tc_bit_set *set, int number) {
  TC_TRY(reserve_words(set, number / word_bits + 1));
  set->bits[number / word_bits] |= bit_mask(number);
  return TC_OK;
}

void tc_bit_set_remove(tc_bit_set *set, int number) {
  if (tc_bit_set_contains(set, number)) set->bits[number / word_bits] &= ~bit_mask(number);
}

bool tc_bit_set_contains(const tc_bit_set *set, int number) {
  return number >= 0 && number / word_bits < set->words && (set->bits[number / word_bits] & bit_mask(number));
}

tc_status tc_bit_set_add_set(tc_bit_set *into, const tc_bit_set *from, bool *grew) {
  uint64_t new = 0;
  TC_TRY(reserve_words(into, from->words));
  for (int w = 0; w < from->words; w++) {
    new |= from->bits[w] & ~into->bits[w];
    into->bits[w] |= from->bits[w];
  }
  if (grew) *grew = new != 0;
  return TC_OK;
}

bool tc_bit_set_intersects(const tc_bit_set *a, const tc_bit_set *b) {
  const int words = a->words < b->words ? a->words : b->words;
  for (int w = 0; w < words; w++)
    if (a->bits[w] & b->bits[w]) return true;
  return false;
}

int tc_bit_set_next(const tc_bit_set *set, int number) {
  int w = number / word_bits;
  if (number < 0 || w >= set->words) return -1;
  uint64_t rest = set->bits[w] & ~(bit_mask(number) - 1);
  while (!rest && ++w < set->words) rest = set->bits[w];
  return rest ? w * word_bits + __builtin_ctzll(rest) : -1;
}

int tc_bit_set_count(const tc_bit_set *set) {
  int count = 0;
  for (int w = 0; w < set->words; w++) count += __builtin_popcountll(set->bits[w]);
  return count;
}

void tc_bit_set_clear(tc_bit_set *set) {
  if (set->words) memset(set->bits, 0, (size_t)set->words * sizeof *set->bits);
}

void tc_bit_set_free(tc_bit_set *set) {
  tc_free(set->bits);
  *set = (tc_bit_set){0};
}
