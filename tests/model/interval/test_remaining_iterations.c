/* Tests of the estimated number of remaining iterations of a solve, which is computed from its residuals. */
#include <criterion/criterion.h>
#include <math.h>

#include "model/interval/residual_slope.h"

static const double digit = 2.302585092994046; /* ln 10 */

/* Returns a series of residuals whose logarithm decreases by `rate` per iteration. */
static tc_residual_series make_series(int iterations, double rate) {
  tc_residual_series s = {0};
  for (int i = 0; i <= iterations; i++) tc_residual_series_add(&s, i, -rate * i);
  return s;
}

Test(remaining_iterations, constant_rates_are_exact) {
  for (int iterations = 40; iterations < 5000; iterations += 333) {
    const tc_residual_series s = make_series(iterations, 0.003);
    const double needed = 0.003 * (iterations + 250);
    cr_expect_float_eq(tc_remaining_iterations(&s, -needed, 0.0), 250.0, 1e-6, "%d iterations", iterations);
    cr_expect(s.count <= TC_RESIDUAL_SAMPLES_MAX && s.count >= 40);
  }
}

/* A full series discards every second sample and then accepts only every second iteration. The samples
 * therefore remain evenly spaced from the first iteration on. The last norm is always stored. */
Test(remaining_iterations, long_series_are_sampled_at_a_stride) {
  static const struct {
    int iterations, stride, samples;
  } expected[] = {{127, 1, 128}, {128, 2, 65}, {254, 2, 128}, {255, 4, 64}, {256, 4, 65}, {1000, 8, 126}};
  for (size_t e = 0; e < sizeof expected / sizeof *expected; e++) {
    const int iterations = expected[e].iterations, stride = expected[e].stride;
    const tc_residual_series s = make_series(iterations, 0.5);
    cr_expect(s.stride == stride && s.count == expected[e].samples, "%d iterations: %d samples, stride %d",
              iterations, s.count, (int)s.stride);
    for (int i = 0; i < s.count; i++)
      cr_expect(s.iteration[i] == (int64_t)i * stride && s.log_norm[i] == -0.5 * i * stride,
                "%d iterations: sample %d", iterations, i);
    cr_expect(s.last == iterations && s.last_log == -0.5 * iterations, "%d iterations", iterations);
  }
}

/* The norm differs between even and odd iterations, and only even iterations are sampled. The odd ones must
 * have no effect. */
Test(remaining_iterations, samples_between_strides_have_no_effect) {
  tc_residual_series s = {0};
  for (int i = 0; i <= 240; i++) tc_residual_series_add(&s, i, i % 2 ? 5.0 : -0.1 * i);
  cr_expect_eq(s.stride, 2);
  cr_expect_float_eq(tc_remaining_iterations(&s, -30.0, 0.0), 60.0, 1e-6);
}

Test(remaining_iterations, early_iterations_give_nothing) {
  tc_residual_series s = {0};
  cr_expect(isnan(tc_remaining_iterations(&s, -10.0, 100.0)));
  s = make_series(19, 0.1);
  cr_expect(isnan(tc_remaining_iterations(&s, -10.0, 100.0)));
  s = make_series(20, 0.1);
  cr_expect(!isnan(tc_remaining_iterations(&s, -10.0, 0.0)));
  cr_expect(isnan(tc_remaining_iterations(&s, -20.1, 0.0))); /* there is no estimate before 10 % of the
                                                              * decrease: 2.0 of 20.1 logarithmic units are
                                                              * less */
}

Test(remaining_iterations, reached_targets_need_none) {
  const tc_residual_series s = make_series(5, 1.0);
  cr_expect_eq(tc_remaining_iterations(&s, -5.0, 0.0), 0.0);
}

Test(remaining_iterations, residuals_that_do_not_decrease_give_nothing) {
  tc_residual_series s = make_series(20, 1.0);
  for (int i = 21; i < 80; i++) tc_residual_series_add(&s, i, -20.0 + 0.01 * i);
  cr_expect(isnan(tc_remaining_iterations(&s, -30.0, 0.0)));
}

/* The residual decreases fast in the first 100 iterations and ten times more slowly in the next 120. The
 * estimate must use the slow rate only. */
Test(remaining_iterations, only_the_last_half_counts) {
  tc_residual_series s = make_series(100, 0.1);
  for (int i = 101; i <= 220; i++) tc_residual_series_add(&s, i, -10.0 - 0.01 * (i - 100));
  cr_expect_float_eq(tc_remaining_iterations(&s, -12.2, 0.0), 100.0, 1e-6);
}

Test(remaining_iterations, forecast_loses_weight_as_digits_are_won) {
  const tc_residual_series s = make_series(100, 0.05); /* 5 of 20 logarithmic units are reached, so the
                                                        * measured rate has the weight 1/4 */
  cr_expect_float_eq(tc_remaining_iterations(&s, -20.0, 500.0), 0.25 * 300.0 + 0.75 * 400.0, 1e-6);
  cr_expect_float_eq(tc_remaining_iterations(&s, -20.0, 60.0), 0.25 * 300.0 + 0.75, 1e-6);
}

Test(remaining_iterations, values_that_are_not_finite_are_ignored) {
  tc_residual_series s = make_series(50, 0.1);
  tc_residual_series_add(&s, 51, NAN);
  tc_residual_series_add(&s, 52, -INFINITY);
  cr_expect_eq(s.last, 50);
  cr_expect_float_eq(tc_remaining_iterations(&s, -10.0, 0.0), 50.0, 1e-6);
}

/* Size of the test problem, the Laplace operator on a square with prescribed values at its edges. */
enum { SIDE = 24, CELLS = SIDE * SIDE, ITERATIONS_MAX = 2000 };

static void multiply(const double *x, double *y) {
  for (int i = 0; i < CELLS; i++) {
    const int column = i % SIDE, row = i / SIDE;
    y[i] = 4.0 * x[i] - (column > 0 ? x[i - 1] : 0.0) - (column < SIDE - 1 ? x[i + 1] : 0.0) -
           (row > 0 ? x[i - SIDE] : 0.0) - (row < SIDE - 1 ? x[i + SIDE] : 0.0);
  }
}

static double dot(const double *x, const double *y) {
  double sum = 0.0;
  for (int i = 0; i < CELLS; i++) sum += x[i] * y[i];
  return sum;
}

/* Residuals of a solve. log_norm is the logarithm of the norm in each iteration, until the norm has decreased
 * by 6 digits. */
typedef struct curve {
  int iterations;
  double log_norm[ITERATIONS_MAX + 1];
} curve;

static double target_of(const curve *c) { return c->log_norm[0] - 6.0 * digit; }

static void solve_jacobi(curve *c) {
  static double r[CELLS], x[CELLS], y[CELLS];
  for (int i = 0; i < CELLS; i++) r[i] = 1.0;
  for (c->iterations = 0; c->iterations < ITERATIONS_MAX; c->iterations++) {
    c->log_norm[c->iterations] = 0.5 * log(dot(r, r));
    if (c->log_norm[c->iterations] < target_of(c)) return;
    for (int i = 0; i < CELLS; i++) x[i] = 0.25 * r[i];
    multiply(x, y);
    for (int i = 0; i < CELLS; i++) r[i] -= y[i];
  }
}

static void solve_cg(curve *c) {
  static double r[CELLS], p[CELLS], q[CELLS];
  double rr = 0.0;
  for (int i = 0; i < CELLS; i++) r[i] = 1.0 + 0.1 * (i % 7);
  for (c->iterations = 0; c->iterations < ITERATIONS_MAX; c->iterations++) {
    const double previous = rr;
    rr = dot(r, r);
    c->log_norm[c->iterations] = 0.5 * log(rr);
    if (c->log_norm[c->iterations] < target_of(c)) return;
    for (int i = 0; i < CELLS; i++) p[i] = r[i] + (previous > 0.0 ? rr / previous * p[i] : 0.0);
    multiply(p, q);
    const double alpha = rr / dot(p, q);
    for (int i = 0; i < CELLS; i++) r[i] -= alpha * q[i];
  }
}

/* After some iterations of a stationary method (jacobi), the residual decreases at a constant rate. The
 * estimate must then be within 35 % of the true number. */
Test(remaining_iterations, stationary_methods_are_within_35_percent) {
  static curve c;
  tc_residual_series s = {0};
  solve_jacobi(&c);
  cr_assert(c.iterations > 500 && c.iterations < ITERATIONS_MAX);
  for (int k = 0; k < c.iterations; k++) {
    tc_residual_series_add(&s, k, c.log_norm[k]);
    const double left = tc_remaining_iterations(&s, target_of(&c), 0.0);
    if (k >= 0.3 * c.iterations)
      cr_expect(fabs(left / (c.iterations - k) - 1.0) < 0.35, "iteration %d of %d: %g", k, c.iterations,
                left);
  }
}

/* Conjugate gradients converge faster with each iteration, so every estimated rate is too small. The estimate
 * from the last half of the iterations must be closer to the true number than that from all of them. */
Test(remaining_iterations, last_half_is_better_than_the_mean) {
  static curve c;
  tc_residual_series s = {0};
  double half = 0.0, all = 0.0;
  solve_cg(&c);
  cr_assert(c.iterations > 30 && c.iterations < 200);
  for (int k = 0; k < c.iterations; k++) {
    tc_residual_series_add(&s, k, c.log_norm[k]);
    const double left = tc_remaining_iterations(&s, target_of(&c), 0.0),
                 mean = k * (c.log_norm[k] - target_of(&c)) / (c.log_norm[0] - c.log_norm[k]);
    if (!(left > 0.0)) continue;
    half += fabs(log(left / (c.iterations - k)));
    all += fabs(log(mean / (c.iterations - k)));
  }
  cr_expect(half > 0.0 && half < 0.85 * all, "%d iterations: %g against %g", c.iterations, half, all);
}
