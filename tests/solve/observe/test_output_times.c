#include "solve/observe/output_times.h"

#include <math.h>

#include "base/numeric/hash.h"
#include "support/expect.h"

static const char *const where = "run.yaml: snapshots.times";

Test(output_times, next_and_count) {
  const double list[] = {0.1, 0.25, 1.0};
  const tc_output_times times = {.count = 3, .time = list, .end = 1.0};
  cr_assert_eq(tc_output_times_next(&times, 0.0), 0.1);
  cr_assert_eq(tc_output_times_next(&times, 0.1), 0.25);
  cr_assert_eq(tc_output_times_next(&times, 0.3), 1.0);
  cr_assert_eq(tc_output_times_next(&times, 1.0), INFINITY);
  cr_assert_eq(tc_output_times_count(&times, 0.0), 3, "the end is one of the list");
  cr_assert_eq(tc_output_times_count(&times, 0.2), 2);
  cr_assert_eq(tc_output_times_count(&times, 1.0), 0);
  const tc_output_times none = {.count = 0};
  cr_assert_eq(tc_output_times_next(&none, 0.0), INFINITY);
  cr_assert_eq(tc_output_times_count(&none, 0.0), 0);
}

/* The end is the last output time. In floating point 3 * 0.1 exceeds 0.3, so 3 * 0.1 must not count as a time
 * after the end. */
Test(output_times, intervals_end_with_the_run) {
  const tc_output_times times = {.interval = 0.1, .end = 0.3}, odd = {.interval = 0.4, .end = 1.0};
  cr_assert_eq(tc_output_times_next(&times, 0.1), 0.2);
  cr_assert_eq(tc_output_times_next(&times, 0.2), 0.3);
  cr_assert_eq(tc_output_times_next(&times, 0.3), INFINITY);
  cr_assert_eq(tc_output_times_count(&times, 0.0), 3);
  cr_assert_eq(tc_output_times_count(&times, 0.15), 2);
  cr_assert_eq(tc_output_times_count(&odd, 0.0), 3, "0.4, 0.8 and the end");
  cr_assert_eq(tc_output_times_next(&odd, 0.8), 1.0);
}

static void refuse(int count, const double *list, double interval, const char *part) {
  const tc_output_times times = {.count = count, .time = list, .interval = interval, .end = 1.0};
  expect_error(tc_output_times_check(&times, where, 100), TC_USAGE, part);
}

Test(output_times, bad_times_are_refused) {
  refuse(2, (double[]){0.5, 0.5}, 0.0,
         "snapshots.times: 0.5 is not later than 0.5: list times above 0 in rising order");
  refuse(2, (double[]){0.5, 0.2}, 0.0, "0.2 is not later than 0.5");
  refuse(1, (double[]){0.0}, 0.0, "0 is not later than 0");
  refuse(2, (double[]){0.5, 1.5}, 0.0, "1.5 is later than the end of the run, 1");
  refuse(2, (double[]){0.5, 0.5 + 1e-12}, 0.0, "too close to 0.5");
  refuse(1, (double[]){1.0 - 1e-12}, 0.0, "too close to 1,");
  refuse(1, (double[]){1e-12}, 0.0, "too close to 0,");
  refuse(0, NULL, 1e-12, "1e-12 is too small");
  refuse(0, NULL, 1e-3, "there would be 1000 times up to t = 1, and at most 100");
  const double list[] = {0.25, 0.5, 1.0};
  expect_ok(tc_output_times_check(&(tc_output_times){.count = 3, .time = list, .end = 1.0}, where, 3));
}

Test(output_times, multiples_of_a_step) {
  const double list[] = {0.3, 0.7};
  const tc_output_times times = {.count = 2, .time = list, .end = 1.0}, every = {.interval = 0.5, .end = 1.0};
  expect_ok(tc_output_times_check_multiples(&times, where, 0.1));
  expect_ok(tc_output_times_check_multiples(&every, where, 0.25));
  expect_error(tc_output_times_check_multiples(&times, where, 0.25), TC_USAGE,
               "snapshots.times: t = 0.3 is not a multiple of the step size 0.25: use 0.25 or 0.5");
  expect_error(tc_output_times_check_multiples(&times, where, 0.5), TC_USAGE, "use 0.5 or 1");
  expect_error(tc_output_times_check_multiples(&every, where, 0.2), TC_USAGE, "use 0.4 or 0.6");
}

/* Performs all steps one by one. Compares their number, the number of shortened steps and the time origin
 * with the result of tc_output_times_walk. */
static void compare_with_walk(const tc_output_times *times, double dt, int64_t stop_at) {
  tc_time_origin origin = {.step = 0};
  int64_t step = 0, shortened = 0, met = 0;
  for (double last = 0.0; last < times->end && step < stop_at; step++) {
    const tc_output_step made = tc_output_times_step(times, &origin, dt, step);
    cr_assert_gt(made.dt, 0.0);
    cr_assert(made.dt <= dt && made.is_shortened == (made.dt < dt));
    if (made.is_shortened) cr_assert_eq(made.until, made.requested);
    if (made.requested > 0.0) {
      cr_assert_eq(made.requested, tc_output_times_next(times, last), "no time is passed");
      last = made.requested;
      met++;
    } else
      cr_assert_lt(made.until, tc_output_times_next(times, last));
    shortened += made.is_shortened;
    if (made.is_shortened) origin = (tc_time_origin){step + 1, made.until};
  }
  const tc_output_walk walk = tc_output_times_walk(times, &(tc_time_origin){.step = 0}, dt, 0, stop_at);
  cr_assert_eq(walk.step, step, "%lld steps, not %lld", (long long)walk.step, (long long)step);
  cr_assert_eq(walk.shortened, shortened);
  cr_assert(walk.origin.step == origin.step && walk.origin.time == origin.time);
  if (stop_at == INT64_MAX) cr_assert_eq(met, tc_output_times_count(times, 0.0));
  const int64_t middle = step / 2;
  const tc_output_walk half = tc_output_times_walk(times, &(tc_time_origin){.step = 0}, dt, 0, middle),
                       rest = tc_output_times_walk(times, &half.origin, dt, middle, stop_at);
  cr_assert(half.step == middle && rest.step == step);
  cr_assert_eq(half.shortened + rest.shortened, shortened);
}

static double uniform(uint64_t i) { return (double)(tc_hash_mix(i) >> 11) * 0x1p-53; }

Test(output_times, the_walk_finds_the_steps) {
  for (uint64_t i = 0; i < 2000; i++) {
    const double end = 0.1 + uniform(i);
    double list[6];
    for (int k = 0; k < 6; k++)
      list[k] = end * ((double)k + 0.1 + 0.8 * uniform(100 * i + (uint64_t)k)) / 6.0;
    const double equal = end / (double)(1 + tc_hash_mix(i) % 200);
    const tc_output_times times = {.count = 6, .time = list, .end = end},
                          interval = {.interval = end * (0.02 + uniform(i + 7)), .end = end},
                          even = {.interval = 3.0 * equal, .end = end};
    compare_with_walk(&times, equal, INT64_MAX);
    compare_with_walk(&interval, equal, INT64_MAX);
    compare_with_walk(&even, equal, INT64_MAX);
    compare_with_walk(&times, equal, 17);
  }
}

/* Requested times that coincide with the ends of steps must not change any step. */
Test(output_times, coinciding_times_shorten_no_step) {
  const tc_output_times times = {.interval = 0.7, .end = 7.0};
  const tc_output_walk walk = tc_output_times_walk(&times, &(tc_time_origin){.step = 0}, 0.1, 0, INT64_MAX);
  cr_assert(walk.step == 70 && walk.shortened == 0 && walk.origin.step == 0);
  const tc_output_step step = tc_output_times_step(&times, &(tc_time_origin){.step = 0}, 0.1, 20);
  cr_assert(step.until == 21 * 0.1 && step.dt == 0.1 && step.requested == 3 * 0.7 && !step.is_shortened);
}
