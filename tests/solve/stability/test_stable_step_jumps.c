/* Tests of stable steps with jumps of the diffusion tensor, and of the bound in the error for a step that is
 * too long. */
#include "solve/stability/stable_step.h"

#include <string.h>

#include "support/parallel.h"
#include "support/problems.h"

static const tc_stable_step_options usual = {.where_dt = "dt",
                                             .where_stabilisation = "stabilisation",
                                             .stabilisation = -1.0,
                                             .safety = 0.9,
                                             .steps = 1000};

static tc_problem *make(tc_world *world, const char *scheme, const double tensor[6], tc_mesh *mesh) {
  tc_problem_options choice = {.layout = {tc_order_find("metis"), 0, TC_DISTRIBUTION_METIS, 65536,
                                          TC_OBJECTIVE_CUT, TC_PARTITIONER_AUTO},
                               .scheme = tc_scheme_find(scheme)};
  memcpy(choice.tensor, tensor, sizeof choice.tensor);
  choice.stabilisation = tc_stable_step_first_stabilisation(-1.0);
  tc_problem *problem = NULL;
  expect_ok(tc_problem_create(world, &choice, world->rank == 0 ? mesh : NULL, NULL, &problem));
  return problem;
}

/* The response to noise must be tested on each side of a jump of the tensor. The log must state the gain of
 * the rows across the jump. */
ParallelTest(stable_step_jumps, tests_each_side_of_a_jump) {
  tc_stable_step_options options = usual;
  tc_stable_step safe;
  char line[1024];
  tc_mesh *mesh = mesh_box(5, 5, 5, 0.15);
  tc_problem *p = make(world, "gradient", (const double[6]){1, 1, 1, 0, 0, 0}, mesh);
  set_upper_tensor(p, (const double[6]){1, 1, 500, 0, 0, 0});
  expect_ok(tc_problem_assemble(p, 0.0, false));
  options.steady = true;
  expect_ok(tc_stable_step_find(p, &options, NULL, &safe));
  cr_assert(!safe.proved && safe.stabilisation == 0.3 && safe.response.products > 0);
  cr_assert(2 * safe.response.tested > p->space->cells && safe.response.tested < p->space->cells);
  cr_assert(safe.jump_gain.value > 50.0 && safe.jump_gain.value < 500.0, "%g", safe.jump_gain.value);
  tc_stable_step_format(&safe, p->space->cells, line, sizeof line);
  cr_assert(strstr(line, "errors across jumps of the tensor"), "%s", line);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* A step of 1 is too long for every stabilisation, so the search returns an error and a bound. A second
 * search with 0.9 times this bound must succeed. */
ParallelTest(stable_step_jumps, names_a_bound_that_holds) {
  tc_stable_step_options options = usual;
  tc_stable_step safe;
  tc_mesh *mesh = mesh_box(5, 5, 5, 0.15);
  tc_problem *p = make(world, "gradient", (const double[6]){1, 1, 30, 0, 0, 0}, mesh);
  options.dt = 1.0;
  tc_status status = tc_stable_step_find(p, &options, NULL, &safe);
  cr_assert_eq(tc_status_code(status), TC_NUMERICAL);
  tc_status_free(&status);
  options.dt = 0.9 * safe.bound;
  cr_assert(safe.bound > 0.0 && safe.stabilisation == 0.3);
  expect_ok(tc_stable_step_find(p, &options, NULL, &safe));
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}
