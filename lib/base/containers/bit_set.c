#include "base/containers/bit_set.h"

#include <string.h>

enum { word_bits = 64 };

static tc_status reserve_words(tc_bit_set *set, int words) {
  if (words <= set->count) return TC_OK;
  TC_TRY(TC_ARRAY_RESERVE(set, words - set->count));
  set->count = words;
  return TC_OK;
}

static uint64_t bit_mask(int number) { return (uint64_t)1 << (number % word_bits); }

tc_status tc_bit_set_add(tc_bit_set *set, int number) {
  TC_TRY(reserve_words(set, number / word_bits + 1));
  set->item[number / word_bits] |= bit_mask(number);
  return TC_OK;
}

void tc_bit_set_remove(tc_bit_set *set, int number) {
  if (tc_bit_set_contains(set, number)) set->item[number / word_bits] &= ~bit_mask(number);
}

bool tc_bit_set_contains(const tc_bit_set *set, int number) {
  return number >= 0 && number / word_bits < set->count && (set->item[number / word_bits] & bit_mask(number));
}

tc_status tc_bit_set_add_set(tc_bit_set *into, const tc_bit_set *from, bool *grew) {
  uint64_t added = 0;
  TC_TRY(reserve_words(into, from->count));
  for (int w = 0; w < from->count; w++) {
    added |= from->item[w] & ~into->item[w];
    into->item[w] |= from->item[w];
  }
  if (grew) *grew = added != 0;
  return TC_OK;
}

bool tc_bit_set_intersects(const tc_bit_set *a, const tc_bit_set *b) {
  const int words = a->count < b->count ? a->count : b->count;
  for (int w = 0; w < words; w++)
    if (a->item[w] & b->item[w]) return true;
  return false;
}

int tc_bit_set_next(const tc_bit_set *set, int number) {
  int w = number / word_bits;
  if (number < 0 || w >= set->count) return -1;
  uint64_t word = set->item[w] & ~(bit_mask(number) - 1);
  while (!word && ++w < set->count) word = set->item[w];
  return word ? w * word_bits + __builtin_ctzll(word) : -1;
}

int tc_bit_set_count(const tc_bit_set *set) {
  int count = 0;
  for (int w = 0; w < set->count; w++) count += __builtin_popcountll(set->item[w]);
  return count;
}

void tc_bit_set_clear(tc_bit_set *set) {
  if (set->count) memset(set->item, 0, (size_t)set->count * sizeof *set->item);
}

void tc_bit_set_free(tc_bit_set *set) { TC_ARRAY_FREE(set); }
