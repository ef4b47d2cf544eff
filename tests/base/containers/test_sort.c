#include "base/containers/sort.h"

#include "base/core/memory.h"
#include "base/numeric/hash.h"
#include "support/expect.h"

/* Sorts n random keys from 0 to `largest`. The order must be a permutation, rising by key and, for equal
 * keys, by index. */
static void expect_sorted(int32_t n, int32_t largest) {
  int32_t *key = NULL, *order = NULL;
  char *seen = NULL;
  expect_ok(TC_ALLOC(key, n));
  expect_ok(TC_ALLOC(order, n));
  expect_ok(TC_ALLOC_ZERO(seen, n));
  for (int32_t i = 0; i < n; i++) key[i] = (int32_t)(tc_hash_mix((uint64_t)i) % ((uint64_t)largest + 1));
  if (n > 1) key[n / 2] = largest;
  expect_ok(tc_sort_by_key(n, key, largest, order));
  for (int32_t k = 0; k < n; k++) {
    cr_assert(order[k] >= 0 && order[k] < n && !seen[order[k]]++, "index %d", order[k]);
    if (k == 0) continue;
    const int32_t before = key[order[k - 1]], here = key[order[k]];
    cr_assert(before < here || (before == here && order[k - 1] < order[k]), "%d of %d, keys up to %d", k, n,
              largest);
  }
  tc_free(key);
  tc_free(order);
  tc_free(seen);
}

/* The values of `largest` need one to four digits of the radix sort, and include the first and last value
 * of a digit. */
Test(sort, stable_by_keys_of_any_size) {
  static const int32_t largest[] = {0, 1, 7, 1023, 1024, 1025, 131071, 1048575, 1048576, 1 << 30, INT32_MAX};
  for (int i = 0; i < 11; i++)
    for (int32_t n = 0; n < 3000; n = 2 * n + 1) expect_sorted(n, largest[i]);
}

/* Sorts n keys of 64 bits that differ only in the bits of `mask`. The order must be a permutation, rising
 * by key and, for equal keys, by index. */
static void expect_long_sorted(int32_t n, uint64_t mask) {
  uint64_t *key = NULL;
  int32_t *order = NULL;
  char *seen = NULL;
  expect_ok(TC_ALLOC(key, n));
  expect_ok(TC_ALLOC(order, n));
  expect_ok(TC_ALLOC_ZERO(seen, n));
  for (int32_t i = 0; i < n; i++) key[i] = (tc_hash_mix((uint64_t)i) & mask) | (~mask & 0x5555);
  expect_ok(tc_sort_by_long_key(n, key, order));
  for (int32_t k = 0; k < n; k++) {
    cr_assert(order[k] >= 0 && order[k] < n && !seen[order[k]]++, "index %d", order[k]);
    if (k == 0) continue;
    const uint64_t before = key[order[k - 1]], here = key[order[k]];
    cr_assert(before < here || (before == here && order[k - 1] < order[k]), "%d of %d", k, n);
  }
  tc_free(key);
  tc_free(order);
  tc_free(seen);
}

Test(sort, stable_by_long_keys) {
  static const uint64_t masks[] = {0,           1, 7, 0x7ff, 0x800, 0xff00ff, 0xffffffff, ~UINT64_C(0) / 2,
                                   ~UINT64_C(0)};
  for (int i = 0; i < 9; i++)
    for (int32_t n = 0; n < 3000; n = 2 * n + 1) expect_long_sorted(n, masks[i]);
}
