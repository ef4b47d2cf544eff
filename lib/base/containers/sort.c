#include "base/containers/sort.h"

#include <string.h>

#include "base/core/memory.h"

enum { digit_bits = 10, digit_values = 1 << digit_bits };

static int32_t key_digit(int32_t key, int shift) { return (key >> shift) % digit_values; }

/* Sorts the n indices in `from` by one digit of their keys, with a counting sort, and writes them to `to`. */
static void sort_by_digit(int32_t n, const int32_t *key, int shift, const int32_t *from, int32_t *to) {
  int32_t begin[digit_values + 1] = {0};
  for (int32_t k = 0; k < n; k++) begin[key_digit(key[from[k]], shift) + 1]++;
  for (int d = 0; d < digit_values; d++) begin[d + 1] += begin[d];
  for (int32_t k = 0; k < n; k++) to[begin[key_digit(key[from[k]], shift)]++] = from[k];
}

/* Sorts by the lowest digit first. Each pass is stable, so keys with equal digits remain in the order of
 * their lower digits. */
tc_status tc_sort_by_key(int32_t n, const int32_t *key, int32_t largest, int32_t *order) {
  int32_t *sorted = NULL;
  TC_TRY(TC_ALLOC(sorted, n));
  for (int32_t i = 0; i < n; i++) order[i] = i;
  for (int shift = 0; shift < 31 && largest >> shift > 0; shift += digit_bits) {
    sort_by_digit(n, key, shift, order, sorted);
    if (n > 0) memcpy(order, sorted, (size_t)n * sizeof *order);
  }
  tc_free(sorted);
  return TC_OK;
}
