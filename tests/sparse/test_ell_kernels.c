#include "sparse/ell_kernels.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>

#include "base/numeric/hash.h"
#include "sparse/row_sum.h"
#include "support/expect.h"

static const int widths[] = {4, 8, 12, 16, 20, 32, 64};
enum { width_count = sizeof widths / sizeof *widths };

/* Returns a value of either sign whose binary exponent varies by 20. With such values, another order of
 * summation almost always changes the last bits. */
static double draw_value(uint64_t index) {
  uint64_t random = tc_hash_mix(index);
  return ldexp((double)(int64_t)random, (int)(random % 20) - 70);
}

static tc_ell *random_matrix(int32_t rows, int32_t columns, int width, uint64_t seed) {
  tc_ell *ell = NULL;
  expect_ok(tc_ell_create(rows, columns, width, &ell));
  for (int32_t i = 0; i < rows; i++) {
    uint64_t name = seed * 1000003 + (uint64_t)i * 97;
    ell->diagonal[i] = draw_value(name);
    int used = (int)(tc_hash_mix(name + 5) % (uint64_t)(width + 1)); /* the rest of the row remains padding */
    for (int k = 0; k < used; k++) {
      ell->value[i * width + k] = draw_value(name + 1000 + (uint64_t)k);
      ell->column[i * width + k] = (int32_t)(tc_hash_mix(name + 2000 + (uint64_t)k) % (uint64_t)columns);
    }
  }
  return ell;
}

/* Computes a row in the documented order of summation. Partial sum k contains every fourth term from term k
 * on, and the result is (0+2) + (1+3) of the partial sums. */
static double multiply_row(const tc_ell *ell, int32_t i, const double *x) {
  double sum[4] = {0, 0, 0, 0};
  for (int k = 0; k < ell->width; k++)
    sum[k % 4] += ell->value[i * ell->width + k] * x[ell->column[i * ell->width + k]];
  return ell->diagonal[i] * x[i] + ((sum[0] + sum[2]) + (sum[1] + sum[3]));
}

/* Computes a row like a strategy with an access, which fetches all values of x before the sum. */
static double multiply_fetched_row(const tc_ell *ell, int32_t i, const double *x) {
  double fetched[64];
  for (int k = 0; k < ell->width; k++) fetched[k] = x[ell->column[i * ell->width + k]];
  return ell->diagonal[i] * x[i] + tc_row_sum(ell->width, ell->value + i * ell->width, fetched, 0.0);
}

static void expect_products(int32_t rows, int32_t columns, int width, uint64_t seed) {
  tc_ell *ell = random_matrix(rows, columns, width, seed);
  double *x = malloc((size_t)columns * sizeof *x + 1), *y = malloc((size_t)rows * sizeof *y + 8);
  for (int32_t i = 0; i < columns; i++) x[i] = draw_value(seed + 7000000 + (uint64_t)i);
  for (int threads = 1; threads <= 4; threads++) {
    omp_set_num_threads(threads);
    for (int32_t i = 0; i < rows; i++) y[i] = NAN;
    y[rows] = 42.0;
    tc_ell_multiply(ell, x, y);
    for (int32_t i = 0; i < rows; i++) {
      double plain = multiply_row(ell, i, x), fetched = multiply_fetched_row(ell, i, x);
      cr_assert_eq(memcmp(&y[i], &plain, 8), 0, "width %d, %d threads, row %d: %.17g, not %.17g", width,
                   threads, (int)i, y[i], plain);
      cr_assert_eq(memcmp(&fetched, &plain, 8), 0, "width %d, row %d: %.17g, not %.17g", width, (int)i,
                   fetched, plain);
    }
    cr_assert_eq(y[rows], 42.0, "nothing is written beyond the rows");
  }
  free(x);
  free(y);
  tc_ell_destroy(&ell);
}

/* Products must have the bits of a plain loop. The numbers of rows range from 0 to some hundred, and some are
 * smaller than the number of threads. */
Test(kernels, same_bits_as_a_plain_loop) {
  static const int32_t rows[] = {0, 1, 2, 3, 7, 64, 333};
  for (int w = 0; w < width_count; w++)
    for (uint64_t r = 0; r < 7; r++) {
      expect_products(rows[r], rows[r], widths[w], 10 * r);
      expect_products(rows[r], rows[r] + 150, widths[w], 10 * r + 1);
    }
}

/* A product of some rows must have the same bits and must not change other rows. */
Test(kernels, some_rows_only) {
  enum { rows = 40 };
  for (int w = 0; w < width_count; w++) {
    tc_ell *ell = random_matrix(rows, rows, widths[w], 3);
    double x[rows], all[rows], some[rows];
    for (uint64_t i = 0; i < rows; i++) x[i] = draw_value(i);
    tc_ell_multiply(ell, x, all);
    for (int32_t begin = 0; begin <= rows; begin += 5)
      for (int32_t end = begin; end <= rows; end += 7) {
        for (int i = 0; i < rows; i++) some[i] = -1.0;
        tc_ell_multiply_rows(ell, begin, end, x, some + begin);
        for (int32_t i = 0; i < rows; i++) {
          double wanted = i >= begin && i < end ? all[i] : -1.0;
          cr_assert_eq(memcmp(&some[i], &wanted, 8), 0, "width %d, rows %d to %d, row %d", widths[w],
                       (int)begin, (int)end, (int)i);
        }
      }
    tc_ell_destroy(&ell);
  }
}

/* Another order of summation must often change the bits. Otherwise the tests above could not detect a wrong
 * order. */
Test(kernels, the_order_of_adding_shows_in_the_bits) {
  int differ = 0;
  for (uint64_t i = 0; i < 1000; i++) {
    double value[16], one[16], straight = 0.0;
    for (uint64_t k = 0; k < 16; k++) value[k] = draw_value(100 * i + k), one[k] = 1.0;
    for (int k = 0; k < 16; k++) straight += value[k];
    differ += tc_row_sum(16, value, one, 0.0) != straight;
  }
  cr_assert_gt(differ, 300, "%d", differ);
}

Test(kernels, row_sum_by_hand) {
  static const double value[8] = {1, 2, 3, 4, 5, 6, 7, 8}, x[8] = {1, 10, 100, 1000, 1, 10, 100, 1000};
  cr_assert_eq(tc_row_sum(0, value, x, 0.0), 0.0);
  cr_assert_eq(tc_row_sum(4, value, x, 0.0), 4321.0);
  cr_assert_eq(tc_row_sum(8, value, x, 0.0), 6 + 80 + 1000 + 12000.0);
  /* 2^53 + 1 cannot be represented as a double. (s0 + s2) + (s1 + s3) retains both ones, but s0 + s1 + s2 +
   * s3 loses them. */
  static const double large[4] = {0x1p53, 1, 0, 1}, ones[4] = {1, 1, 1, 1};
  cr_assert_eq(tc_row_sum(4, large, ones, 0.0), 0x1p53 + 2);
}

/* In a row of padding, the product must not depend on values of other rows, even if they are NaN. */
Test(kernels, padded_rows_are_their_diagonal) {
  for (int w = 0; w < width_count; w++) {
    tc_ell *ell = NULL;
    const double x[3] = {NAN, 2.0, INFINITY};
    double y[3];
    expect_ok(tc_ell_create(3, 3, widths[w], &ell));
    for (int i = 0; i < 3; i++) ell->diagonal[i] = 3.0;
    tc_ell_multiply(ell, x, y);
    cr_assert_eq(y[1], 6.0);
    tc_ell_destroy(&ell);
  }
}
