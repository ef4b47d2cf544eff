#include "base/numeric/sum.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/numeric/hash.h"
#include "support/expect.h"

__extension__ typedef __float128 float128; /* has 113 bits, which is exact for the terms of draw_terms */

static double find_largest(const double *term, int n) {
  double largest = 0.0;
  for (int i = 0; i < n; i++) largest = fmax(largest, fabs(term[i]));
  return largest;
}

static double compute_sum(const double *term, int n) {
  tc_sum sum = tc_sum_init(find_largest(term, n));
  for (int i = 0; i < n; i++) tc_sum_add(&sum, term[i]);
  return tc_sum_value(&sum);
}

static float128 sum_in_float128(const double *term, int n) {
  float128 sum = 0;
  for (int i = 0; i < n; i++) sum += term[i];
  return sum;
}

/* Sets `term` to random numbers of both signs, whose binary exponents are from `shift` - `spread` to
 * `shift`. */
static void draw_terms(double *term, int n, uint64_t seed, int spread, int shift) {
  for (int i = 0; i < n; i++) {
    uint64_t random = tc_hash_mix(seed * 1000003 + (uint64_t)i);
    double fraction = 1.0 + ldexp((double)(random >> 12), -52);
    int exponent = shift - (int)(random % 1024) * spread / 1023;
    term[i] = ldexp(random & 2048 ? -fraction : fraction, exponent);
  }
}

static void shuffle(double *term, int n, uint64_t seed) {
  for (int i = n - 1; i > 0; i--) {
    int other = (int)(tc_hash_mix(seed + (uint64_t)i) % (uint64_t)(i + 1));
    double held = term[i];
    term[i] = term[other];
    term[other] = held;
  }
}

#define expect_bits(got, wanted)                                                                             \
  do {                                                                                                       \
    double got_ = (got), wanted_ = (wanted);                                                                 \
    cr_assert_eq(memcmp(&got_, &wanted_, sizeof got_), 0, "%.17g, not %.17g", got_, wanted_);                \
  } while (0)

Test(sum, small_cases) {
  expect_bits(compute_sum(NULL, 0), 0.0);
  expect_bits(compute_sum((double[]){0.0, -0.0}, 2), 0.0);
  expect_bits(compute_sum((double[]){0.1}, 1), 0.1);
  expect_bits(compute_sum((double[]){-0.1}, 1), -0.1);
  expect_bits(compute_sum((double[]){0.1, 0.2}, 2), 0.1 + 0.2);
  expect_bits(compute_sum((double[]){1.0, DBL_EPSILON / 2, DBL_EPSILON / 2}, 3), 1.0 + DBL_EPSILON);
}

Test(sum, cancellation_keeps_what_is_left) {
  expect_bits(compute_sum((double[]){1e16, 1.0, -1e16}, 3), 1.0);
  expect_bits(compute_sum((double[]){1.0, 1e16, 1e16, -1e16, -1e16}, 5), 1.0);
  expect_bits(compute_sum((double[]){1e16, -3.0, -1e16}, 3), -3.0);
  expect_bits(compute_sum((double[]){1.0, 0x1p-91, -1.0}, 3), 0x1p-91);
  expect_bits(compute_sum((double[]){1.0, -0x1p-91, -1.0}, 3), -0x1p-91);
  expect_bits(compute_sum((double[]){1.0, -1.0 + 0x1p-53, -0x1p-53, -0x1p-85}, 4), -0x1p-85);
}

/* The sum is small compared with its terms. Its digits are distributed over partial sums (limbs) of
 * opposite signs, for example 2^30 - 2^30 (1 - 2^-31 + (2^-31 - 2^-60)). */
Test(sum, limbs_of_opposite_signs) {
  expect_bits(compute_sum((double[]){0x1p30, -0x1p30 + 0x1p-1, -0x1p-1 + 0x1p-30}, 3), 0x1p-30);
  expect_bits(compute_sum((double[]){1.0, -1.0 + 0x1p-31, -0x1p-31 + 0x1p-62, -0x1p-62 + 0x1p-90}, 4),
              0x1p-90);
}

/* If the exponents spread over less than 40 binary digits, no digit is below the resolution. The sum is then
 * exact except for the final rounding. */
Test(sum, correctly_rounded_where_terms_are_near) {
  static double term[5000];
  static const int counts[] = {1, 2, 3, 10, 100, 5000}, shifts[] = {0, 31, -200, 700, -800};
  for (uint64_t seed = 0; seed < 300; seed++) {
    int n = counts[seed % 6];
    draw_terms(term, n, seed, (int)(seed % 40), shifts[seed % 5]);
    if (seed % 3 == 0 && n > 2) { /* nearly all terms cancel, so an error in a lost digit would be visible */
      for (int i = 0; i < n / 2; i++) term[n / 2 + i] = -term[i];
      shuffle(term, n, seed);
    }
    expect_bits(compute_sum(term, n), (double)sum_in_float128(term, n));
  }
}

/* If the exponents spread further, each term may lose its digits below 2^-93 of the power of two above the
 * largest term. */
Test(sum, near_exact_for_wide_exponents) {
  static double term[4000];
  for (uint64_t seed = 0; seed < 60; seed++) {
    int n = 1 + (int)(tc_hash_mix(seed) % 4000), spread = 60 + 10 * (int)(seed % 60), exponent;
    draw_terms(term, n, seed, spread, 300);
    frexp(find_largest(term, n), &exponent);
    float128 exact = sum_in_float128(term, n), sum = compute_sum(term, n),
             error = sum > exact ? sum - exact : exact - sum;
    float128 allowed = (float128)n * ldexp(1.0, exponent - 93) + (float128)fabs((double)sum) * DBL_EPSILON;
    cr_assert(error <= allowed, "seed %d: off by %g, %g allowed", (int)seed, (double)error, (double)allowed);
  }
}

Test(sum, same_bits_for_any_order_and_split) {
  enum { n = 3000 };
  static double term[n];
  for (uint64_t seed = 0; seed < 30; seed++) {
    draw_terms(term, n, seed, 20 * (int)(seed % 20), 5);
    double largest = find_largest(term, n), wanted = compute_sum(term, n);
    for (int parts = 1; parts <= 64; parts *= 2) {
      tc_sum part[64], total = tc_sum_init(largest);
      for (int p = 0; p < parts; p++) part[p] = tc_sum_init(largest);
      shuffle(term, n, seed + (uint64_t)parts);
      for (int i = 0; i < n; i++) tc_sum_add(&part[tc_hash_mix((uint64_t)i) % (unsigned)parts], term[i]);
      for (int p = 0; p < parts; p++) tc_sum_merge(&total, &part[(p * 5 + 3) % parts]);
      expect_bits(tc_sum_value(&total), wanted);
    }
  }
}

/* The bound passed to tc_sum_init may be larger than the largest term. A larger bound reduces the
 * resolution of the sum. */
Test(sum, the_bound_need_not_be_tight) {
  tc_sum sum = tc_sum_init(1e6);
  tc_sum_add(&sum, 0.1);
  tc_sum_add(&sum, 0.2);
  expect_bits(tc_sum_value(&sum), 0.1 + 0.2);
}

Test(sum, ends_of_the_range) {
  expect_bits(compute_sum((double[]){DBL_MAX, DBL_MAX, -DBL_MAX}, 3), DBL_MAX);
  cr_assert(isinf(compute_sum((double[]){DBL_MAX, DBL_MAX}, 2)));
  expect_bits(compute_sum((double[]){0x1p-960, 0x1p-960}, 2), 0x1p-959);
  expect_bits(compute_sum((double[]){0x1p-1074}, 1), 0.0); /* the term is below the documented resolution */
  expect_bits(compute_sum((double[]){1.0, 0x1p-1074, -1.0}, 3), 0.0);
}

/* The sums in the lowest limbs exceed 2^31 units, so they must carry into the next limbs. */
Test(sum, many_equal_terms) {
  enum { n = 3000000 };
  double term = 1.0 - 0x1p-53;
  tc_sum sum = tc_sum_init(term), negative = sum;
  for (int i = 0; i < n; i++) {
    tc_sum_add(&sum, term);
    tc_sum_add(&negative, -term);
  }
  expect_bits(tc_sum_value(&sum), (double)((float128)term * n));
  expect_bits(tc_sum_value(&negative), -(double)((float128)term * n));
  tc_sum_merge(&sum, &negative);
  expect_bits(tc_sum_value(&sum), 0.0);
}

/* Merges the sum with itself repeatedly. After k merges the sum is that of 2^k ranks with equal terms, and
 * the total is less than 2^62. It must be correctly rounded, even if a small term in the lowest limb
 * decides a tie. */
static void expect_doubled(const double *term, int n) {
  tc_sum sum = tc_sum_init(1.0);
  for (int i = 0; i < n; i++) tc_sum_add(&sum, term[i]);
  const double once = (double)sum_in_float128(term, n);
  for (int doublings = 0; doublings < 55; doublings++) {
    expect_bits(tc_sum_value(&sum), ldexp(once, doublings));
    const tc_sum half = sum;
    tc_sum_merge(&sum, &half);
    tc_sum_carry(&sum);
    for (int k = 1; k < TC_SUM_LIMBS; k++) cr_assert(sum.limb[k] >= 0 && sum.limb[k] >> 31 == 0);
  }
}

Test(sum, more_terms_than_32_bits_can_count) {
  expect_doubled((double[]){1.0}, 1);
  expect_doubled((double[]){-1.0 + 0x1p-53, 0x1p-92}, 2);
  for (int sign = -1; sign <= 1; sign += 2) {
    expect_doubled((double[]){sign, sign * 0x1p-53}, 2);
    expect_doubled((double[]){sign, sign * 0x1p-52, sign * 0x1p-53}, 3);
    expect_doubled((double[]){sign, sign * 0x1p-53, 0x1p-92}, 3);
    expect_doubled((double[]){sign, sign * 0x1p-53, -0x1p-92}, 3);
  }
  static double term[100];
  for (uint64_t seed = 0; seed < 200; seed++) {
    draw_terms(term, 100, seed, (int)(seed % 40), -1);
    expect_doubled(term, 100);
  }
}
