#include "solve/step/step_control.h"

#include <math.h>

#include "support/expect.h"

static void expect_size(const tc_step_control *c, int64_t size, const char *when) {
  cr_assert_eq(c->size, size, "%s: H %lld, not %lld", when, (long long)c->size, (long long)size);
}

/* Returns the square of an error whose integer logarithm E = floor(24 log2 err) is `error`. The error is half
 * a unit of E above the lower end of the interval. */
static double square_of(int64_t error) { return pow(2.0, ((double)error + 0.5) / 12.0); }

/* Returns the state after an accepted step with the exponent last_size and the error logarithm last_error.
 * size: exponent H of the next step, whose length is unit * 2^(H/8). */
static tc_step_control after_step(int64_t size, int64_t last_size, int64_t last_error) {
  return (tc_step_control){.size = size, .last_size = last_size, .last_error = last_error, .accepted = 1};
}

Test(step_control, factors) {
  cr_assert_eq(tc_step_control_factor(0), 1.0);
  cr_assert_eq(tc_step_control_factor(8), 2.0);
  cr_assert_eq(tc_step_control_factor(-16), 0.25);
  for (int64_t size = -400; size <= 400; size++) {
    const double factor = tc_step_control_factor(size);
    cr_assert_float_eq(factor, exp2((double)size / 8.0), 2.3e-16 * factor, "%lld", (long long)size);
    cr_assert_eq(tc_step_control_factor(size + 8), 2.0 * factor);
  }
  cr_assert_eq(tc_step_control_factor(INT64_MAX), INFINITY);
  cr_assert_eq(tc_step_control_factor(INT64_MIN), 0.0);
}

/* If the square of the error is 2^k, the error logarithm E must be exactly 12 k. For the next smaller
 * floating-point number, E must be 12 k - 1. */
Test(step_control, logarithms_of_powers_of_two) {
  for (int k = -59; k <= 60; k++) {
    const double square = ldexp(1.0, k);
    cr_assert_eq(tc_step_control_logarithm(square), 12 * k);
    cr_assert_eq(tc_step_control_logarithm(nextafter(square, 0.0)), 12 * k - 1);
  }
}

/* Returns the smallest double x from 1 to 2 with x^12 >= 2^k. Computes the powers in long double, which is
 * precise enough, because the powers of adjacent doubles differ by a relative 3e-15. */
static double find_bound(int k) {
  double low = 1.0, high = 2.0;
  while (nextafter(low, 2.0) < high) {
    const double middle = low + (high - low) / 2.0;
    const long double square = (long double)middle * middle, fourth = square * square;
    if (fourth * fourth * fourth >= ldexpl(1.0L, k))
      high = middle;
    else
      low = middle;
  }
  return high;
}

Test(step_control, logarithms_at_the_bounds_of_the_table) {
  for (int k = 1; k < 12; k++)
    for (int octave = -20; octave <= 20; octave += 5) {
      const double bound = ldexp(find_bound(k), octave);
      cr_assert_eq(tc_step_control_logarithm(bound), 12 * octave + k, "bound %d", k);
      cr_assert_eq(tc_step_control_logarithm(nextafter(bound, 0.0)), 12 * octave + k - 1, "below %d", k);
    }
}

Test(step_control, smallest_logarithm) {
  cr_assert_eq(tc_step_control_logarithm(0.0), -720);
  cr_assert_eq(tc_step_control_logarithm(0x1p-1074), -720);
  cr_assert_eq(tc_step_control_logarithm(nextafter(0x1p-60, 0.0)), -720);
  cr_assert_eq(tc_step_control_logarithm(0x1p-60), -720);
  cr_assert_eq(tc_step_control_logarithm(0x1.1p-60), -719);
  cr_assert_eq(tc_step_control_logarithm(0x1.fffffffffffffp+1023), 12 * 1024 - 1);
}

/* The first step has no predecessor, so its error alone determines the change of the step size exponent H.
 * `change` is the expected change for the error logarithm `error`. */
Test(step_control, first_step) {
  static const struct {
    int64_t error, change;
  } known[] = {{-1, -3}, {-23, -1},  {-24, 0},   {-32, 0},  {-33, 1},
               {-60, 4}, {-185, 17}, {-186, 18}, {-300, 18}};
  for (int k = 0; k < 9; k++) {
    tc_step_control c = {0};
    cr_assert(tc_step_control_decide(&c, square_of(known[k].error), 1.0));
    expect_size(&c, known[k].change, "after the first step");
    cr_assert(c.last_size == 0 && c.last_error == known[k].error && c.accepted == 1 && c.rejected == 0);
  }
}

Test(step_control, error_zero_and_one) {
  tc_step_control c = {0};
  cr_assert(tc_step_control_decide(&c, 0.0, 1.0));
  expect_size(&c, TC_STEP_CONTROL_HIGHEST, "error 0");
  cr_assert_eq(c.last_error, TC_STEP_CONTROL_NO_ERROR);
  c = (tc_step_control){0};
  cr_assert(tc_step_control_decide(&c, 1.0, 1.0));
  expect_size(&c, -3, "error 1");
  c = (tc_step_control){0};
  cr_assert(!tc_step_control_decide(&c, nextafter(1.0, 2.0), 1.0));
  expect_size(&c, -3, "error above 1");
}

/* In a method of order 1 the error of a step is proportional to the square of the step size. One unit of the
 * step size exponent H therefore changes the error logarithm E by 6. The target is E = -16. */
Test(step_control, order_one) {
  static const struct {
    int64_t error, change;
  } known[] = {{-1, -3}, {-10, -1}, {-15, -1},  {-16, 0},   {-21, 0},
               {-22, 1}, {-52, 6},  {-123, 17}, {-124, 18}, {-300, 18}};
  for (int k = 0; k < 10; k++) {
    tc_step_control c = {.order = 1};
    cr_assert(tc_step_control_decide(&c, square_of(known[k].error), 1.0));
    expect_size(&c, known[k].change, "after the first step");
  }
  tc_step_control c = after_step(100, 98, -46); /* a step longer by 2 units explains the growth of E by 12 */
  c.order = 1;
  cr_assert(tc_step_control_decide(&c, square_of(-34), 1.0));
  expect_size(&c, 103, "error of a longer step");
  c = after_step(100, 100, -46);
  c.order = 1;
  cr_assert(tc_step_control_decide(&c, square_of(-34), 1.0));
  expect_size(&c, 101, "growing error");
  c.order = 1;
  cr_assert(!tc_step_control_decide(&c, square_of(12), 1.0));
  expect_size(&c, 96, "rejection");
}

/* With a dead zone of 3, an accepted step must change the step size exponent H only by -2 or less, or by 3 or
 * more. */
Test(step_control, dead_zone) {
  static const struct {
    int64_t error, change;
  } known[] = {{-1, -3}, {-9, -2}, {-10, 0}, {-16, 0}, {-22, 0}, {-33, 0}, {-34, 3}, {-300, 18}};
  for (int k = 0; k < 8; k++) {
    tc_step_control c = {.order = 1, .dead_zone = 3};
    cr_assert(tc_step_control_decide(&c, square_of(known[k].error), 1.0));
    expect_size(&c, known[k].change, "dead zone");
  }
  tc_step_control c = {.order = 1, .dead_zone = 3};
  cr_assert(!tc_step_control_decide(&c, nextafter(1.0, 2.0), 1.0));
  expect_size(&c, -3, "rejection");
  cr_assert(tc_step_control_decide(&c, square_of(-300), 1.0));
  expect_size(&c, -3, "after a rejection");
}

/* After later steps the control computes two sizes and chooses the smaller one. The first size follows from
 * the error alone, and the second one extrapolates the growth of the error. */
Test(step_control, later_steps) {
  tc_step_control c = after_step(100, 100, -60); /* the error has not changed */
  cr_assert(tc_step_control_decide(&c, square_of(-60), 1.0));
  expect_size(&c, 104, "equal errors");
  c = after_step(100, 100, -78); /* E has grown by 18, so the control expects that it grows by 18 again */
  cr_assert(tc_step_control_decide(&c, square_of(-60), 1.0));
  expect_size(&c, 102, "growing error");
  c = after_step(100, 98, -78); /* a step longer by 2 units explains the growth */
  cr_assert(tc_step_control_decide(&c, square_of(-60), 1.0));
  expect_size(&c, 104, "error of a longer step");
  c = after_step(100, 100, -42); /* a falling error is not extrapolated */
  cr_assert(tc_step_control_decide(&c, square_of(-60), 1.0));
  expect_size(&c, 104, "falling error");
  cr_assert(c.last_size == 100 && c.last_error == -60 && c.accepted == 2);
}

Test(step_control, limits) {
  tc_step_control c = after_step(50, 50, -700);
  cr_assert(tc_step_control_decide(&c, square_of(-1), 1.0));
  expect_size(&c, 50 + TC_STEP_CONTROL_LOWEST, "an error that grows fast");
  c = after_step(50, 50, -700);
  cr_assert(tc_step_control_decide(&c, square_of(-700), 1.0));
  expect_size(&c, 50 + TC_STEP_CONTROL_HIGHEST, "a small error");
  c = after_step(50, 50, -24);
  cr_assert(!tc_step_control_decide(&c, 1e300, 1.0));
  expect_size(&c, 50 + TC_STEP_CONTROL_LOWEST, "a large error");
}

/* If an attempt is rejected for another reason than its error, the step size must be halved. This must count
 * as one rejection. */
Test(step_control, halving) {
  tc_step_control c = after_step(40, 38, -30);
  tc_step_control_halve(&c, 1.0);
  expect_size(&c, 32, "half of the step");
  tc_step_control_halve(&c, 0.5);
  expect_size(&c, 16, "half of a shortened step");
  cr_assert(c.rejected == 2 && c.in_a_row == 1 && c.last_size == 38 && c.accepted == 1);
  cr_assert(tc_step_control_decide(&c, square_of(-300), 1.0));
  expect_size(&c, 16, "the step after rejections is not longer");
  cr_assert_eq(c.in_a_row, 0);
}

/* A rejected step is repeated with a smaller size, and the step after it must not be longer. */
Test(step_control, rejection) {
  tc_step_control c = after_step(40, 38, -30);
  cr_assert(!tc_step_control_decide(&c, square_of(30), 1.0));
  expect_size(&c, 34, "rejection");
  cr_assert(c.last_size == 38 && c.last_error == -30 && c.accepted == 1 && c.rejected == 1 &&
            c.in_a_row == 1);
  cr_assert(!tc_step_control_decide(&c, square_of(3), 1.0));
  expect_size(&c, 31, "second rejection");
  cr_assert(c.rejected == 2 && c.in_a_row == 2);
  cr_assert(tc_step_control_decide(&c, square_of(-200), 1.0));
  expect_size(&c, 31, "after rejections");
  cr_assert(c.rejected == 2 && c.in_a_row == 0 && c.accepted == 2 && c.last_size == 31);
  cr_assert(tc_step_control_decide(&c, square_of(-200), 1.0));
  expect_size(&c, 31 + TC_STEP_CONTROL_HIGHEST, "after an accepted step");
}

Test(step_control, an_error_that_is_not_finite_is_a_rejection) {
  const double squares[] = {NAN, INFINITY, -INFINITY, -1.0};
  for (int k = 0; k < 4; k++) {
    tc_step_control c = after_step(7, 7, -30);
    cr_assert(!tc_step_control_decide(&c, squares[k], 1.0));
    expect_size(&c, 7 + TC_STEP_CONTROL_LOWEST, "not finite");
    cr_assert(c.rejected == 1 && c.in_a_row == 1 && c.accepted == 1 && c.last_error == -30);
  }
}

/* After a step that was shortened to end at a requested time, the step size exponent H must change only if
 * the error of this step requires a shorter step. */
Test(step_control, shortened_steps) {
  tc_step_control c = after_step(20, 20, -30);
  cr_assert(tc_step_control_decide(&c, square_of(-102), 0.5)); /* H was 12, and the error allows H = 20 */
  expect_size(&c, 20, "an error as expected");
  cr_assert(c.last_size == 12 && c.last_error == -102);
  c = after_step(20, 20, -30);
  cr_assert(tc_step_control_decide(&c, square_of(-60), 0.5)); /* H was 12, and the error allows H = 16 */
  expect_size(&c, 16, "a larger error");
  c = after_step(20, 20, -30);
  cr_assert(tc_step_control_decide(&c, square_of(-200), 0.9));
  expect_size(&c, 20, "a smaller error");
  cr_assert_eq(c.last_size, 18);
  c = after_step(20, 20, -30);
  cr_assert(tc_step_control_decide(&c, 0.0, 1e-9));
  expect_size(&c, 20, "no error");
  cr_assert(!tc_step_control_decide(&c, square_of(12), 0.5));
  expect_size(&c, 8, "rejection");
}

Test(step_control, landing) {
  cr_assert_eq(tc_step_control_land(0.3, 1.0), 0.3);
  cr_assert_eq(tc_step_control_land(1.0, 1.0), 1.0);
  cr_assert_eq(tc_step_control_land(nextafter(1.0, 2.0), 1.0), nextafter(1.0, 2.0) / 2.0);
  cr_assert_eq(tc_step_control_land(1.5, 1.0), 0.75);
  cr_assert_eq(tc_step_control_land(nextafter(2.0, 0.0), 1.0), nextafter(2.0, 0.0) / 2.0);
  cr_assert_eq(tc_step_control_land(2.0, 1.0), 1.0);
  cr_assert_eq(tc_step_control_land(7.0, 1.0), 1.0);
  cr_assert_eq(tc_step_control_land(1e-300, INFINITY), 1e-300);
}

/* Model of a run from t = 0 to `end`. The error of a step is coefficient(t) times the length of the step to
 * the power 3. */
typedef struct model {
  double (*coefficient)(double t);
  double t, end, unit;
  tc_step_control control;
  double last; /* square of the last error */
} model;

static void compute_step(model *m, double next) {
  const double asked = m->unit * tc_step_control_factor(m->control.size),
               length = tc_step_control_land(next - m->t, asked),
               error = m->coefficient(m->t) * length * length * length;
  m->last = error * error;
  if (tc_step_control_decide(&m->control, m->last, length / asked))
    m->t = length == next - m->t ? next : m->t + length;
}

static double constant_coefficient(double t) { return t < 0.0 ? 0.0 : 37.0; }

/* With a constant coefficient, the control must reach a constant step size, whose error is between 0.38 and
 * 0.51 of the allowed error. */
Test(step_control, settles) {
  const double units[] = {1e-9, 1e-3, 0.25, 1e4};
  for (int k = 0; k < 4; k++) {
    model m = {.coefficient = constant_coefficient, .end = INFINITY, .unit = units[k]};
    for (int step = 0; step < 25; step++) compute_step(&m, m.end);
    const int64_t size = m.control.size, rejected = m.control.rejected;
    for (int step = 0; step < 100; step++) {
      compute_step(&m, m.end);
      expect_size(&m.control, size, "settled");
      cr_assert(sqrt(m.last) > 0.38 && sqrt(m.last) < 0.51, "error %g", sqrt(m.last));
    }
    cr_assert_eq(m.control.rejected, rejected);
    cr_assert_eq(rejected > 0, units[k] > 1.0, "only the first steps of the largest unit are too long");
  }
}

/* Coefficient for a decaying field. With it, the allowed step length is about t / 10. */
static double fading_coefficient(double t) {
  const double scale = 10.0 / (t + 0.001);
  return scale * scale * scale;
}

/* The steps must end at each of 10 equally spaced times. The number of steps must be close to its minimum, 10
 * ln(1.001 / 0.001). This is the integral of the cube root of the coefficient, the number of steps with
 * exactly the allowed error. */
Test(step_control, follows_a_fading_error_and_meets_times) {
  model m = {.coefficient = fading_coefficient, .end = 1.0, .unit = 1e-6};
  int64_t met = 0;
  while (met < 10) {
    const double next = (double)(met + 1) / 10.0 * m.end;
    compute_step(&m, next);
    met += m.t == next;
    cr_assert_leq(m.t, next);
    cr_assert_lt(m.control.accepted, 1000);
  }
  const double fewest = 10.0 * log(1.001 / 0.001);
  cr_assert_eq(m.t, 1.0);
  cr_assert_leq(m.control.rejected, 2);
  cr_assert((double)m.control.accepted > fewest && (double)m.control.accepted < 1.5 * fewest + 20.0,
            "%lld steps, at least %g", (long long)m.control.accepted, fewest);
}

/* A coefficient that jumps by a factor of 1e6 at t = 1. The control must reject some attempts and then reach
 * a constant step size again. */
static double jumping_coefficient(double t) { return t < 1.0 ? 1.0 : 1e6; }

Test(step_control, recovers_from_a_jump) {
  model m = {.coefficient = jumping_coefficient, .end = INFINITY, .unit = 0.01};
  while (m.t < 1.0) compute_step(&m, m.end);
  const int64_t accepted = m.control.accepted, before = m.control.rejected;
  while (m.control.accepted == accepted) {
    compute_step(&m, m.end);
    cr_assert_lt(m.control.in_a_row, TC_STEP_CONTROL_REJECTIONS);
  }
  cr_assert_gt(m.control.rejected, before);
  for (int step = 0; step < 10; step++) compute_step(&m, m.end);
  cr_assert(sqrt(m.last) > 0.38 && sqrt(m.last) < 0.51, "error %g", sqrt(m.last));
}
