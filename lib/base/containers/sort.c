#include "base/containers/sort.h"

#include <stdbool.h>
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

/* Sorts by one digit after another, beginning with the lowest. Each pass is stable, so that keys with an
 * equal digit remain in the order of their lower digits. */
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

/* ---- 64-bit keys ---- */

enum { long_bits = 11, long_values = 1 << long_bits, long_digits = (64 + long_bits - 1) / long_bits };

/* A key with its index. The sort moves both together, so each pass reads memory consecutively. */
typedef struct item {
  uint64_t key;
  int32_t index;
} item;

static uint32_t long_digit(uint64_t key, int digit) {
  return (uint32_t)(key >> (digit * long_bits)) % long_values;
}

/* Counts how often each value of each digit occurs. Then replaces each count by the first position of the
 * keys with this digit value in the sorted order. */
static void count_digits(int32_t n, const uint64_t *key, int32_t begin[long_digits][long_values]) {
  for (int32_t i = 0; i < n; i++)
    for (int d = 0; d < long_digits; d++) begin[d][long_digit(key[i], d)]++;
  for (int d = 0; d < long_digits; d++)
    for (int32_t v = 0, sum = 0; v < long_values; v++) {
      const int32_t count = begin[d][v];
      begin[d][v] = sum;
      sum += count;
    }
}

/* True if all n keys have the digit value `value`. `begin` contains the first position of each digit value.
 * Position 0 then belongs to `value`, and position n to the next value. */
static bool is_constant(int32_t n, const int32_t begin[long_values], uint32_t value) {
  return begin[value] == 0 && (value + 1 == long_values || begin[value + 1] == n);
}

static void sort_items(int32_t n, item **from, item **to, int32_t begin[long_digits][long_values]) {
  for (int d = 0; d < long_digits; d++) {
    if (is_constant(n, begin[d], long_digit((*from)->key, d))) continue;
    for (const item *at = *from; at < *from + n; at++) (*to)[begin[d][long_digit(at->key, d)]++] = *at;
    item *const sorted = *to;
    *to = *from;
    *from = sorted;
  }
}

tc_status tc_sort_by_long_key(int32_t n, const uint64_t *key, int32_t *order) {
  int32_t(*begin)[long_values] = NULL;
  item *from = NULL, *to = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC_ZERO(begin, long_digits));
  TC_GUARD(status, TC_ALLOC(from, n));
  TC_GUARD(status, TC_ALLOC(to, n));
  count_digits(n, key, begin);
  for (int32_t i = 0; i < n; i++) from[i] = (item){key[i], i};
  if (n > 0) sort_items(n, &from, &to, begin);
  for (int32_t i = 0; i < n; i++) order[i] = from[i].index;
cleanup:
  tc_free(to);
  tc_free(from);
  tc_free(begin);
  return status;
}
