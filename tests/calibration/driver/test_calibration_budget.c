#include "calibration/driver/calibration_budget.h"

#include <criterion/criterion.h>
#include <math.h>

static const tc_bench_effort full = {31, 150e-6, 0.02};

Test(calibration_budget, five_percent_of_the_rest_within_limits) {
  cr_expect_eq(tc_calibration_budget_seconds(0.5), 0.3);
  cr_expect_float_eq(tc_calibration_budget_seconds(6.0), 0.3, 1e-12);
  cr_expect_float_eq(tc_calibration_budget_seconds(20.0), 1.0, 1e-12);
  cr_expect_eq(tc_calibration_budget_seconds(100.0), 5.0);
  cr_expect_eq(tc_calibration_budget_seconds(1e6), 5.0);
}

/* Expected time of the rest of a run. 1000 steps that move 3.2 MB each at 8 GB/s need 0.4 s, and outputs
 * need 0.5 s. */
Test(calibration_budget, the_rest_is_steps_and_outputs) {
  cr_expect_float_eq(tc_calibration_rest_s(1000.0, 3.2e6, 8e9), 0.9, 1e-12);
  cr_expect_eq(tc_calibration_rest_s(1000.0, 3.2e6, 0.0), 0.5, "unknown bandwidth");
  cr_expect_eq(tc_calibration_rest_s(0.0, 3.2e6, 8e9), 0.5, "unknown number of steps");
}

Test(calibration_budget, repetitions_decrease_before_anything_else) {
  const tc_bench_effort ample = tc_calibration_budget_effort(full, 1.0, 10),
                        scarce = tc_calibration_budget_effort(full, 0.03, 10),
                        none = tc_calibration_budget_effort(full, -1.0, 10);
  cr_expect_eq(ample.repeats, 31);
  cr_expect_eq(ample.max_warm_up_s, 0.02);
  cr_expect_eq(scarce.repeats, 10, "1.5 ms of repetitions");
  cr_expect_float_eq(scarce.max_warm_up_s, 0.75e-3, 1e-15);
  cr_expect_eq(none.repeats, 7);
  cr_expect_eq(none.max_warm_up_s, 0.0);
  cr_expect_eq(none.repeat_s, full.repeat_s);
}

Test(calibration_budget, what_the_run_does_not_need_must_fit) {
  const tc_calibration_budget budget = {.seconds = 1.0}, unlimited = {.seconds = INFINITY};
  cr_expect(tc_calibration_budget_allows(&budget, 0.5, 0.5));
  cr_expect_not(tc_calibration_budget_allows(&budget, 0.5, 0.6));
  cr_expect(tc_calibration_budget_allows(&unlimited, 1e6, 1e6));
}
