#include "solve/observe/steady_stop.h"

#include <math.h>

#include "solve/stability/spectrum.h"
#include "solve/step/step.h"
#include "support/formulas.h"
#include "support/parallel.h"
#include "support/problems.h"

static const cutting usual = {"gradient", "rcm", TC_DISTRIBUTION_CYCLIC, 7};

static tc_status run(const tc_problem *p, double tolerance, int64_t steps, tc_steady_stop *out) {
  tc_spectrum spectrum;
  expect_ok(tc_spectrum_estimate(p, &spectrum));
  const tc_step_options choice = {.integrator = tc_integrator_find("euler"),
                                  .strategy = tc_strategy_find("condensed"),
                                  .format = tc_format_at(0),
                                  .steps = steps,
                                  .dt = 0.9 * tc_spectrum_step_bound(&spectrum)};
  *out = (tc_steady_stop){.space = p->space, .tolerance = tolerance};
  tc_hook hook = tc_steady_stop_hook(out);
  tc_measurement measure;
  double *v = malloc(8 * (size_t)p->space->owned + 8);
  for (int32_t i = 0; i < p->space->owned; i++) v[i] = 1.0 + 0.5 * noise((uint64_t)p->space->id[i]);
  const tc_status status = tc_step_run(p, &choice, &hook, 1, NULL, v, &measure);
  free(v);
  return status;
}

/* A first run without a stop measures the change of the field after n steps. A second run with this change as
 * tolerance must stop after n steps. */
ThreadedTest(steady_hook, ends_a_run_that_hardly_changes) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &usual, mesh);
  tc_steady_stop s;
  expect_ok(run(p, 1e-300, 0, &s));
  cr_assert(s.change < 0.0 && !s.reached, "no step was checked");
  expect_ok(run(p, 1e-300, 30, &s));
  cr_assert(s.step == 30 && s.change > 0.0 && !s.reached);
  const double early = s.change;
  expect_ok(run(p, 1e-300, 200, &s));
  const double late = s.change;
  cr_assert(late < early && s.step == 200);
  expect_error(run(p, late, 1000, &s), TC_STOPPED, "steady state reached at step 200");
  cr_assert(s.reached && s.step == 200 && s.change == late);
  expect_error(run(p, 1.001 * late, 1000, &s), TC_STOPPED, "steady state reached at step 200");
  /* At the last step of a run the hook must not request a stop. */
  expect_ok(run(p, 1.001 * late, 200, &s));
  cr_assert(s.reached && s.step == 200);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* The field falls by the same amount in all cells. The change must be the decrease per unit of time,
 * independently of the volumes of the cells. */
ParallelTest(steady_hook, the_change_is_that_of_a_unit_of_time) {
  tc_mesh *mesh = mesh_box(3, 2, 2, 0.1);
  tc_problem *p = problem_make(world, &usual, mesh);
  tc_steady_stop s = {.space = p->space, .tolerance = 3.0};
  const tc_hook hook = tc_steady_stop_hook(&s);
  double *v = malloc(16 * (size_t)p->space->owned + 8), *before = v + p->space->owned;
  for (int32_t i = 0; i < p->space->owned; i++) {
    before[i] = noise((uint64_t)p->space->id[i]);
    v[i] = before[i] - 0.25 * 4.0;
  }
  const tc_run_state now = {.step = 100, .steps = 1000, .dt = 0.25, .value = v, .previous_value = before};
  cr_assert(hook.is_due(&hook, &now));
  expect_ok(hook.check_stop(&s, &now));
  cr_assert_float_eq(s.change, 4.0, 1e-12);
  s.tolerance = 4.5;
  expect_error(hook.check_stop(&s, &now), TC_STOPPED, "steady");
  free(v);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* If the initial residual of every solve is below its tolerance, implicit steps do not change the field. The
 * hook must then count the error of these solves as change. */
ParallelTest(steady_hook, what_solves_leave_is_change_too) {
  tc_mesh *mesh = mesh_box(3, 2, 2, 0.1);
  tc_problem *p = problem_make(world, &usual, mesh);
  tc_steady_stop s = {.space = p->space, .tolerance = 0.1};
  const tc_hook hook = tc_steady_stop_hook(&s);
  double *v = problem_zeros(p);
  tc_run_state now = {.steps = 1000, .dt = 0.25, .value = v, .previous_value = v};
  expect_ok(hook.begin(&s, &now));
  now.step = 100;
  now.time = 25.0;
  /* The volume of the box is 1. */
  now.unsolved_norm = 0.5 * 25.0;
  expect_ok(hook.check_stop(&s, &now));
  cr_assert_float_eq(s.change, 0.5, 1e-12);
  cr_assert_eq(s.unsolved_norm, s.change);
  now.step = 200;
  now.time = 50.0;
  /* The error of the solves has not grown since the last check. */
  expect_error(hook.check_stop(&s, &now), TC_STOPPED, "steady");
  hook.end(&s, false);
  free(v);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* A field that does not change is not steady while a local state changes. */
ParallelTest(steady_hook, states_have_to_stand_still_too) {
  tc_mesh *mesh = mesh_box(3, 2, 2, 0.1);
  tc_problem *p = problem_make(world, &usual, mesh);
  tc_state_options state = {.name = "w"};
  const tc_source_options choice = {.states = 1, .state = &state};
  tc_source *source = NULL;
  state.initial = formula("0", 3);
  state.rate = formula("0.5", 6);
  expect_ok(tc_source_create(p->space, &choice, &source));
  expect_ok(tc_source_init_states(source));
  tc_steady_stop s = {.space = p->space, .source = source, .tolerance = 0.4};
  const tc_hook hook = tc_steady_stop_hook(&s);
  double *v = problem_zeros(p);
  tc_run_state now = {.steps = 1000, .dt = 0.25, .value = v, .previous_value = v};
  expect_ok(hook.begin(&s, &now));
  for (int32_t i = 0; i < p->space->owned; i++) tc_source_state(source, 0)[i] += 0.5 * 25.0;
  now.step = 100;
  now.time = 25.0;
  expect_ok(hook.check_stop(&s, &now));
  cr_assert_float_eq(s.change, 0.5, 1e-12);
  now.step = 200;
  now.time = 50.0;
  /* The state has not changed since the last check. */
  expect_error(hook.check_stop(&s, &now), TC_STOPPED, "steady");
  hook.end(&s, false);
  free(v);
  tc_source_destroy(&source);
  tc_expression_destroy(&state.initial);
  tc_expression_destroy(&state.rate);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}
