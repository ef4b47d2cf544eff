/* Tests of the check of a steady state without sources, whose values must be in the range of the boundary
 * data. A run counts the cells outside this range and warns. */
#include "run/run_case.h"

/* Collective. Number of cells whose value is outside 0 to 1 by more than 5 %. */
static int64_t count_outside(const tc_run *run) {
  int64_t count = 0;
  for (int32_t i = 0; i < run->prepared->problem->space->owned; i++)
    count += run->value[i] < -0.05 || run->value[i] > 1.05;
  expect_ok(tc_world_sum_int64(run->prepared->plan->world, &count, 1));
  return count;
}

/* Collective. Solves for the steady state with boundary values 0 and 1. The axes of the tensor are turned by
 * 45 degrees, and the conductivities along them are first + second and first - second. Returns the number of
 * cells outside the range. */
static int64_t solve(tc_world *world, double first, double second, scene *s) {
  tc_session session = {0};
  char tensor[200];
  scene_make(world, s);
  snprintf(tensor, sizeof tensor, "diffusion={scheme: gradient, tensor: [%g, %g, 1, %g, 0, 0]}", first, first,
           second);
  scene_set(s, tensor);
  scene_set(s, "time={method: steady, steps: null}");
  scene_set(s,
            "boundary={markers: [{marker: 3, kind: value, value: 0}, {marker: 5, kind: value, value: 1}]}");
  scene_begin(s, &session);
  expect_ok(tc_session_run(&session, tc_strategy_find("condensed"), 65536, NULL));
  const int64_t count = count_outside(&session.run);
  tc_session_close(&session);
  return count;
}

ParallelTest(range, cells_outside_are_counted_in_a_steady_state_without_sources) {
  scene s;
  char part[100];
  const int64_t count = solve(world, 50.5, 49.5, &s);
  cr_assert_gt(count, 0);
  snprintf(part, sizeof part,
           "of the width of the range (%lld cell%s by more than 5 %%), so values are unreliable: ",
           (long long)count, count == 1 ? "" : "s");
  cr_assert(scene_said(&s, " is outside the range of the boundary data, 0 to 1, by "), "%s", s.said);
  cr_assert(scene_said(&s, part), "%s lacks %s", s.said, part);
  scene_free(&s);
}

ParallelTest(range, no_cell_is_outside_for_an_isotropic_tensor) {
  scene s;
  cr_assert_eq(solve(world, 1.0, 0.0, &s), 0);
  cr_assert_eq(scene_count_warnings(&s, ", so values are unreliable: "), 0);
  scene_free(&s);
}
