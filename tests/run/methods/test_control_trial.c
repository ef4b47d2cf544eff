#include "run/methods/control_trial.h"

#include "support/expect.h"

/* Returns a trial that reached t = 1 with 50 products. Its last step had 10 stages and the length dt =
 * 0.5. */
static tc_control_trial make_trial(double tolerance, bool is_complete) {
  return (tc_control_trial){.tolerance = tolerance,
                            .until = 1.0,
                            .is_complete = is_complete,
                            .record = {.last = {.time = 1.0, .dt = 0.5, .stages = 10},
                                       .steps = 9,
                                       .products = 50}};
}

/* The trial makes 10 / 0.5 = 20 products per unit of time at t = 1. The forecast lets this rate fall like 1 /
 * sqrt(t). From t = 1 to t = 4 there are 20 * 2 * (sqrt(4) - 1) = 40 products, in addition to the 50 of the
 * trial. The interval is 20 % wide on both sides. */
Test(control_trial, law_of_the_time) {
  const tc_control_trial trial = make_trial(0.1, false);
  const tc_control_forecast f =
      tc_control_trial_forecast(&trial, &(tc_error_control){.tolerance = 0.1, .end = 4.0});
  cr_expect_eq(f.products, 90.0, "%g", f.products);
  cr_expect(f.low == 72.0 && f.high == 108.0, "%g to %g", f.low, f.high);
}

/* The tolerance is 1e-12 times that of the trial. The numbers of products in law_of_the_time (72, 90, 108)
 * must grow by the factors 10, 10^(4/3) and 10^(3/2). */
Test(control_trial, law_of_the_tolerance) {
  const tc_control_trial trial = make_trial(0.1, false);
  const tc_error_control control = {.tolerance = 1e-13, .end = 4.0};
  const tc_control_forecast f = tc_control_trial_forecast(&trial, &control);
  cr_expect_float_eq(f.low, 720.0, 1.0, "%g", f.low);
  cr_expect_float_eq(f.products, 90.0 * 21.544347, 1.0, "%g", f.products);
  cr_expect_float_eq(f.high, 108.0 * 31.622777, 1.0, "%g", f.high);
}

Test(control_trial, a_complete_trial) {
  const tc_control_trial trial = make_trial(1e-3, true);
  const tc_control_forecast f =
      tc_control_trial_forecast(&trial, &(tc_error_control){.tolerance = 1e-3, .end = 1.0});
  cr_expect(f.low == 50.0 && f.products == 50.0 && f.high == 50.0);
}
