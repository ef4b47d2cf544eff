#include "solve/local/stiffness.h"

#include <math.h>

#include "support/expect.h"

Test(stiffness, slopes_of_v_add_to_diffusion_and_states_stand_alone) {
  const tc_stiffness none = {{0.0, 0.0}, {0.0, 0.0}, 0.0}, pulls = {{1.0, 4.0}, {0.5, 2.0}, 0.0};
  const tc_stiffness drives = {{4.0, 1.0}, {10.0, 2.0}, 0.0};
  cr_expect_eq(tc_stiffness_bound(&none, 0.0), INFINITY);
  cr_expect_eq(tc_stiffness_bound(&none, 4.0), 0.5);
  cr_expect_eq(tc_stiffness_bound(&pulls, 0.0), 0.5);
  cr_expect_eq(tc_stiffness_bound(&pulls, 4.0), 0.25);
  cr_expect_eq(tc_stiffness_bound(&drives, 0.0), 0.2);
  cr_expect_eq(tc_stiffness_bound(&drives, 16.0), 0.1);
}

/* For growing solutions, the accuracy bound of the step is 0.2 / slope, with which explicit Euler follows an
 * exponential with a small error. For decaying solutions the bound is 1 / slope, so that no value changes its
 * sign. */
Test(stiffness, steps_follow_what_drives_more_closely_than_what_pulls) {
  const tc_stiffness none = {{0.0, 0.0}, {0.0, 0.0}, 0.0}, pulls = {{0.0, 4.0}, {0.0, 2.0}, 0.0};
  const tc_stiffness drives = {{4.0, 4.0}, {5.0, 0.0}, 0.0}, state = {{0.0, 1.0}, {0.0, 8.0}, 0.0};
  cr_expect_eq(tc_stiffness_accuracy_bound(&none), INFINITY);
  cr_expect_eq(tc_stiffness_accuracy_bound(&pulls), 0.25);
  cr_expect_float_eq(tc_stiffness_accuracy_bound(&drives), 0.04, 1e-15);
  cr_expect_eq(tc_stiffness_accuracy_bound(&state), 0.125);
}

Test(stiffness, grows_in_all_its_parts) {
  const tc_stiffness s = {{1.0, 2.0}, {3.0, 4.0}, 5.0}, grown = tc_stiffness_with_margin(&s);
  cr_expect(grown.v.growth == 3.0 && grown.v.decay == 6.0);
  cr_expect(grown.states.growth == 9.0 && grown.states.decay == 12.0);
  cr_expect_eq(grown.circle, 15.0);
}

/* The solution of v' = -2 w, w' = 2 v is a circle with a period of pi. With steps at the accuracy bound,
 * undamped oscillations may grow by about 6 % per period. */
Test(stiffness, what_goes_round_is_followed) {
  const tc_stiffness round = {{0.0, 0.0}, {0.0, 0.0}, 2.0};
  const double dt = tc_stiffness_accuracy_bound(&round);
  double v = 1.0, w = 0.0;
  cr_expect_float_eq(dt, 0.01, 1e-15);
  cr_expect_eq(tc_stiffness_bound(&round, 0.0), 1.0);
  cr_expect_eq(tc_stiffness_bound(&round, 4.0), 0.5, "fast diffusion dominates the oscillation");
  for (int step = 0; step < 314; step++) {
    const double before = v;
    v -= dt * 2.0 * w;
    w += dt * 2.0 * before;
  }
  cr_expect_float_eq(v, 1.065, 1e-3);
}

/* A local step is divided into equal parts. The length of a part must not exceed the accuracy bound, nor the
 * stability bound with its margin. */
Test(stiffness, parts_of_a_local_step_are_stable_and_accurate) {
  const tc_stiffness none = {{0.0, 0.0}, {0.0, 0.0}, 0.0}, pulls = {{0.0, 4.0}, {0.0, 2.0}, 0.0},
                     drives = {{2.0, 0.0}, {0.0, 0.0}, 0.0};
  cr_expect_eq(tc_stiffness_count_parts(&none, 1e300, 10), 1);
  cr_expect_eq(tc_stiffness_count_parts(&drives, 0.1, 10), 1);
  cr_expect_eq(tc_stiffness_count_parts(&drives, 0.11, 10), 2);
  cr_expect_eq(tc_stiffness_count_parts(&drives, 1.0, 10), 10);
  cr_expect_eq(tc_stiffness_count_parts(&drives, 1.01, 10), 0, "more than allowed");
  cr_expect_eq(tc_stiffness_count_parts(&pulls, 0.5, 10), 3, "2/12 is shorter than 1/4");
}
