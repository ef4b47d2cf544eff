/* Tests of several RK stages in one pass through the matrix. The field must have the bits of steps with one
 * stage per pass. */
#include <stdlib.h>
#include <string.h>

#include "linear/operator/sweep_plan.h"
#include "solve/stability/spectrum.h"
#include "solve/step/step.h"
#include "support/parallel.h"
#include "support/problems.h"

/* Makes two rkl2 steps from a field of noise. `powers` is the number of stages per pass through the
 * matrix. */
static void run(const tc_problem *p, const char *strategy, int stages, int powers, double *v) {
  const tc_stabilised_steps stabilised = {.stages = stages, .axis_ratio = 0.15, .powers = powers};
  tc_spectrum spectrum;
  tc_measurement measure = {0};
  expect_ok(tc_spectrum_estimate(p, &spectrum));
  const tc_step_options choice = {.integrator = tc_integrator_find("rkl2"),
                                  .strategy = tc_strategy_find(strategy),
                                  .format = tc_format_at(0),
                                  .steps = 2,
                                  .dt = 2.0 / spectrum.largest,
                                  .stabilised = &stabilised};
  for (int32_t i = 0; i < p->space->owned; i++) v[i] = 1.0 + 0.5 * noise((uint64_t)p->space->id[i]);
  expect_ok(tc_step_run(p, &choice, NULL, 0, NULL, v, &measure));
}

static void expect_same(const tc_problem *p, const char *strategy, int stages) {
  double *single = problem_zeros(p), *several = problem_zeros(p);
  run(p, strategy, stages, 1, single);
  for (int powers = 2; powers <= TC_SWEEP_STAGES_MAX; powers = powers < 3 ? 3 : powers + 5) {
    run(p, strategy, stages, powers, several);
    for (int32_t i = 0; i < p->space->owned; i++)
      cr_assert_eq(memcmp(&several[i], &single[i], sizeof *several), 0,
                   "%s, %d stages, %d in a pass: row %d is %.17g, not %.17g", strategy, stages, powers,
                   (int)i, several[i], single[i]);
  }
  free(single);
  free(several);
}

ThreadedTest(stabilised_powers, bits_equal_those_of_single_stages) {
  const char *const schemes[] = {"two-point", "gradient"}, *const strategies[] = {"condensed", "block",
                                                                                  "neighbour"};
  tc_mesh *mesh = mesh_box(5, 5, 5, 0.1);
  for (int k = 0; k < 2; k++) {
    const cutting how = {schemes[k], "rcm", TC_DISTRIBUTION_METIS, 7};
    tc_problem *p = problem_make(world, &how, mesh);
    for (int s = 0; s < 3; s++)
      for (int stages = 5; stages <= 10; stages += 5) expect_same(p, strategies[s], stages);
    tc_problem_destroy(&p);
  }
  tc_mesh_destroy(&mesh);
}

/* Strategies that read remote values during the product always make single stages. They must ignore `powers`
 * and give the same field. */
ParallelTest(stabilised_powers, strategies_with_an_access_make_single_stages) {
  const cutting how = {"two-point", "rcm", TC_DISTRIBUTION_METIS, 7};
  tc_mesh *mesh = mesh_box(4, 4, 4, 0.1);
  tc_problem *p = problem_make(world, &how, mesh);
  expect_same(p, "fine", 6);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}
