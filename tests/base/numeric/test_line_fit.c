#include "base/numeric/line_fit.h"

#include <criterion/criterion.h>

Test(fit, points_on_a_line) {
  const double x[4] = {1, 2, 5, 10}, y[4] = {5, 7, 13, 23};
  const tc_line_fit fit = tc_line_fit_compute(4, x, y);
  cr_assert_float_eq(fit.slope, 2.0, 1e-12);
  cr_assert_float_eq(fit.intercept, 3.0, 1e-12);
  cr_assert_float_eq(fit.r2, 1.0, 1e-12);
}

/* The points have the residuals 1, -1, -1, 1 from the line y = x. The sum of the squared residuals is 4.
 * The total sum of squares about the mean is 4 + 20. */
Test(fit, points_beside_it) {
  const double x[4] = {0, 2, 4, 6}, y[4] = {1, 1, 3, 7};
  const tc_line_fit fit = tc_line_fit_compute(4, x, y);
  cr_assert_float_eq(fit.slope, 1.0, 1e-12);
  cr_assert_float_eq(fit.intercept, 0.0, 1e-12);
  cr_assert_float_eq(fit.r2, 20.0 / 24.0, 1e-12);
}

Test(fit, all_equal) {
  const double x[2] = {1, 2}, y[2] = {7, 7};
  const tc_line_fit fit = tc_line_fit_compute(2, x, y);
  cr_assert(fit.slope == 0.0 && fit.intercept == 7.0 && fit.r2 == 1.0);
}

/* The intercept must not be negative. The fit of `steep` is therefore the best line through 0, with the
 * slope (1*0 + 2*1 + 3*2) / (1 + 4 + 9). A falling line is replaced by a constant. */
Test(fit, neither_below_zero_nor_falling) {
  const double x[3] = {1, 2, 3}, steep[3] = {0, 1, 2}, falling[3] = {5, 4, 3};
  tc_line_fit fit = tc_line_fit_compute(3, x, steep);
  cr_assert_eq(fit.intercept, 0.0);
  cr_assert_float_eq(fit.slope, 8.0 / 14.0, 1e-12);
  cr_assert_float_eq(fit.r2, 1.0 - (64.0 + 4.0 + 16.0) / 196.0 / 2.0, 1e-12);
  fit = tc_line_fit_compute(3, x, falling);
  cr_assert(fit.slope == 0.0 && fit.r2 == 0.0);
  cr_assert_float_eq(fit.intercept, 4.0, 1e-12);
}
