#include "base/numeric/dot.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/numeric/hash.h"
#include "support/expect.h"

__extension__ typedef __float128 float128; /* has 113 bits, which is exact for terms of similar size */

enum { most_rows = 5000 };

typedef struct rows {
  int32_t n;
  double weight[most_rows], x[most_rows], y[most_rows];
} rows;

static uint64_t hash_index(uint64_t seed, int32_t i) { return tc_hash_mix(seed * 1000003 + (uint64_t)i); }

/* Returns a pseudo-random number of either sign below 2^top. Its binary exponent is up to `spread` smaller
 * than `top`. */
static double draw_number(uint64_t random, int spread, int top) {
  const double fraction = 1.0 + ldexp((double)(random >> 12), -52);
  return ldexp(random & 2048 ? -fraction : fraction, top - 1 - (int)(random % 1024) * spread / 1023);
}

/* Draws the factors of n terms of both signs. The terms are at most 2^top, and their exponents spread over
 * about `spread` binary digits. */
static void draw_rows(rows *r, int32_t n, uint64_t seed, int spread, int top) {
  r->n = n;
  for (int32_t i = 0; i < n; i++) {
    r->weight[i] = fabs(draw_number(hash_index(seed + 1000, i), spread / 3, 0));
    r->x[i] = draw_number(hash_index(seed + 2000, i), spread / 3, top / 2);
    r->y[i] = draw_number(hash_index(seed + 3000, i), spread / 3, top - top / 2);
  }
}

static void swap(double *a, int32_t i, int32_t j) {
  const double held = a[i];
  a[i] = a[j];
  a[j] = held;
}

static void shuffle(rows *r, uint64_t seed) {
  for (int32_t i = r->n - 1; i > 0; i--) {
    const int32_t other = (int32_t)(hash_index(seed, i) % (uint64_t)(i + 1));
    swap(r->weight, i, other);
    swap(r->x, i, other);
    swap(r->y, i, other);
  }
}

static double compute_term(const rows *r, int32_t i) { return r->weight[i] * (r->x[i] * r->y[i]); }

static double find_largest(const rows *r) {
  double largest = 0.0;
  for (int32_t i = 0; i < r->n; i++) largest = fmax(largest, fabs(compute_term(r, i)));
  return largest;
}

static float128 sum_in_float128(const rows *r) {
  float128 sum = 0;
  for (int32_t i = 0; i < r->n; i++) sum += compute_term(r, i);
  return sum;
}

/* Returns the dot product, computed with the guess `bin_guessed` for the bin of the largest term. If the
 * guess is wrong, tc_dot must report this and return the right bin. The sum is then repeated with this
 * bin. */
static double dot_from(int bin_guessed, int32_t n, const double *weight, const double *x, const double *y) {
  tc_dot dot;
  const int guess = TC_DOT_WINDOW * bin_guessed;
  tc_dot_init(guess, &dot);
  tc_dot_add(&dot, n, weight, x, y);
  if (!tc_dot_is_in_window(&dot)) {
    const int bin = tc_dot_bin_top(&dot);
    cr_assert_neq(bin, guess);
    tc_dot_init(bin, &dot);
    tc_dot_add(&dot, n, weight, x, y);
  }
  cr_assert(tc_dot_is_in_window(&dot));
  cr_assert_eq(tc_dot_bin_top(&dot), dot.top);
  return tc_dot_value(&dot);
}

enum { least_bin = TC_DOT_MIN / TC_DOT_WINDOW, most_bin = TC_DOT_MAX / TC_DOT_WINDOW };

static double compute_dot(const rows *r) { return dot_from(0, r->n, r->weight, r->x, r->y); }

/* Returns the sum of the n values term[i]. */
static double compute_sum(const double *term, int32_t n) {
  static double ones[most_rows];
  for (int32_t i = 0; i < n; i++) ones[i] = 1.0;
  return dot_from(0, n, NULL, term, ones);
}

#define expect_bits(got, wanted)                                                                             \
  do {                                                                                                       \
    const double got_ = (got), wanted_ = (wanted);                                                           \
    cr_assert_eq(memcmp(&got_, &wanted_, sizeof got_), 0, "%.17g, not %.17g", got_, wanted_);                \
  } while (0)
#define expect_sum(wanted, ...)                                                                              \
  expect_bits(compute_sum((double[]){__VA_ARGS__},                                                           \
                          (int32_t)(sizeof((double[]){__VA_ARGS__}) / sizeof(double))),                      \
              wanted)

Test(dot, small_cases) {
  expect_bits(dot_from(0, 0, NULL, NULL, NULL), 0.0);
  expect_bits(dot_from(5, 0, NULL, NULL, NULL), 0.0);
  expect_sum(0.0, 0.0, -0.0, -0.0);
  expect_sum(0.1, 0.1);
  expect_sum(-0.1, -0.1);
  expect_sum(0.1 + 0.2, 0.1, 0.2);
  expect_sum(1.0 + DBL_EPSILON, 1.0, DBL_EPSILON / 2, DBL_EPSILON / 2);
}

Test(dot, cancellation_keeps_what_is_left) {
  expect_sum(1.0, 1e16, 1.0, -1e16);
  expect_sum(-3.0, 1e16, -3.0, -1e16);
  expect_sum(0x1p-64, 1.0, 0x1p-64, -1.0);
  expect_sum(-0x1p-64, 1.0, -0x1p-64, -1.0);
  expect_sum(-0x1p-60, 1.0, -1.0 + 0x1p-53, -0x1p-53, -0x1p-60);
  expect_sum(0.0, 0.3, 0.1, -0.3, -0.1);
}

/* Bins contain the numbers between consecutive powers of 2^32. The test sums the smallest number of a bin,
 * the largest number of the bin below it, and both. */
Test(dot, ends_of_bins) {
  for (int e = 32 * (least_bin - 1); e < 32 * most_bin; e += 32) {
    const double edge = ldexp(1.0, e), below = nextafter(edge, 0.0);
    expect_sum(edge, edge);
    expect_sum(below, below);
    expect_sum(edge, below, edge, -below);
    expect_sum(edge - below, edge, -below);
    tc_dot dot;
    tc_dot_init(0, &dot);
    tc_dot_add(&dot, 1, NULL, &edge, &(double){1.0});
    cr_assert_eq(tc_dot_bin_top(&dot), e / 8 + 4);
  }
}

/* If all digits of the terms are above 2^-64 of the largest term, the sum is exact except for the final
 * rounding. */
Test(dot, correctly_rounded_where_terms_are_near) {
  static rows r;
  static const int32_t counts[] = {1, 2, 3, 10, 101, 5000};
  static const int tops[] = {0, 31, -200, 700, -800, 33};
  for (uint64_t seed = 0; seed < 300; seed++) {
    const int32_t n = counts[seed % 6];
    draw_rows(&r, n, seed, (int)(seed % 10), tops[seed / 6 % 6]);
    if (seed % 3 == 0) { /* nearly all terms cancel, so an error in a lost digit would be visible */
      for (int32_t i = 0; i < n / 2; i++) {
        r.weight[n / 2 + i] = r.weight[i];
        r.x[n / 2 + i] = -r.x[i];
        r.y[n / 2 + i] = r.y[i];
      }
      shuffle(&r, seed);
    }
    expect_bits(compute_dot(&r), (double)sum_in_float128(&r));
  }
}

/* If the exponents spread further, each term may lose its digits below 2^-65 of the largest term. */
Test(dot, near_exact_for_wide_exponents) {
  static rows r;
  for (uint64_t seed = 0; seed < 100; seed++) {
    draw_rows(&r, 1 + (int32_t)(tc_hash_mix(seed) % 4000), seed, 30 + 10 * (int)(seed % 60), 300 - (int)seed);
    const float128 exact = sum_in_float128(&r), sum = compute_dot(&r),
                   error = sum > exact ? sum - exact : exact - sum;
    const float128 allowed =
        (float128)r.n * ldexp(find_largest(&r), -65) + (float128)fabs((double)sum) * (DBL_EPSILON / 2);
    cr_assert(error <= allowed, "seed %d: off by %g, %g allowed", (int)seed, (double)error, (double)allowed);
  }
}

Test(dot, same_bits_for_any_order_and_split) {
  static rows r;
  for (uint64_t seed = 0; seed < 30; seed++) {
    draw_rows(&r, 3001, seed, 20 * (int)(seed % 20), 5);
    const double wanted = compute_dot(&r);
    tc_dot whole;
    tc_dot_init(0, &whole);
    tc_dot_add(&whole, r.n, r.weight, r.x, r.y);
    for (int parts = 1; parts <= 64; parts *= 2) {
      tc_dot part[64], total;
      shuffle(&r, seed + (uint64_t)parts);
      tc_dot_init(tc_dot_bin_top(&whole), &total);
      for (int p = 0; p < parts; p++) part[p] = total;
      for (int32_t at = 0, some; at < r.n; at += some) {
        some = 1 + (int32_t)(hash_index(seed, at) % 200);
        if (some > r.n - at) some = r.n - at;
        tc_dot_add(&part[at % parts], some, r.weight + at, r.x + at, r.y + at);
      }
      for (int p = 0; p < parts; p++) tc_dot_merge(&total, &part[(p * 5 + 3) % parts]);
      cr_assert(tc_dot_is_in_window(&total));
      expect_bits(tc_dot_value(&total), wanted);
    }
  }
}

/* tc_dot sums digits within a window below the exponent `top`. Any `top` is valid whose window contains
 * the largest term. The result is nearly exact. For equal `top`, any order of the terms and any division
 * into partial sums gives the same bits. */
Test(dot, windows_overlap) {
  static rows r;
  for (uint64_t seed = 0; seed < 40; seed++) {
    draw_rows(&r, 2000, seed, 20 * (int)(seed % 20), (int)seed);
    const float128 exact = sum_in_float128(&r);
    int right = 0;
    for (int top = -20; top < 20; top++) {
      tc_dot whole, part[3];
      tc_dot_init(top, &whole);
      tc_dot_add(&whole, r.n, r.weight, r.x, r.y);
      if (!tc_dot_is_in_window(&whole)) continue;
      right++;
      cr_assert(fabs((double)(exact - (float128)tc_dot_value(&whole))) <=
                r.n * ldexp(find_largest(&r), -65) + fabs((double)exact) * (DBL_EPSILON / 2));
      shuffle(&r, seed);
      for (int p = 0; p < 3; p++) tc_dot_init(top, &part[p]);
      for (int32_t i = 0; i < r.n; i++) tc_dot_add(&part[i % 3], 1, r.weight + i, r.x + i, r.y + i);
      tc_dot_merge(&part[2], &part[0]);
      tc_dot_merge(&part[2], &part[1]);
      expect_bits(tc_dot_value(&part[2]), tc_dot_value(&whole));
    }
    cr_assert_eq(right, TC_DOT_WINDOW);
  }
}

/* The next sum's `top` is chosen from the largest term of this sum. It remains valid if the largest term
 * changes by up to 2^8 from sum to sum. After a larger change the window misses the term once, and the
 * next `top` fits again. */
Test(dot, next_follows_the_largest_term) {
  int top = 4, missed = 0;
  for (int k = 0; k < 400; k++) {
    const double x = ldexp(1.0, k < 200 ? 4 * k : 1600 - 5 * k);
    tc_dot dot;
    tc_dot_init(top, &dot);
    tc_dot_add(&dot, 1, NULL, &x, &(double){1.0});
    missed += !tc_dot_is_in_window(&dot);
    top = tc_dot_next_top(&dot);
  }
  cr_assert_eq(missed, 1, "%d", missed); /* the change from 2^796 to 2^600 is too large */
  for (int top_now = 4; top_now < 12; top_now++) {
    tc_dot dot;
    tc_dot_init(top_now, &dot);
    cr_assert_eq(tc_dot_next_top(&dot), top_now, "the top must not change without terms");
    tc_dot_add(&dot, 1, NULL, (double[]){0x1p60}, (double[]){1.0});
    static const int next[8] = {8, 8, 8, 8, 9, 9, 10, 10};
    cr_assert_eq(tc_dot_next_top(&dot), next[top_now - 4], "%d: %d", top_now, tc_dot_next_top(&dot));
  }
}

/* The sum must not depend on the guessed bin. Exactly one guess is right, and tc_dot must detect all
 * others. */
Test(dot, any_guess_will_do) {
  static rows r;
  static const int tops[] = {0, -32, 500, 960, -940, -1000};
  for (uint64_t seed = 0; seed < 60; seed++) {
    draw_rows(&r, 1 + (int32_t)seed, seed, 20 * (int)(seed % 4), tops[seed % 6]);
    const double wanted = compute_dot(&r);
    int right = 0;
    for (int guess = least_bin - 5; guess <= most_bin + 5; guess++) {
      expect_bits(dot_from(guess, r.n, r.weight, r.x, r.y), wanted);
      tc_dot dot;
      tc_dot_init(4 * guess, &dot);
      tc_dot_add(&dot, r.n, r.weight, r.x, r.y);
      right += 4 * guess == dot.top && tc_dot_is_in_window(&dot);
    }
    cr_assert_eq(right, 1);
  }
}

Test(dot, weights_of_one_may_be_left_out_and_factors_exchanged) {
  static rows r;
  for (uint64_t seed = 0; seed < 30; seed++) {
    draw_rows(&r, 101 + (int32_t)(seed % 2), seed, 30, 3);
    const double wanted = compute_dot(&r);
    expect_bits(dot_from(0, r.n, r.weight, r.y, r.x), wanted);
    for (int32_t i = 0; i < r.n; i++) r.weight[i] = 1.0;
    expect_bits(dot_from(0, r.n, NULL, r.x, r.y), compute_dot(&r));
    expect_bits(dot_from(0, r.n, NULL, r.x, r.x), dot_from(0, r.n, r.weight, r.x, r.x));
  }
}

/* Among 1 to 7 terms, the term at each position is replaced by one that is not finite or too large. The
 * sum must be NaN for every guess. tc_dot must report the window as valid, so that the caller does not
 * repeat the sum. */
static void expect_nan(double weight, double x, double y) {
  static rows r;
  for (int32_t n = 1; n < 8; n++)
    for (int32_t at = 0; at < n; at++)
      for (int guess = TC_DOT_MIN; guess <= TC_DOT_MAX; guess += 61) {
        draw_rows(&r, n, 1, 10, 0);
        r.weight[at] = weight;
        r.x[at] = x;
        r.y[at] = y;
        tc_dot dot;
        tc_dot_init(guess, &dot);
        tc_dot_add(&dot, n, r.weight, r.x, r.y);
        cr_assert(tc_dot_is_in_window(&dot));
        cr_assert(isnan(tc_dot_value(&dot)));
      }
}

Test(dot, not_a_number_where_a_term_is_none_or_too_large) {
  expect_nan(1.0, NAN, 1.0);
  expect_nan(1.0, -NAN, 1.0);
  expect_nan(NAN, 0.0, 1.0);
  expect_nan(1.0, INFINITY, 1.0);
  expect_nan(1.0, 1.0, -INFINITY);
  expect_nan(1.0, INFINITY, 0.0);
  expect_nan(1.0, 1e200, 1e200); /* the product of these factors overflows */
  expect_nan(1e-200, 1e200, -1e200);
  expect_nan(1e200, 1e100, 1e100);
  expect_nan(1.0, 0x1p992, 1.0);
  expect_sum(0x1p991, 0x1p991);
}

/* Terms contribute digits down to 2^-1057. If all terms are below 2^-1022, the sum is 0. */
Test(dot, the_low_end) {
  expect_sum(0x1p-1000, 0x1p-1000);
  expect_sum(0x1p-1000 + 0x1p-1050, 0x1p-1000, 0x1p-1050);
  expect_sum(0x1p-1050, 0x1p-1000, 0x1p-1050, -0x1p-1000);
  expect_sum(0x1p-1022, 0x1p-1022, 0x1p-1060);
  expect_sum(0.0, 0x1p-1023, 0x1p-1030);
  expect_sum(0.0, 0x1p-1074);
  expect_bits(dot_from(0, 1, NULL, (double[]){1e-200}, (double[]){1e-200}), 0.0);
}

/* tc_dot_add carries between its partial sums (limbs) after a certain number of terms. This test has more
 * terms. Each is just below the end of a bin, where terms have the largest number of units. */
Test(dot, many_terms) {
  enum { n = 3000001 };
  double *x = malloc(n * sizeof *x), *ones = malloc(n * sizeof *ones);
  for (int32_t i = 0; i < n; i++) {
    x[i] = 1.0 - 0x1p-53;
    ones[i] = 1.0;
  }
  expect_bits(dot_from(0, n, NULL, x, ones), (double)((float128)x[0] * n));
  for (int32_t i = 0; i < n; i++) x[i] = -x[i];
  expect_bits(dot_from(0, n, ones, x, ones), (double)((float128)x[0] * n));
  for (int32_t i = 0; i < n; i += 2) x[i] = -x[i];
  expect_bits(dot_from(0, n, ones, x, ones), 1.0 - 0x1p-53);
  free(x);
  free(ones);
}

/* Merges the sum with itself repeatedly. After k merges the sum is that of 2^k ranks with equal terms. It
 * must be correctly rounded, even if a small term in the lowest limb decides a tie. */
static void expect_doubled(const double *term, int32_t n) {
  const double one = 1.0;
  tc_dot dot;
  float128 exact = 0;
  tc_dot_init(4, &dot);
  for (int32_t i = 0; i < n; i++) {
    tc_dot_add(&dot, 1, NULL, &term[i], &one);
    exact += term[i];
  }
  for (int doublings = 0; doublings < 55; doublings++) {
    expect_bits(tc_dot_value(&dot), ldexp((double)exact, doublings));
    const tc_dot half = dot;
    tc_dot_merge(&dot, &half);
    for (int k = 1; k < TC_DOT_LIMBS; k++) cr_assert(dot.limb[k] >= 0 && dot.limb[k] >> 32 == 0);
  }
}

Test(dot, more_terms_than_32_bits_can_count) {
  const double large = 0x1p32 - 0x1p-21; /* several terms of this size carry into limb 0, the highest one */
  expect_doubled((double[]){1.0}, 1);
  expect_doubled((double[]){-1.0 + 0x1p-53, 0x1p-60}, 2);
  for (int sign = -1; sign <= 1; sign += 2) {
    expect_doubled((double[]){sign * large, sign * large, sign * large}, 3);
    expect_doubled((double[]){sign * 0x1p31, sign * 0x1p-22}, 2);
    expect_doubled((double[]){sign * 0x1p31, sign * 0x1p-22, 0x1p-64}, 3);
    expect_doubled((double[]){sign * 0x1p31, sign * 0x1p-22, -0x1p-64}, 3);
    expect_doubled((double[]){sign * 0x1p31, sign * 0x1p-21, sign * 0x1p-22, -0x1p-64}, 4);
  }
}
