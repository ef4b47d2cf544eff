#include "base/numeric/hash.h"

#include <stdlib.h>

#include "support/expect.h"

/* The expected values are the published outputs of the generator splitmix64. The argument of the function
 * is the state before an output. */
Test(hash, mix_is_splitmix64) {
  const uint64_t step = UINT64_C(0x9E3779B97F4A7C15), seed = 1234567;
  static const uint64_t wanted[] = {UINT64_C(6457827717110365317), UINT64_C(3203168211198807973),
                                    UINT64_C(9817491932198370423), UINT64_C(4593380528125082431),
                                    UINT64_C(16408922859458223821)};
  for (uint64_t i = 0; i < 5; i++) cr_assert_eq(tc_hash_mix(seed + i * step), wanted[i]);
  cr_assert_eq(tc_hash_mix(0), UINT64_C(0xE220A8397B1DCDAF));
}

static uint64_t hash_pieces(const unsigned char *bytes, size_t n, size_t piece) {
  uint64_t hash = 0;
  for (size_t at = 0; at < n; at += piece)
    hash = tc_hash_bytes(hash, bytes + at, n - at < piece ? n - at : piece);
  return hash;
}

Test(hash, bytes_may_come_in_pieces) {
  unsigned char bytes[203];
  for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (unsigned char)tc_hash_mix(i);
  for (size_t n = 0; n <= sizeof bytes; n++)
    for (size_t piece = 8; piece <= 64; piece += 8)
      cr_assert_eq(hash_pieces(bytes, n, piece), tc_hash_bytes(0, bytes, n), "%zu bytes by %zu", n, piece);
}

static int ascending(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

/* The hash must differ for all lengths, and must change with every bit, also with those in the last
 * incomplete word. The address sanitizer detects reads beyond the end. */
Test(hash, every_bit_and_the_length_count) {
  enum { longest = 19 };
  uint64_t seen[longest + 1 + longest * 8];
  size_t count = 0;
  for (size_t n = 0; n <= longest; n++) {
    unsigned char *zeros = calloc(n ? n : 1, 1);
    seen[count++] = tc_hash_bytes(0, zeros, n);
    free(zeros);
  }
  for (size_t bit = 0; bit < longest * 8; bit++) {
    unsigned char flipped[longest] = {0};
    flipped[bit / 8] = (unsigned char)(1 << bit % 8);
    seen[count++] = tc_hash_bytes(0, flipped, longest);
  }
  qsort(seen, count, sizeof *seen, ascending);
  for (size_t i = 1; i < count; i++) cr_assert_neq(seen[i], seen[i - 1]);
}

/* The hash of an array is the sum of the hashes of its elements. It does not depend on the order of
 * summation, but it changes if values are exchanged. */
Test(hash, elements) {
  static const double value[] = {1.5, -2.0, 0.0, 1.5};
  uint64_t rising = 0, falling = 0, swapped = 0;
  for (uint64_t i = 0; i < 4; i++) rising += tc_hash_element(i, value[i]);
  for (uint64_t i = 4; i-- > 0;) falling += tc_hash_element(i, value[i]);
  for (uint64_t i = 0; i < 4; i++) swapped += tc_hash_element(i, value[i == 0 ? 1 : i == 1 ? 0 : i]);
  cr_assert_eq(rising, falling);
  cr_assert_neq(rising, swapped);
  cr_assert_neq(tc_hash_element(0, 1.5), tc_hash_element(3, 1.5));
  cr_assert_neq(tc_hash_element(0, 0.0), tc_hash_element(0, -0.0), "bits count, not values");
  cr_assert_neq(tc_hash_element(0, 1.0), tc_hash_element(0, 1.0 + 2.3e-16));
}
