#include "base/numeric/stats.h"

#include "base/numeric/hash.h"
#include "support/expect.h"

Test(stats, median) {
  cr_assert_eq(tc_median(NULL, 0), 0.0);
  cr_assert_eq(tc_median((double[]){7}, 1), 7.0);
  cr_assert_eq(tc_median((double[]){3, 1}, 2), 2.0);
  cr_assert_eq(tc_median((double[]){9, -1, 4}, 3), 4.0);
  cr_assert_eq(tc_median((double[]){4, 1e9, 2, -1e9}, 4), 3.0);
  cr_assert_eq(tc_median((double[]){5, 5, 5, 5, 5}, 5), 5.0);
  cr_assert_eq(tc_median((double[]){1e-9, 3e-9, 2e-9}, 3), 2e-9); /* tiny values must not be taken as equal */
}

/* The median of the numbers 0 to 1000 is 500 for any order. */
Test(stats, median_of_many) {
  enum { n = 1001 };
  double value[n];
  for (uint64_t seed = 0; seed < 5; seed++) {
    for (int i = 0; i < n; i++) value[i] = i;
    for (int i = n - 1; i > 0; i--) {
      int other = (int)(tc_hash_mix(1000 * seed + (uint64_t)i) % (uint64_t)(i + 1));
      double held = value[i];
      value[i] = value[other];
      value[other] = held;
    }
    cr_assert_eq(tc_median(value, n), 500.0);
  }
}

/* A series stores only every n-th value if it becomes long, where n is the stride. For the series 0, 1, 2,
 * .. the stored samples must be the multiples of the stride. */
Test(stats, samples_stay_evenly_spread) {
  static tc_timing_series samples;
  cr_assert_eq(tc_timing_series_median(&samples), 0.0);
  for (size_t seen = 1; seen <= 70000; seen++) {
    tc_timing_series_add(&samples, (double)(seen - 1));
    cr_assert_eq(samples.added, seen);
    cr_assert_leq(samples.stored, (size_t)TC_TIMING_SERIES_MAX);
    cr_assert_eq(samples.stored, (seen + samples.stride - 1) / samples.stride, "after %zu", seen);
    if (seen > TC_TIMING_SERIES_MAX) cr_assert_geq(samples.stored, (size_t)TC_TIMING_SERIES_MAX / 2);
    if (seen % 997 && seen != TC_TIMING_SERIES_MAX && seen != TC_TIMING_SERIES_MAX + 1) continue;
    for (size_t i = 0; i < samples.stored; i++) cr_assert_eq(samples.value[i], (double)(i * samples.stride));
    const double middle = tc_timing_series_median(&samples), slack = (double)samples.stride;
    cr_assert_float_eq(middle, (double)(seen - 1) / 2, slack, "after %zu: %g", seen, middle);
  }
}

Test(stats, samples_are_all_kept_while_there_is_room) {
  static tc_timing_series samples;
  for (int i = 0; i < TC_TIMING_SERIES_MAX; i++) tc_timing_series_add(&samples, TC_TIMING_SERIES_MAX - i);
  cr_assert_eq(samples.stored, (size_t)TC_TIMING_SERIES_MAX);
  cr_assert_eq(samples.stride, 1);
  cr_assert_eq(tc_timing_series_median(&samples), 0.5 + TC_TIMING_SERIES_MAX / 2);
  cr_assert_eq(samples.value[0], (double)TC_TIMING_SERIES_MAX, "the median leaves the series as it was");
}

/* The sum includes all values of the series. The share above a limit is computed from the stored samples
 * only. */
Test(stats, samples_tell_their_sum_and_those_above_a_limit) {
  static tc_timing_series samples;
  enum { n = 3 * TC_TIMING_SERIES_MAX };
  cr_assert_eq(tc_timing_series_share_above(&samples, 0.0), 0.0);
  for (int i = 0; i < n; i++) tc_timing_series_add(&samples, i);
  cr_assert_eq(samples.sum, 0.5 * n * (n - 1));
  cr_assert_float_eq(tc_timing_series_share_above(&samples, 0.75 * n), 0.25, 0.01);
  cr_assert_eq(tc_timing_series_share_above(&samples, n), 0.0);
  cr_assert_eq(tc_timing_series_share_above(&samples, -1.0), 1.0);
}

Test(stats, mean_and_variance) {
  const double value[] = {1.0, 2.0, 6.0};
  cr_expect_eq(tc_mean(value, 3), 3.0);
  cr_expect_eq(tc_variance(value, 3), 7.0);
  cr_expect_eq(tc_mean(value, 0), 0.0);
  cr_expect_eq(tc_variance(value, 1), 0.0);
}

Test(stats, values_are_sorted) {
  double value[] = {3.0, -1.0, 2.0};
  tc_values_sort(value, 3);
  cr_expect(value[0] == -1.0 && value[1] == 2.0 && value[2] == 3.0);
}
