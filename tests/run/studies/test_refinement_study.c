#include "run/studies/refinement_study.h"

#include <math.h>

#include "run/run_case.h"

static const tc_refinement_mesh cubes[] = {{"eight", 8}, {"four", 4}};

/* Creates the scene of a cosine that decays until t = 0.02, which coarse meshes reach in a few steps. */
static void begin(tc_world *world, scene *s) {
  scene_make(world, s);
  scene_set(s, "initial=cos(pi*x)*cos(pi*y)*cos(pi*z)");
  scene_set(s, "exact=exp(-3*pi^2*t)*cos(pi*x)*cos(pi*y)*cos(pi*z)");
  scene_set(s, "time={steps: null, end: 0.02}");
}

ParallelTest(refine, each_scheme_runs_on_each_mesh) {
  const tc_scheme *schemes[] = {tc_scheme_find("two-point"), tc_scheme_find("gradient")};
  scene s;
  tc_refinement study = {0};
  begin(world, &s);
  const tc_refinement_options refine = {&s.choice, 2, cubes, 2, schemes, false};
  expect_ok(tc_refinement_run(&refine, &s.environment, world, &s.log, &study));
  cr_assert(study.count == 2 && study.ranks == world->ranks);
  for (int i = 0; i < 2; i++) {
    const tc_refinement_series *series = &study.series[i];
    cr_assert_str_eq(series->scheme, schemes[i]->name);
    cr_assert_eq(series->levels, 2);
    cr_assert_str_eq(series->level[0].mesh, "four", "from coarse to fine");
    cr_assert(series->level[0].cells == 6 * 64 && series->level[1].cells == 6 * 512);
    cr_assert_float_eq(series->level[0].h, cbrt(1.0 / 384), 1e-12);
    cr_assert_float_eq(series->level[1].time, 0.02, 1e-15);
    cr_assert(series->level[1].max > series->level[1].l2 && series->level[1].l2 > 0.0);
    /* Root mean square of the exact solution, because the product of the three cosines has a mean square of
     * 1/8. */
    const double size = exp(-0.06 * M_PI * M_PI) / sqrt(8.0);
    cr_assert_float_eq(series->level[1].relative * size / series->level[1].l2, 1.0, 0.02);
  }
  cr_assert_lt(tc_refinement_series_order(&study.series[0]), 0.3);
  cr_assert_gt(tc_refinement_series_order(&study.series[1]), 1.6);
  cr_assert(isnan(study.series[0].level[0].stabilisation) && study.series[1].level[0].stabilisation >= 0.0);
  tc_refinement_free(&study);
  scene_free(&s);
}

/* A study must have the field and the errors of a separate run. */
ParallelTest(refine, the_field_is_that_of_a_run) {
  scene s;
  tc_session session = {0};
  tc_refinement study = {0};
  begin(world, &s);
  const tc_refinement_mesh mesh = {s.f.base, 0};
  const tc_refinement_options refine = {&s.choice, 1, &mesh, 0, NULL, false};
  scene_begin(&s, &session);
  expect_ok(tc_session_run(&session, tc_strategy_find("condensed"), 65536, NULL));
  expect_ok(tc_refinement_run(&refine, &s.environment, world, &s.log, &study));
  const tc_result *result = &session.results.result[0];
  cr_assert_str_eq(study.series[0].scheme, "gradient");
  cr_assert_eq(study.series[0].level[0].hash, result->field.hash);
  cr_assert_eq(study.series[0].level[0].l2, result->l2_error);
  cr_assert_eq(study.series[0].level[0].max, result->max_error);
  tc_refinement_free(&study);
  tc_session_close(&session);
  scene_free(&s);
}

/* If time.end limited all meshes to a single step of the same length, the study would not show the effect of
 * refinement. The study must report this as an error. */
ParallelTest(refine, implicit_steps_follow_the_mesh) {
  const tc_refinement_mesh boxes[] = {{"two", 2}, {"four", 4}};
  scene s;
  tc_refinement study = {0};
  begin(world, &s);
  scene_set(&s, "time={method: implicit, steps: null, end: 0.02}");
  const tc_refinement_options refine = {&s.choice, 2, boxes, 0, NULL, false};
  expect_error(tc_refinement_run(&refine, &s.environment, world, &s.log, &study), TC_USAGE,
               "auto makes only 1 implicit step to the end");
  tc_refinement_free(&study);
  study = (tc_refinement){0};
  scene_set(&s, "time.multiple=0.1");
  expect_ok(tc_refinement_run(&refine, &s.environment, world, &s.log, &study));
  cr_assert_gt(study.series[0].level[1].steps, 3 * study.series[0].level[0].steps);
  tc_refinement_free(&study);
  scene_free(&s);
}

ParallelTest(refine, a_study_needs_an_exact_solution) {
  scene s;
  tc_refinement study = {0};
  scene_make(world, &s);
  const tc_refinement_options refine = {&s.choice, 2, cubes, 0, NULL, false};
  expect_error(tc_refinement_run(&refine, &s.environment, world, &s.log, &study), TC_USAGE,
               "set the key exact");
  tc_refinement_free(&study);
  scene_free(&s);
}

/* A study writes no outputs of its runs and does not check their keys. A probe outside the mesh is therefore
 * no error. */
ParallelTest(refine, snapshots_history_and_reports_are_left_out) {
  char override[400];
  scene s;
  tc_refinement study = {0};
  begin(world, &s);
  snprintf(override, sizeof override, "snapshots={file: %s/s.h5, every: 2, tensor: true}", s.f.path);
  scene_set(&s, override);
  snprintf(override, sizeof override, "history={file: %s/h.csv, every: 1}", s.f.path);
  scene_set(&s, override);
  scene_set(&s, "probes=[[7, 7, 7]]"); /* this point is outside the mesh */
  snprintf(override, sizeof override, "report={json: %s/r.json, csv: %s/r.csv}", s.f.path, s.f.path);
  scene_set(&s, override);
  const tc_refinement_options refine = {&s.choice, 2, cubes, 0, NULL, false};
  const int before = world->rank == 0 ? folder_files(&s.f, 0) : 0;
  expect_ok(tc_refinement_run(&refine, &s.environment, world, &s.log, &study));
  if (world->rank == 0) cr_assert_eq(folder_files(&s.f, 0), before);
  tc_refinement_free(&study);
  scene_free(&s);
}

/* With linear boundary values the steady state is linear and must be exact. With a source, the errors must
 * decrease with about the square of h. */
ParallelTest(refine, steady_states_are_solved_for) {
  scene s;
  tc_refinement study = {0};
  scene_make(world, &s);
  scene_set(&s, "boundary={default: {kind: value, value: x-2*y+z}}");
  scene_set(&s, "initial=0");
  scene_set(&s, "exact=x-2*y+z");
  scene_set(&s, "diffusion.tensor=[1, 2, 3, 0.1, 0.2, 0.3]");
  const tc_refinement_options refine = {&s.choice, 2, cubes, 0, NULL, true};
  expect_ok(tc_refinement_run(&refine, &s.environment, world, &s.log, &study));
  cr_assert_eq(tc_refinement_series_verdict(&study.series[0]), TC_VERDICT_EXACT);
  cr_assert(study.steady && study.series[0].level[0].steps > 10 && study.series[0].level[0].time == 0.0);
  tc_refinement_free(&study);
  scene_set(&s, "boundary={default: {kind: value, value: sin(3*x)*cos(2*y)}}");
  scene_set(&s, "exact=sin(3*x)*cos(2*y)");
  scene_set(&s, "source=13*sin(3*x)*cos(2*y)");
  scene_set(&s, "diffusion.tensor=1");
  expect_ok(tc_refinement_run(&refine, &s.environment, world, &s.log, &study));
  cr_assert_gt(tc_refinement_series_order(&study.series[0]), 1.6);
  tc_refinement_free(&study);
  const tc_refinement_options own = {&s.choice, 1, cubes, 0, NULL, false};
  scene_set(&s, "time={method: steady, steps: null}");
  expect_ok(tc_refinement_run(&own, &s.environment, world, &s.log, &study));
  cr_assert(study.steady && study.series[0].level[0].l2 < 0.1, "the config is steady");
  tc_refinement_free(&study);
  scene_set(&s, "solver.most_iterations=3");
  expect_error(tc_refinement_run(&own, &s.environment, world, &s.log, &study), TC_NUMERICAL, cubes[0].name);
  tc_refinement_free(&study);
  scene_set(&s, "source=v*x");
  expect_error(tc_refinement_run(&refine, &s.environment, world, &s.log, &study), TC_USAGE,
               "depends on v or on local states");
  tc_refinement_free(&study);
  scene_free(&s);
}
