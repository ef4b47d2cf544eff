#include "run/studies/step_refinement.h"

#include <math.h>

#include "base/core/memory.h"
#include "run/run_case.h"
#include "run/studies/time_runs.h"

/* Creates the scene of a field that decays until t = 0.02. */
static void begin(tc_world *world, scene *s, const char *time) {
  scene_make(world, s);
  scene_set(s, "initial=cos(pi*x)*cos(pi*y)");
  scene_set(s, "time={steps: null, end: 0.02}");
  scene_set(s, time);
}

static tc_status run(scene *s, int count, const int32_t *steps, tc_time_study *study) {
  const tc_step_refinement_options refine = {&s->choice, count, steps};
  *study = (tc_time_study){0};
  return tc_step_refinement_run(&refine, &s->environment, s->world, &s->log, study);
}

/* Expects the run to fail, and frees the study. */
static void expect_refused(scene *s, tc_code code, const char *part) {
  static const int32_t steps[] = {4, 8};
  tc_time_study study;
  expect_error(run(s, 2, steps, &study), code, part);
  tc_pool_free(&study.pool);
  scene_free(s);
}

/* Returns the hash of the field of a separate run with 4 steps and the tolerance of the study. */
static uint64_t hash_alone(scene *s) {
  tc_session session = {0};
  scene_set(s, "time.dt=0.005");
  scene_set(s, "solver.tolerance=1e-12");
  scene_begin(s, &session);
  const uint64_t hash = run_session(&session, "condensed", 65536)->field.hash;
  cr_expect_eq(session.run.steps_done, 4);
  tc_session_close(&session);
  return hash;
}

/* Backward Euler has the order 1 and Crank-Nicolson the order 2. Each run must have the field of a separate
 * run. */
ParallelTest(steps, implicit_steps_have_their_order) {
  static const int32_t steps[] = {2, 4, 8};
  for (int order = 1; order <= 2; order++) {
    scene s;
    tc_time_study study;
    begin(world, &s, "time.method=implicit");
    scene_set(&s, order == 1 ? "time.theta=1" : "time.theta=0.5");
    expect_ok(run(&s, 3, steps, &study));
    cr_assert_eq(study.count, 3);
    cr_expect(study.end == 0.02 && study.reference.steps == 8 * 8 && study.ranks == world->ranks);
    cr_expect_float_eq(tc_time_study_order(&study), order, 0.1);
    for (int i = 0; i < 3; i++) {
      cr_expect_eq(study.run[i].steps, steps[i]);
      cr_expect_float_eq(study.run[i].dt, 0.02 / steps[i], 1e-15);
      cr_expect(study.run[i].products > study.run[i].iterations && study.run[i].iterations >= steps[i]);
      cr_expect(study.run[i].error > 0.0 && study.run[i].error < 0.2);
    }
    cr_expect_float_eq(study.run[2].bias, tc_time_apparent_order(order, 4, 8, 64) - order, 0.02);
    cr_expect_eq(study.run[1].hash, hash_alone(&s));
    tc_pool_free(&study.pool);
    scene_free(&s);
  }
}

/* All runs of the study must use the number of stages of the longest step. Shorter steps are stable with this
 * number too. */
ParallelTest(steps, stabilised_steps_have_equal_stages) {
  static const int32_t steps[] = {4, 8, 16};
  scene s;
  tc_time_study study;
  begin(world, &s, "time.method=rkl2");
  expect_ok(run(&s, 3, steps, &study));
  for (int i = 0; i < 3; i++) {
    cr_expect(study.run[i].stages == study.run[0].stages && study.run[i].stages >= 2);
    cr_expect_eq(study.run[i].products, steps[i] * study.run[0].stages);
  }
  cr_expect(study.reference.stages == study.run[0].stages && study.method_order == 2);
  cr_expect_float_eq(tc_time_study_order(&study), 2.0, 0.2);
  tc_pool_free(&study.pool);
  scene_free(&s);
}

/* Finds the longest stable step of explicit Euler. If the study is called with too few steps, the error must
 * name the smallest stable number of steps. A study with this number must succeed. */
ParallelTest(steps, unstable_steps_are_reported_with_the_smallest_number) {
  scene s;
  tc_session session = {0};
  tc_time_study study;
  char part[100];
  begin(world, &s, "time.method=euler");
  scene_begin(&s, &session);
  const int32_t least = (int32_t)ceil(0.02 / session.prepared.choices.stable_step.bound);
  tc_session_close(&session);
  const int32_t bad[] = {least - 1, 2 * least}, good[] = {least, 2 * least, 4 * least};
  snprintf(part, sizeof part, "use at least %d steps to t = 0.02", (int)least);
  expect_error(run(&s, 2, bad, &study), TC_NUMERICAL, part);
  tc_pool_free(&study.pool);
  expect_ok(run(&s, 3, good, &study));
  cr_expect_float_eq(tc_time_study_order(&study), 1.0, 0.1);
  cr_expect(study.run[0].products == least && study.run[0].iterations == 0);
  tc_pool_free(&study.pool);
  scene_free(&s);
}

/* The keys time.dt and time.multiple of the config have no effect, and `exact` is not needed. No outputs are
 * written. */
ParallelTest(steps, outputs_and_the_step_of_the_config_are_ignored) {
  static const int32_t steps[] = {2, 4};
  char override[500];
  scene s;
  tc_time_study study;
  begin(world, &s, "time.method=implicit");
  scene_set(&s, "time.multiple=3");
  snprintf(override, sizeof override, "snapshots={file: %s/s.h5, every: 1}", s.f.path);
  scene_set(&s, override);
  const int before = world->rank == 0 ? folder_files(&s.f, 0) : 0;
  expect_ok(run(&s, 2, steps, &study));
  cr_expect_eq(study.run[0].steps, 2);
  if (world->rank == 0) cr_expect_eq(folder_files(&s.f, 0), before);
  tc_pool_free(&study.pool);
  scene_free(&s);
}

ParallelTest(steps, wrong_input) {
  scene s;
  begin(world, &s, "time={method: steady, end: null}");
  expect_refused(&s, TC_USAGE, "time.method");
  begin(world, &s, "time={method: implicit, end: null, steps: 4}");
  expect_refused(&s, TC_USAGE, "verify --steps needs an end time");
  begin(world, &s, "time={method: implicit, steady: 1}");
  expect_refused(&s, TC_USAGE, "time.steady");
  begin(world, &s, "solver.tolerance=1e-3");
  expect_refused(&s, TC_USAGE, "solves no linear systems");
  begin(world, &s, "time.method=implicit");
  scene_set(&s, "solver.most_iterations=1");
  expect_refused(&s, TC_NUMERICAL, "step 1: ");
}

ParallelTest(steps, the_error_is_relative) {
  scene s;
  tc_session session = {0};
  double error = NAN, *twice = NULL;
  begin(world, &s, "time.method=euler");
  scene_begin(&s, &session);
  const tc_prepared *p = &session.prepared;
  const int32_t owned = p->problem->space->owned;
  expect_ok(TC_WORLD_ALLOC(world, twice, owned));
  for (int32_t i = 0; i < owned; i++) twice[i] = 2.0 * p->initial[i];
  expect_ok(tc_time_runs_compare(p->problem->space, twice, p->initial, &error));
  cr_expect_float_eq(error, 1.0, 1e-14);
  for (int32_t i = 0; i < owned; i++) twice[i] = 0.0;
  expect_ok(tc_time_runs_compare(p->problem->space, p->initial, twice, &error));
  cr_expect(isnan(error), "a reference of 0");
  tc_free(twice);
  tc_session_close(&session);
  scene_free(&s);
}
