#include "linear/rows/exact_sum.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "base/numeric/hash.h"

enum { most = 40 };

static double random_number(uint64_t index) { return (double)(tc_hash_mix(index) >> 11) * 0x1p-53; }

static void shuffle(int count, float *term, uint64_t seed) {
  for (int k = count - 1; k > 0; k--) {
    const int other = (int)(tc_hash_mix(seed + (uint64_t)k) % (uint64_t)(k + 1));
    const float moved = term[k];
    term[k] = term[other];
    term[other] = moved;
  }
}

/* Adds the terms in the given order. If tc_exact_terms reports that this sum is exact, it must equal `sum`
 * bit by bit. */
static void expect_same_terms(int count, const float *term, float sum) {
  tc_exact_terms terms = {.count = 0};
  for (int k = 0; k < count; k++) tc_exact_terms_add(&terms, term[k]);
  const float own = (float)terms.sum;
  if (tc_exact_terms_are_exact(&terms)) cr_assert_eq(memcmp(&own, &sum, sizeof sum), 0);
}

/* Expects that tc_exact_sum returns the same bits for 50 orders of the terms. Returns the sum. */
static float expect_one_sum(int count, const float *term, uint64_t seed) {
  float first = 0.0f, order[most] = {0.0f}, scratch[most];
  for (int k = 0; k < 50; k++) {
    memcpy(order, term, (size_t)count * sizeof *term);
    shuffle(count, order, seed + 1000 * (uint64_t)k);
    expect_same_terms(count, order, tc_exact_sum(count, memcpy(scratch, order, sizeof scratch)));
    const float sum = tc_exact_sum(count, order);
    if (k == 0) first = sum;
    cr_assert_eq(memcmp(&sum, &first, sizeof sum), 0, "%d terms: %.9g and %.9g", count, (double)sum,
                 (double)first);
  }
  return first;
}

/* Fills in terms of both signs whose binary exponents have the given range. Every third term is minus the
 * previous one, so that most of the sum cancels. */
static void fill_terms(int count, double range, uint64_t seed, float *term) {
  for (int k = 0; k < count; k++) {
    const double size = ldexp(1.0 + random_number(seed + (uint64_t)k),
                              (int)(range * (random_number(seed + 500 + (uint64_t)k) - 0.5)));
    term[k] = (float)(random_number(seed + 900 + (uint64_t)k) < 0.3 ? -size : size);
    if (k % 3 == 2) term[k] = -term[k - 1];
  }
}

/* If the exponents are close to each other, the result must be the exact sum, rounded to double and then to
 * float. The expected sum in long double, with 64 bits, is exact too. */
Test(exact_sum, close_exponents) {
  for (uint64_t seed = 0; seed < 60; seed++) {
    const int count = 1 + (int)(seed * 7 % most);
    float term[most];
    long double wanted = 0.0L;
    fill_terms(count, 20.0, 10000 * seed, term);
    for (int k = 0; k < count; k++) wanted += (long double)term[k];
    cr_assert_eq(expect_one_sum(count, term, seed), (float)(double)wanted);
  }
}

Test(exact_sum, wide_exponents) {
  for (uint64_t seed = 0; seed < 60; seed++) {
    const int count = 2 + (int)(seed * 5 % (most - 1));
    float term[most];
    fill_terms(count, 200.0, 10000 * seed, term);
    expect_one_sum(count, term, seed);
  }
}

/* Sorted terms of equal magnitude cancel before smaller ones are added, so that none is lost. */
Test(exact_sum, cancelling_terms) {
  const float term[] = {0x1p60f, 1.0f, -0x1p60f, 0x1p59f, 1.5f, -0x1p59f, 0x1p-20f};
  cr_assert_eq(expect_one_sum(7, term, 1), 2.5f + 0x1p-20f);
  const float pairs[] = {0x1p60f, -0x1p60f, 1.0f};
  cr_assert_eq(expect_one_sum(3, pairs, 2), 1.0f);
}

/* For range = 28, the sum of the three large terms and the small one needs 54 bits. The last bit of the small
 * term would be lost if the large terms did not cancel first. For range = 27, the sum is exact in any
 * order. */
Test(exact_sum, limit_of_exact_sums) {
  for (int range = 27; range <= 28; range++) {
    const float large = ldexpf(0x1.fffffep0f, range), small = 0x1.000002p0f,
                terms[] = {large, large, large, small, -large, -large, -large};
    cr_assert_eq(expect_one_sum(7, terms, 3), small);
  }
}

Test(exact_sum, special_terms) {
  cr_assert_eq(tc_exact_sum(0, (float[]){7.0f}), 0.0f);
  cr_assert_eq(tc_exact_sum(1, (float[]){-3.0f}), -3.0f);
  cr_assert_eq(tc_exact_sum(3, (float[]){0.0f, 0.0f, 0.0f}), 0.0f);
  cr_assert_eq(tc_exact_sum(3, (float[]){0.0f, 2.0f, 1.0f}), 3.0f);
  cr_assert_eq(tc_exact_sum(2, (float[]){0x1p-149f, 0x1p-148f}), 0x1.8p-148f); /* subnormal terms */
  const float mixed[] = {0x1p-149f, 1.0f, -1.0f, 0x1p-140f};
  cr_assert_eq(expect_one_sum(4, mixed, 4), 0x1.008p-140f);
}

/* Tests the sums that add terms one after another. The sum of a single -0 is -0, and the sum of several is
 * +0. The criterion for exactness depends on the range of the exponents and on the number of terms. */
Test(exact_sum, terms_one_after_another) {
  tc_exact_terms zeros = {.count = 0}, wide = {.count = 0};
  tc_exact_terms_add(&zeros, -0.0f);
  cr_assert(signbit(zeros.sum) && signbit(tc_exact_sum(1, (float[]){-0.0f})));
  tc_exact_terms_add(&zeros, -0.0f);
  cr_assert(!signbit(zeros.sum) && !signbit(tc_exact_sum(2, (float[]){-0.0f, -0.0f})));
  cr_assert(tc_exact_terms_are_exact(&zeros));
  tc_exact_terms_add(&wide, 0x1p28f);
  tc_exact_terms_add(&wide, 1.0f);
  cr_assert(tc_exact_terms_are_exact(&wide));
  tc_exact_terms_add(&wide, 0.0f);
  cr_assert_not(tc_exact_terms_are_exact(&wide), "three terms need two further bits");
}
