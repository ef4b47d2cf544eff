#include "solve/step_size.h"

#include <math.h>

#include "base/hash.h"
#include "support/expect.h"

static const char *const where = "run.yaml: time.dt";

static tc_step_size choose(double bound, double dt, double safety, int64_t steps, double end) {
  tc_step_size size = {-1, NAN};
  expect_ok(tc_step_size_choose(where, bound, dt, safety * bound, steps, end, &size));
  return size;
}

static void expect_size(tc_step_size size, int64_t steps, double dt) {
  cr_assert_eq(size.steps, steps, "%lld steps, not %lld", (long long)size.steps, (long long)steps);
  cr_assert_eq(size.dt, dt, "dt %.17g, not %.17g", size.dt, dt);
}

Test(step_size, given_steps) {
  expect_size(choose(2.0, 0.25, 0.9, 17, 0.0), 17, 0.25);
  expect_size(choose(2.0, 2.0, 0.9, 17, 0.0), 17, 2.0); /* the bound itself is stable */
  expect_size(choose(2.0, 0.0, 0.5, 17, 0.0), 17, 1.0);
  expect_size(choose(INFINITY, 0.0, 0.5, 3, 0.0), 3, 1.0);
  expect_size(choose(INFINITY, 1e30, 0.5, 3, 0.0), 3, 1e30);
  expect_size(choose(2.0, 0.25, 0.9, 0, 0.0), 0, 0.25);
}

Test(step_size, given_end) {
  expect_size(choose(2.0, 0.25, 0.9, 17, 1.0), 4, 0.25);
  expect_size(choose(2.0, 0.25, 0.9, 17, 1.1), 5, 1.1 / 5); /* shortened to fit, never lengthened */
  expect_size(choose(2.0, 0.25, 0.9, 17, 0.1), 1, 0.1);
  expect_size(choose(2.0, 0.0, 0.5, 17, 3.5), 4, 0.875);
  expect_size(choose(INFINITY, 0.0, 0.5, 17, 3.5), 1, 3.5);
  expect_size(choose(2.0, 0.1, 0.9, 17, 0.3), 3, 0.3 / 3); /* 0.3 / 0.1 is a little less than 3 */
  expect_size(choose(2.0, 0.1, 0.9, 17, 0.7), 7, 0.7 / 7); /* 0.7 / 0.1 is a little less than 7 */
  expect_size(choose(2.0, 1e-3, 0.9, 17, 1.001), 1001, 1.001 / 1001);
}

/* As many steps as are needed and no more, and together they reach the end. */
Test(step_size, any_end_is_reached) {
  for (uint64_t i = 0; i < 20000; i++) {
    double dt = ldexp(1.0 + (double)(tc_hash_mix(i) >> 12) * 0x1p-52, (int)(i % 11) - 8);
    double end = dt * 1e4 * (double)(tc_hash_mix(i + 99999) >> 11) * 0x1p-53;
    if (i % 2) end = dt * (double)(1 + tc_hash_mix(i) % 10000); /* a multiple, but for rounding */
    if (end == 0.0) continue;
    tc_step_size size = choose(2 * dt, dt, 0.9, 0, end);
    double count = (double)size.steps;
    cr_assert_leq(size.dt, dt * (1.0 + 1e-11));
    cr_assert(size.steps == 1 || (count - 1.0) * dt < end, "%lld steps are one too many",
              (long long)size.steps);
    cr_assert_float_eq(count * size.dt, end, 1e-15 * end);
    if (i % 2) cr_assert_eq(size.steps, (int64_t)(1 + tc_hash_mix(i) % 10000));
  }
}

/* What follows a source may be shorter than what is stable. */
Test(step_size, an_automatic_step_may_be_short) {
  tc_step_size size = {-1, NAN};
  expect_ok(tc_step_size_choose(where, 2.0, 0.0, 0.25, 7, 0.0, &size));
  expect_size(size, 7, 0.25);
  expect_ok(tc_step_size_choose(where, INFINITY, 0.0, 0.25, 7, 1.0, &size));
  expect_size(size, 4, 0.25);
  expect_ok(tc_step_size_choose(where, 2.0, 1.5, 0.25, 7, 0.0, &size));
  expect_size(size, 7, 1.5);
}

/* The message has what was given, the bound, and what would do instead. */
Test(step_size, unstable_steps_are_refused) {
  tc_step_size size = {-1, -1.0};
  for (int end = 0; end < 2; end++) {
    expect_error(tc_step_size_choose(where, 0.125, 0.5, 0.1, 10, end, &size), TC_NUMERICAL, where);
    expect_error(tc_step_size_choose(where, 0.125, 0.5, 0.1, 10, end, &size), TC_NUMERICAL,
                 "a step of 0.5 is unstable on this mesh: the bound is 0.125 (auto would take 0.1)");
  }
  expect_error(tc_step_size_choose(where, 1.0, nextafter(1.0, 2.0), 0.8, 10, 0.0, &size), TC_NUMERICAL,
               "unstable");
  cr_assert(size.steps == -1 && size.dt == -1.0, "nothing is set on failure");
}

Test(step_size, more_steps_than_can_be_counted) {
  tc_step_size size = {-1, -1.0};
  expect_error(tc_step_size_choose(where, 1.0, 1e-20, 0.9, 10, 1.0, &size), TC_USAGE,
               "takes 1e+20 steps of 1e-20");
  expect_error(tc_step_size_choose(where, 1e-300, 0.0, 0.9e-300, 10, 1e300, &size), TC_USAGE, where);
  cr_assert(size.steps == -1 && size.dt == -1.0);
  cr_assert_float_eq((double)choose(1.0, 0x1p-52, 0.9, 0, 1.0).steps, 0x1p52, 2e-12 * 0x1p52);
}
