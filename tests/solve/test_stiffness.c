#include "solve/stiffness.h"

#include <math.h>

#include "support/expect.h"

Test(stiffness, slopes_of_v_add_to_diffusion_and_states_stand_alone) {
  const tc_stiffness none = {{0.0, 0.0}, {0.0, 0.0}}, pulls = {{1.0, 4.0}, {0.5, 2.0}};
  const tc_stiffness drives = {{4.0, 1.0}, {10.0, 2.0}};
  cr_expect_eq(tc_stiffness_bound(&none, 0.0), INFINITY);
  cr_expect_eq(tc_stiffness_bound(&none, 4.0), 0.5);
  cr_expect_eq(tc_stiffness_bound(&pulls, 0.0), 0.5);
  cr_expect_eq(tc_stiffness_bound(&pulls, 4.0), 0.25);
  cr_expect_eq(tc_stiffness_bound(&drives, 0.0), 0.2);
  cr_expect_eq(tc_stiffness_bound(&drives, 16.0), 0.1);
}

/* exp(t) from steps of 0.2 is a little less; what decays does not change its sign. */
Test(stiffness, steps_follow_what_drives_more_closely_than_what_pulls) {
  const tc_stiffness none = {{0.0, 0.0}, {0.0, 0.0}}, pulls = {{0.0, 4.0}, {0.0, 2.0}};
  const tc_stiffness drives = {{4.0, 4.0}, {5.0, 0.0}}, state = {{0.0, 1.0}, {0.0, 8.0}};
  cr_expect_eq(tc_stiffness_follow(&none), INFINITY);
  cr_expect_eq(tc_stiffness_follow(&pulls), 0.25);
  cr_expect_float_eq(tc_stiffness_follow(&drives), 0.04, 1e-15);
  cr_expect_eq(tc_stiffness_follow(&state), 0.125);
}
