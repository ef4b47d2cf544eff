#include "solve/space/compensated_sums.h"

#include <math.h>

#include "support/meshes.h"

/* Compares the compensated sums with sums in long double, which has 11 more bits. Plain sums in double must
 * have an error more than ten times as large, so that the test can fail. */
Test(step_sums, a_few_last_bits_after_many_steps) {
  enum { count = 3, steps = 100000 };
  static const int32_t place[count] = {4, 0, 2};
  tc_compensated_sums sums = {0}, straight = {0};
  long double exact[count] = {0};
  double plain[count] = {0}, lost = 0.0;
  expect_ok(tc_compensated_sums_init(count, &sums));
  expect_ok(tc_compensated_sums_init(count, &straight));
  for (uint64_t step = 0; step < steps; step++) {
    double term[5], same[count];
    for (uint64_t i = 0; i < 5; i++) term[i] = 1.0 + 0.5 * noise(5 * step + i);
    for (int k = 0; k < count; k++) {
      same[k] = term[place[k]];
      exact[k] += (long double)same[k];
      plain[k] += same[k];
    }
    tc_compensated_sums_add(&sums, place, term);
    tc_compensated_sums_add(&straight, NULL, same);
  }
  for (int k = 0; k < count; k++) {
    cr_assert_lt(fabsl((long double)tc_compensated_sums_get(&sums, k) - exact[k]), 1e-15L * exact[k]);
    cr_assert_eq(tc_compensated_sums_get(&straight, k), tc_compensated_sums_get(&sums, k));
    lost = fmax(lost, (double)fabsl((long double)plain[k] - exact[k]));
  }
  cr_assert_gt(lost, 1e-14 * (double)exact[0], "plain sums must lose digits, or the test is too weak");
  tc_compensated_sums_free(&sums);
  tc_compensated_sums_free(&straight);
}

Test(step_sums, also_in_the_middle_and_from_the_start_again) {
  tc_compensated_sums sums = {0};
  expect_ok(tc_compensated_sums_init(1, &sums));
  for (int again = 0; again < 2; again++) {
    for (int step = 1; step <= 40; step++) {
      tc_compensated_sums_add(&sums, NULL, &(double){step});
      cr_assert_eq(tc_compensated_sums_get(&sums, 0), step * (step + 1) / 2);
    }
    tc_compensated_sums_clear(&sums);
    cr_assert_eq(tc_compensated_sums_get(&sums, 0), 0.0);
  }
  tc_compensated_sums_free(&sums);
  expect_ok(tc_compensated_sums_init(0, &sums));
  tc_compensated_sums_add(&sums, NULL, NULL);
  tc_compensated_sums_clear(&sums);
  tc_compensated_sums_free(&sums);
}
