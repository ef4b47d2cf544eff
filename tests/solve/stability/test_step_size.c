#include "solve/stability/step_size.h"

#include <math.h>

#include "base/numeric/hash.h"
#include "support/expect.h"

static const char *const where = "run.yaml: time.dt";

static tc_step_size choose(double bound, double dt, double safety, int64_t steps, double end) {
  tc_step_size size = {-1, NAN};
  expect_ok(tc_step_size_compute(where, bound, dt, safety * bound, steps, end, &size));
  return size;
}

static void expect_size(tc_step_size size, int64_t steps, double dt) {
  cr_assert_eq(size.steps, steps, "%lld steps, not %lld", (long long)size.steps, (long long)steps);
  cr_assert_eq(size.dt, dt, "dt %.17g, not %.17g", size.dt, dt);
}

Test(step_size, given_steps) {
  expect_size(choose(2.0, 0.25, 0.9, 17, 0.0), 17, 0.25);
  /* A step equal to the bound is stable. */
  expect_size(choose(2.0, 2.0, 0.9, 17, 0.0), 17, 2.0);
  expect_size(choose(2.0, 0.0, 0.5, 17, 0.0), 17, 1.0);
  expect_size(choose(INFINITY, 0.0, 0.5, 3, 0.0), 3, 1.0);
  expect_size(choose(INFINITY, 1e30, 0.5, 3, 0.0), 3, 1e30);
  expect_size(choose(2.0, 0.25, 0.9, 0, 0.0), 0, 0.25);
}

Test(step_size, given_end) {
  expect_size(choose(2.0, 0.25, 0.9, 17, 1.0), 4, 0.25);
  /* The step may be shortened to reach the end, but not lengthened. */
  expect_size(choose(2.0, 0.25, 0.9, 17, 1.1), 5, 1.1 / 5);
  expect_size(choose(2.0, 0.25, 0.9, 17, 0.1), 1, 0.1);
  expect_size(choose(2.0, 0.0, 0.5, 17, 3.5), 4, 0.875);
  expect_size(choose(INFINITY, 0.0, 0.5, 17, 3.5), 1, 3.5);
  /* In floating point, 0.3 / 0.1 is slightly less than 3. */
  expect_size(choose(2.0, 0.1, 0.9, 17, 0.3), 3, 0.1);
  /* In floating point, 0.7 / 0.1 is slightly less than 7. */
  expect_size(choose(2.0, 0.1, 0.9, 17, 0.7), 7, 0.1);
  expect_size(choose(2.0, 1e-3, 0.9, 17, 1.001), 1001, 1e-3);
  /* An automatic step may be adjusted to the end. */
  expect_size(choose(2.0, 0.0, 0.1, 17, 0.6), 3, 0.6 / 3);
}

/* The number of steps must be the smallest that reaches the end without longer steps. */
Test(step_size, any_end_is_reached) {
  for (uint64_t i = 0; i < 20000; i++) {
    double dt = ldexp(1.0 + (double)(tc_hash_mix(i) >> 12) * 0x1p-52, (int)(i % 11) - 8);
    double end = dt * 1e4 * (double)(tc_hash_mix(i + 99999) >> 11) * 0x1p-53;
    /* The end is a multiple of dt, except for rounding. */
    if (i % 2) end = dt * (double)(1 + tc_hash_mix(i) % 10000);
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

/* The automatic step may be shorter than the stable one, because it must also follow the source
 * accurately. */
Test(step_size, an_automatic_step_may_be_short) {
  tc_step_size size = {-1, NAN};
  expect_ok(tc_step_size_compute(where, 2.0, 0.0, 0.25, 7, 0.0, &size));
  expect_size(size, 7, 0.25);
  expect_ok(tc_step_size_compute(where, INFINITY, 0.0, 0.25, 7, 1.0, &size));
  expect_size(size, 4, 0.25);
  expect_ok(tc_step_size_compute(where, 2.0, 1.5, 0.25, 7, 0.0, &size));
  expect_size(size, 7, 1.5);
}

/* The error must contain the user's step, the bound and the automatic step. */
Test(step_size, unstable_steps_are_refused) {
  tc_step_size size = {-1, -1.0};
  for (int end = 0; end < 2; end++) {
    expect_error(tc_step_size_compute(where, 0.125, 0.5, 0.1, 10, end, &size), TC_NUMERICAL, where);
    expect_error(tc_step_size_compute(where, 0.125, 0.5, 0.1, 10, end, &size), TC_NUMERICAL,
                 "a step of 0.5 is unstable on this mesh, where the bound is 0.125: set it to auto (0.1) or "
                 "below the bound");
  }
  expect_error(tc_step_size_compute(where, 1.0, nextafter(1.0, 2.0), 0.8, 10, 0.0, &size), TC_NUMERICAL,
               "unstable");
  cr_assert(size.steps == -1 && size.dt == -1.0, "nothing is set on failure");
}

Test(step_size, more_steps_than_can_be_counted) {
  tc_step_size size = {-1, -1.0};
  expect_error(tc_step_size_compute(where, 1.0, 1e-20, 0.9, 10, 1.0, &size), TC_USAGE,
               "takes 1e+20 steps of 1e-20");
  expect_error(tc_step_size_compute(where, 1e-300, 0.0, 0.9e-300, 10, 1e300, &size), TC_USAGE, where);
  cr_assert(size.steps == -1 && size.dt == -1.0);
  cr_assert_float_eq((double)choose(1.0, 0x1p-52, 0.9, 0, 1.0).steps, 0x1p52, 2e-12 * 0x1p52);
}

/* ---- step sizes of resumed runs ---- */

typedef struct resumed {
  tc_step_spans spans;
  tc_resume_steps steps;
} resumed;

static tc_status resume(double dt, double end, tc_step_size whole, int64_t step, resumed *r) {
  const tc_resume_request request = {.where_dt = "time.dt",
                                     .where_steps = "time.steps",
                                     .where_end = "time.end",
                                     .from = "c.20.h5",
                                     .step = step,
                                     .whole = whole,
                                     .dt = dt,
                                     .end = end};
  return tc_step_size_resume(&request, &r->spans, &r->steps);
}

static resumed spans_of(double dt) { return (resumed){.spans = {1, {{{0, 0.0}, dt}}}}; }

Test(step_size, a_resumed_run_has_the_steps_of_one_go) {
  resumed r = spans_of(0.004);
  expect_ok(resume(0.004, 0.16, (tc_step_size){40, 0.004}, 20, &r));
  cr_assert(r.steps.steps == 40 && r.steps.is_one_go && r.spans.count == 1);
  expect_ok(resume(0.0, 0.0, (tc_step_size){40, 0.004}, 20, &r));
  cr_assert(r.steps.steps == 40 && r.steps.is_one_go && !r.steps.has_new_span);
}

/* A run that has made no step may resume with another step size. */
Test(step_size, a_run_without_steps_so_far_has_those_of_one_go) {
  resumed r = spans_of(0.004);
  expect_ok(resume(0.005, 0.03, (tc_step_size){6, 0.005}, 0, &r));
  cr_assert(r.steps.steps == 6 && r.steps.is_one_go && r.spans.count == 1 && r.spans.item[0].dt == 0.005);
}

/* Checkpoints of earlier versions contain a step computed as end / steps, which may differ by rounding
 * from the config. */
Test(step_size, a_resumed_run_keeps_a_step_that_differs_by_rounding) {
  resumed r = spans_of(nextafter(0.1, 0.0));
  expect_ok(resume(0.1, 0.6, (tc_step_size){6, 0.1}, 3, &r));
  cr_assert(r.steps.steps == 6 && !r.steps.is_one_go && r.spans.count == 1);
  cr_assert_eq(r.spans.item[0].dt, nextafter(0.1, 0.0));
}

Test(step_size, an_automatic_step_divides_what_is_left) {
  resumed r = spans_of(0.004);
  expect_ok(resume(0.0, 0.13, (tc_step_size){33, 0.13 / 33}, 20, &r));
  cr_assert(r.steps.steps == 33 && !r.steps.is_one_go && r.steps.has_new_span && r.spans.count == 2);
  const tc_step_span next = tc_step_spans_last(&r.spans);
  cr_assert(next.origin.step == 20 && next.origin.time == 0.08 && next.dt < 0.004);
  cr_assert_float_eq(tc_time_at(&next.origin, next.dt, 33), 0.13, 1e-15);
  /* A second resumed run must use the same steps. */
  expect_ok(resume(0.0, 0.13, (tc_step_size){33, 0.13 / 33}, 25, &r));
  cr_assert(r.steps.steps == 33 && r.spans.count == 2 && !r.steps.has_new_span && !r.steps.is_one_go);
  r = spans_of(0.004);
  /* The remaining time is a multiple of the old step. */
  expect_ok(resume(0.0, 0.12, (tc_step_size){31, 0.12 / 31}, 20, &r));
  cr_assert(r.steps.steps == 30 && r.spans.count == 1 && !r.steps.is_one_go);
}

/* Rounding of the remaining time must not add a step to a run that is resumed at or before its last step. */
Test(step_size, no_step_is_added_by_rounding) {
  for (int64_t steps = 100000; steps < 100040; steps++) {
    resumed r = {.spans = {2, {{{0, 0.0}, 0.1}, {{17, 1.7}, 0.3 / 7.0}}}};
    const double end = tc_time_at(&r.spans.item[1].origin, 0.3 / 7.0, steps);
    expect_ok(resume(0.0, end, (tc_step_size){steps, 0.05}, steps - 1, &r));
    cr_assert(r.steps.steps == steps && r.spans.count == 2);
    expect_ok(resume(0.0, end, (tc_step_size){steps, 0.05}, steps, &r));
    cr_assert(r.steps.steps == steps && r.spans.count == 2);
  }
}

Test(step_size, what_cannot_be_resumed) {
  resumed r = spans_of(0.004);
  expect_error(resume(0.004, 0.07, (tc_step_size){18, 0.07 / 18}, 20, &r), TC_USAGE,
               "time.end: t = 0.07 is before t = 0.08, which c.20.h5 has reached: increase the end time or "
               "start over");
  expect_error(resume(0.004, 0.0, (tc_step_size){19, 0.004}, 20, &r), TC_USAGE,
               "time.steps: 19 steps are fewer than the 20 of c.20.h5: increase the number of steps");
  expect_error(resume(0.005, 0.0, (tc_step_size){40, 0.005}, 20, &r), TC_USAGE,
               "time.dt: the run would have steps of 0.005, and c.20.h5 has steps of 0.004: set time.dt to "
               "auto "
               "or to 0.004, or start over");
  expect_error(resume(0.004, 0.13, (tc_step_size){33, 0.13 / 33}, 20, &r), TC_USAGE,
               "0.004 with an end that is a multiple of it");
  r.spans.count = TC_STEP_SPANS_MAX;
  for (int k = 0; k < TC_STEP_SPANS_MAX; k++) r.spans.item[k] = (tc_step_span){{0, 0.0}, 0.004};
  expect_error(resume(0.0, 0.13, (tc_step_size){33, 0.13 / 33}, 20, &r), TC_USAGE, "which is the limit");
}

Test(step_size, spans_as_text) {
  tc_step_spans spans = {3, {{{0, 0.0}, 0.1}, {{20, 2.0}, 1.0 / 3.0}, {{50, 12.5}, 1e-300}}}, found;
  char text[TC_STEP_SPANS_TEXT];
  tc_step_spans_format(&spans, text, sizeof text);
  cr_assert_str_eq(text, "0 0 0.1\n20 2 0.3333333333333333\n50 12.5 1e-300\n");
  cr_assert(tc_step_spans_parse(text, &found));
  cr_assert_eq(found.count, 3);
  cr_assert_arr_eq(found.item, spans.item, 3 * sizeof *spans.item);
  static const char *const bad[] = {"",          "0 0\n",          "0 0 0\n",
                                    "1 0 1\n",   "0 0 nan\n",      "0 0 1\n0 1 1\n",
                                    "0 0 1 5\n", "0 5 1\n3 1 1\n", "\n",
                                    "a\n"};
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
    cr_expect_not(tc_step_spans_parse(bad[k], &found), "%s", bad[k]);
}
