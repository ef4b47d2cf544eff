#include "solve/stability/stabilised_coefficients.h"

#include <complex.h>
#include <math.h>

#include "base/core/memory.h"
#include "support/expect.h"

static const tc_stabilised_method *const methods[] = {&tc_stabilised_rkl2, &tc_stabilised_rkc2};
static const char *const names[] = {"rkl2", "rkc2"};
static const double axis_ratios[] = {0.0, 0.01, 0.05, 0.16, 0.4, 0.64};

static tc_stabilised_coefficients *create(const tc_stabilised_method *method, int stages, double axis_ratio) {
  tc_stabilised_coefficients *c = NULL;
  expect_ok(tc_stabilised_coefficients_create(method, stages, axis_ratio, &c));
  cr_assert_eq(c->stages, stages);
  return c;
}

/* Returns the factor by which a step of length tau multiplies an eigenvector of the eigenvalue z / tau. */
static double complex step_factor(const tc_stabilised_coefficients *c, double complex z) {
  double complex before = 0.0, last = 0.0;
  for (int j = 1; j <= c->stages; j++) {
    const tc_stage_coefficients *k = &c->stage[j];
    const double complex next = k->last * last + k->before * before + k->product * z * last + k->first * z;
    before = last;
    last = next;
  }
  return 1.0 + last;
}

static void expect_near(double value, double wanted, double tolerance, const char *what, int stages, int j) {
  cr_assert_float_eq(value, wanted, tolerance * fabs(wanted), "%s of stage %d of %d: %.17g, not %.17g", what,
                     j, stages, value, wanted);
}

/* Returns the coefficient b_j of the published method rkl2 for the argument w0 = 1. */
static double published_b(int j) {
  return j < 2 ? 1.0 / 3.0 : ((double)j * j + j - 2.0) / (2.0 * j * (j + 1.0));
}

/* Without damping, rkl2 must have the coefficients of Meyer, Balsara and Aslam (2014), equations 15 to 18. */
Test(stabilised, undamped_rkl2_is_the_published_method) {
  for (int s = TC_STABILISED_STAGES_MIN; s <= 300; s += 1 + s / 9) {
    tc_stabilised_coefficients *c = create(&tc_stabilised_rkl2, s, 0.0);
    const double beta = ((double)s * s + s - 2.0) / 2.0, w1 = 2.0 / beta;
    expect_near(c->beta, beta, 1e-12, "beta", s, s);
    expect_near(c->stage[1].first, w1 / 3.0, 1e-12, "first", s, 1);
    for (int j = 2; j <= s; j++) {
      const tc_stage_coefficients *k = &c->stage[j];
      const double ratio = published_b(j) / published_b(j - 1), product = (2.0 * j - 1.0) / j * ratio * w1;
      expect_near(k->last, (2.0 * j - 1.0) / j * ratio, 1e-12, "last", s, j);
      expect_near(k->before, -(j - 1.0) / j * published_b(j) / published_b(j - 2), 1e-12, "before", s, j);
      expect_near(k->product, product, 1e-12, "product", s, j);
      expect_near(k->first, published_b(j - 1) * product, 1e-12, "first", s, j);
      expect_near(k->time, ((double)j * j + j - 2.0) / ((double)s * s + s - 2.0), 1e-12, "time", s, j);
    }
    tc_free(c);
  }
}

/* The argument w0 of rkc2 must be that of Sommeijer, Shampine and Verwer (1998), unless the ellipse needs a
 * larger argument. */
Test(stabilised, argument) {
  cr_assert_eq(tc_stabilised_argument(&tc_stabilised_rkl2, 10, 0.0), 1.0);
  cr_assert_float_eq(tc_stabilised_argument(&tc_stabilised_rkl2, 10, 0.6), 1.25, 1e-15);
  cr_assert_float_eq(tc_stabilised_argument(&tc_stabilised_rkc2, 10, 0.0), 1.0 + 2.0 / 1300.0, 1e-15);
  cr_assert_float_eq(tc_stabilised_argument(&tc_stabilised_rkc2, 10, 0.6), 1.25, 1e-15);
  cr_assert_float_eq(tc_stabilised_argument(&tc_stabilised_rkc2, 2, 0.1), 1.0 + 2.0 / 52.0, 1e-15);
}

/* The times of the stages, relative to the step, must be those of the recurrence for a field with the
 * constant rate 1. The last time must be 1, because the step would otherwise end at another time. */
static void expect_times(const tc_stabilised_coefficients *c) {
  double before = 0.0, last = 0.0;
  cr_assert_eq(c->stage[0].time, 0.0);
  for (int j = 1; j <= c->stages; j++) {
    const tc_stage_coefficients *k = &c->stage[j];
    const double time = k->last * last + k->before * before + k->first;
    cr_assert_float_eq(time, k->time, 1e-10, "stage %d of %d: %.17g, not %.17g", j, c->stages, time, k->time);
    cr_assert_gt(k->time, c->stage[j - 1].time);
    before = last;
    last = time;
  }
  cr_assert_float_eq(c->stage[c->stages].time, 1.0, 1e-15);
}

Test(stabilised, times) {
  for (int m = 0; m < 2; m++)
    for (int q = 0; q < 6; q++)
      for (int s = TC_STABILISED_STAGES_MIN; s <= TC_STABILISED_STAGES_MAX; s += s == 2 ? 1 : s) {
        tc_stabilised_coefficients *c =
            create(methods[m], s < 800 ? s : TC_STABILISED_STAGES_MAX, axis_ratios[q]);
        expect_times(c);
        tc_free(c);
      }
}

/* Returns the largest modulus of step_factor on the boundary of the ellipse with vertices -beta and 0. */
static double largest_factor(const tc_stabilised_coefficients *c, double axis_ratio) {
  enum { points = 2000 };
  double largest = 0.0;
  for (int k = 0; k <= points; k++) {
    const double angle = 3.14159265358979 * k / points, half = c->beta / 2.0;
    const double complex z = -half * (1.0 - cos(angle)) + I * (half * axis_ratio * sin(angle));
    largest = fmax(largest, cabs(step_factor(c, z)));
  }
  return largest;
}

/* For all methods, axis ratios and numbers of stages, the factor on the boundary of the ellipse must not
 * exceed 1. By the maximum principle, this bound also holds inside the ellipse. */
Test(stabilised, no_eigenvalue_in_the_ellipse_grows) {
  static const int stages[] = {2, 3, 4, 5, 10, 21, 40, 80, 160, 320};
  for (int m = 0; m < 2; m++)
    for (int q = 0; q < 6; q++)
      for (int k = 0; k < 10; k++) {
        tc_stabilised_coefficients *c = create(methods[m], stages[k], axis_ratios[q]);
        const double largest = largest_factor(c, axis_ratios[q]);
        cr_assert_leq(largest, 1.0 + 1e-11, "%s, %d stages, axis ratio %g: 1 + %g", names[m], stages[k],
                      axis_ratios[q], largest - 1.0);
        tc_free(c);
      }
}

/* Without the damping for a wide ellipse a step of many stages would grow, so the test above can fail. */
Test(stabilised, undamped_steps_grow_in_a_wide_ellipse) {
  for (int m = 0; m < 2; m++) {
    tc_stabilised_coefficients *c = create(methods[m], 40, 0.0);
    cr_assert_gt(largest_factor(c, 0.25), 100.0, "%s", names[m]);
    tc_free(c);
  }
}

/* The error of step_factor against exp(z) must fall by a factor of 8 if z is halved, as for a single step of
 * any second-order method. */
Test(stabilised, second_order) {
  static const int stages[] = {2, 3, 5, 10, 40};
  for (int m = 0; m < 2; m++)
    for (int q = 0; q < 6; q++)
      for (int k = 0; k < 5; k++) {
        tc_stabilised_coefficients *c = create(methods[m], stages[k], axis_ratios[q]);
        const double complex z = 0.02 * (-1.0 + 0.3 * I);
        const double whole = cabs(step_factor(c, z) - cexp(z)),
                     half = cabs(step_factor(c, z / 2.0) - cexp(z / 2.0));
        cr_assert(whole > 0.0 && whole < cabs(z * z * z) / 3.0);
        cr_assert_float_eq(whole / half, 8.0, 0.2, "%s, %d stages, axis ratio %g: %g", names[m], stages[k],
                           axis_ratios[q], whole / half);
        tc_free(c);
      }
}

/* beta must increase with the number of stages, because the search for the number of stages bisects. */
Test(stabilised, beta_increases) {
  for (int m = 0; m < 2; m++)
    for (double q = 0.0; q < 0.7; q = q == 0.0 ? 0.01 : q * 1.1) {
      double last = 0.0;
      for (int s = TC_STABILISED_STAGES_MIN; s <= TC_STABILISED_STAGES_MAX; s += 1 + s / 60) {
        const double beta = tc_stabilised_beta(methods[m], s, q);
        cr_assert(isfinite(beta) && beta > last, "%s, %d stages, axis ratio %g", names[m], s, q);
        last = beta;
      }
    }
}

/* Length of a stabilised step per product, in largest steps of explicit Euler, which is beta / 2 / s for s
 * stages. The known numbers were calculated with another program. */
Test(stabilised, steps_of_euler_per_product) {
  static const struct {
    double q;
    double rkc2[6], rkl2[6];
  } known[] = {
      {0.00, {1.57, 3.23, 6.52, 13.1, 26.1, 52}, {1.40, 2.70, 5.22, 10.2, 20.2, 40}},
      {0.02, {1.57, 3.23, 6.52, 12.8, 23.0, 34.5}, {1.40, 2.70, 5.19, 10.0, 18.4, 29.6}},
      {0.05, {1.57, 3.23, 6.24, 10.7, 15.0, 17.5}, {1.40, 2.67, 5.01, 8.8, 13.3, 16.4}},
      {0.10, {1.57, 3.10, 5.35, 7.5, 8.7, 9.4}, {1.38, 2.58, 4.49, 6.7, 8.2, 9.1}},
      {0.16, {1.54, 2.84, 4.29, 5.2, 5.7, 6.0}, {1.36, 2.43, 3.79, 4.9, 5.5, 5.9}},
      {0.25, {1.45, 2.41, 3.15, 3.5, 3.7, 3.8}, {1.30, 2.14, 2.92, 3.4, 3.7, 3.8}},
  };
  for (int k = 0; k < 6; k++)
    for (int i = 0, s = 5; i < 6; i++, s *= 2) {
      /* Unit of the last digit of the known number. */
      const double unit = i < 3 ? 0.01 : i < 5 || k > 0 ? 0.1 : 1.0;
      const double rkc2 = tc_stabilised_beta(&tc_stabilised_rkc2, s, known[k].q) / 2.0 / s,
                   rkl2 = tc_stabilised_beta(&tc_stabilised_rkl2, s, known[k].q) / 2.0 / s;
      cr_expect_float_eq(rkc2, known[k].rkc2[i], 0.51 * unit, "rkc2, %d stages, axis ratio %g: %g", s,
                         known[k].q, rkc2);
      cr_expect_float_eq(rkl2, known[k].rkl2[i], 0.51 * unit, "rkl2, %d stages, axis ratio %g: %g", s,
                         known[k].q, rkl2);
    }
}

static int count_by_trial(const tc_stabilised_method *method, double axis_ratio, double reach, int most) {
  for (int s = TC_STABILISED_STAGES_MIN; s <= most; s++)
    if (tc_stabilised_beta(method, s, axis_ratio) >= reach) return s;
  return 0;
}

Test(stabilised, smallest_number_of_stages) {
  enum { most = 60 };
  for (int m = 0; m < 2; m++)
    for (int q = 0; q < 6; q++)
      for (double reach = 0.1; reach < 3000.0; reach *= 1.3) {
        const int wanted = count_by_trial(methods[m], axis_ratios[q], reach, most);
        const int stages = tc_stabilised_count_stages(methods[m], axis_ratios[q], reach, most);
        cr_assert_eq(stages, wanted, "%s, axis ratio %g, reach %g: %d, not %d", names[m], axis_ratios[q],
                     reach, stages, wanted);
      }
}

/* If the required length of the stability interval equals beta, no additional stage is needed. */
Test(stabilised, number_of_stages_at_the_limits) {
  const tc_stabilised_method *method = &tc_stabilised_rkl2;
  const double beta = tc_stabilised_beta(method, 20, 0.1);
  cr_assert_eq(tc_stabilised_count_stages(method, 0.1, beta, 100), 20);
  cr_assert_eq(tc_stabilised_count_stages(method, 0.1, nextafter(beta, INFINITY), 100), 21);
  cr_assert_eq(tc_stabilised_count_stages(method, 0.1, beta, 20), 20);
  cr_assert_eq(tc_stabilised_count_stages(method, 0.1, nextafter(beta, INFINITY), 20), 0);
  cr_assert_eq(tc_stabilised_count_stages(method, 0.1, 0.0, 2), 2);
  cr_assert_eq(tc_stabilised_count_stages(method, 0.1, 0.0, 1), 0);
  cr_assert_eq(tc_stabilised_count_stages(method, 0.1, INFINITY, TC_STABILISED_STAGES_MAX), 0);
  cr_assert_eq(tc_stabilised_count_stages(method, 0.1, NAN, TC_STABILISED_STAGES_MAX), 0);
}

/* With this number of stages the Chebyshev polynomials themselves exceed the range of double by far, but all
 * coefficients must be finite. */
Test(stabilised, most_stages_in_the_widest_ellipse) {
  for (int m = 0; m < 2; m++) {
    tc_stabilised_coefficients *c = create(methods[m], TC_STABILISED_STAGES_MAX, 0.64);
    const double ceiling = (1.0 + sqrt(1.0 - 0.64 * 0.64)) / (2.0 * 0.64);
    cr_assert_float_eq(c->beta / 2.0 / TC_STABILISED_STAGES_MAX, ceiling, 0.01 * ceiling);
    for (int j = 1; j <= c->stages; j++) {
      const tc_stage_coefficients *k = &c->stage[j];
      cr_assert(isfinite(k->last) && isfinite(k->before) && isfinite(k->product) && isfinite(k->first));
      cr_assert(k->product > 0.0 && k->first > 0.0 && k->first <= k->product);
    }
    cr_assert_leq(largest_factor(c, 0.64), 1.0 + 1e-11);
    tc_free(c);
  }
}
