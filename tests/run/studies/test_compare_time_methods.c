#include "run/studies/compare_time_methods.h"

#include <math.h>

#include "run/run_case.h"

enum { METHODS = 2 };

/* Creates the scene of a field that decays until t = 0.02. time.dt is too long for explicit Euler. */
static void begin(tc_world *world, scene *s) {
  scene_make(world, s);
  scene_set(s, "initial=cos(pi*x)*cos(pi*y)");
  scene_set(s, "time={steps: null, end: 0.02, dt: 0.01}");
}

static tc_status run(scene *s, const char *first, const char *second, const char *reference, int64_t steps,
                     tc_time_study *study) {
  const tc_integrator *method[METHODS] = {tc_integrator_find(first), tc_integrator_find(second)};
  const tc_time_comparison_options options = {.options = &s->choice,
                                              .methods = METHODS,
                                              .method = method,
                                              .rounds = 2,
                                              .reference = reference ? tc_integrator_find(reference) : NULL,
                                              .reference_steps = steps};
  *study = (tc_time_study){0};
  return tc_time_comparison_run(&options, &s->environment, s->world, &s->log, study);
}

/* Performs a separate run with the method of `time`. Returns the hash of its field, and in *step the number
 * and size of its steps. */
static uint64_t run_alone(scene *s, const char *time, tc_step_size *step) {
  const int overrides = s->choice.overrides;
  tc_session session = {0};
  scene_set(s, time);
  scene_begin(s, &session);
  const uint64_t hash = run_session(&session, "condensed", 65536)->field.hash;
  *step = session.prepared.choices.step;
  tc_session_close(&session);
  s->choice.overrides = overrides;
  return hash;
}

/* Explicit Euler is unstable with time.dt, so the study uses its automatic steps. The fields must be those of
 * separate runs. Crank-Nicolson has the highest order, so a run of it with 8 times its 2 steps is the
 * reference. */
ParallelTest(methods, steps_are_those_of_separate_runs) {
  scene s;
  tc_time_study study;
  tc_step_size step;
  begin(world, &s);
  const uint64_t explicit_hash = run_alone(&s, "time.dt=auto", &step);
  scene_set(&s, "time.theta=0.5");
  scene_set(&s, "solver.tolerance=1e-10");
  expect_ok(run(&s, "euler", "implicit", NULL, 0, &study));
  cr_assert(study.count == METHODS && study.rounds == 2);
  cr_expect_str_eq(study.run[0].method, "euler");
  cr_expect(study.run[0].steps == step.steps && study.run[0].dt == step.dt && step.steps > 2);
  cr_expect(study.run[0].hash == explicit_hash && study.run[0].products == step.steps);
  const uint64_t implicit_hash = run_alone(&s, "time.method=implicit", &step);
  cr_expect(study.run[1].steps == 2 && step.steps == 2 && study.run[1].hash == implicit_hash);
  cr_expect(study.run[1].theta == 0.5 && study.run[1].iterations > 0);
  cr_expect_str_eq(study.reference.method, "implicit");
  cr_expect_eq(study.reference.steps, 16);
  cr_expect_float_eq(study.reference.error * 63.0 / study.run[1].error, 1.0, 1e-12);
  for (int k = 0; k < METHODS; k++) {
    cr_expect(study.run[k].error > 0.0 && study.run[k].error < 0.2, "%g", study.run[k].error);
    cr_expect_gt(study.run[k].search_s, 0.0);
    if (world->rank == 0) cr_expect_gt(study.run[k].wall_s, 0.0);
  }
  cr_expect(scene_said(&s, "round 2 of 2"));
  tc_pool_free(&study.pool);
  scene_free(&s);
}

/* Returns the stabilisation of a separate run with the method of `method`. */
static double stabilisation_alone(scene *s, const char *method) {
  const int overrides = s->choice.overrides;
  tc_session session = {0};
  scene_set(s, method);
  scene_begin(s, &session);
  const double stabilisation = session.prepared.choices.stable_step.stabilisation;
  tc_session_close(&session);
  s->choice.overrides = overrides;
  return stabilisation;
}

/* Replaces the mesh of the scene by a flat one. The eigenvalues of its matrix are far from the real axis. */
static void flatten_mesh(const scene *s) {
  tc_mesh *mesh = mesh_box(4, 4, 4, 0.15);
  for (int32_t node = 0; node < mesh->nodes; node++) mesh->points[3 * (size_t)node + 2] *= 0.5;
  if (s->world->rank == 0) expect_ok(tc_tetgen_write(s->f.base, mesh, NULL));
  tc_mesh_destroy(&mesh);
}

/* With a positive stabilisation, long steps of rkl2 need fewer stages. Explicit Euler needs no stabilisation.
 * Each method must have the field and the stabilisation of a separate run, and the reference must have the
 * stabilisation of its method. */
ParallelTest(methods, stabilisation_of_separate_runs) {
  scene s;
  tc_time_study study;
  tc_step_size step;
  begin(world, &s);
  flatten_mesh(&s);
  scene_set(&s, "diffusion={scheme: gradient}");
  scene_set(&s, "time={steps: null, end: 1, dt: 1}");
  scene_set(&s, "machine=none");
  s.choice.machine = NULL;
  expect_ok(run(&s, "euler", "rkl2", NULL, 0, &study));
  cr_expect_eq(study.run[0].stabilisation, stabilisation_alone(&s, "time.dt=auto"));
  cr_expect_eq(study.run[1].stabilisation, stabilisation_alone(&s, "time.method=rkl2"));
  cr_assert(study.run[0].stabilisation < study.run[1].stabilisation, "%g, %g", study.run[0].stabilisation,
            study.run[1].stabilisation);
  cr_expect_eq(study.reference.stabilisation, study.run[1].stabilisation);
  cr_expect(isnan(study.stabilisation) && study.run[0].storage && study.run[1].storage);
  cr_expect_eq(study.run[1].hash, run_alone(&s, "time.method=rkl2", &step));
  cr_expect_eq(study.run[0].hash, run_alone(&s, "time.dt=auto", &step));
  tc_pool_free(&study.pool);
  scene_free(&s);
}

/* A method with error control chooses its steps. Its reference run must have a smaller tolerance. */
ParallelTest(methods, error_control) {
  scene s;
  tc_time_study study;
  scene_make(world, &s);
  scene_set(&s, "initial=cos(pi*x)*cos(pi*y)");
  scene_set(&s, "diffusion={scheme: two-point}");
  scene_set(&s, "time={steps: null, end: 0.02, tolerance: 1e-2}");
  expect_ok(run(&s, "euler", "rkl2", NULL, 0, &study));
  cr_expect(study.run[1].steps > 0 && study.run[1].products > 0 && study.run[1].error > 0.0);
  cr_expect_str_eq(study.reference.method, "rkl2");
  cr_expect(study.reference.steps > study.run[1].steps && study.run[1].error < 0.1, "%d, %d, %g",
            (int)study.reference.steps, (int)study.run[1].steps, study.run[1].error);
  cr_expect(scene_said(&s, "reference: rkl2, error per step at most 0.0001"));
  tc_pool_free(&study.pool);
  scene_free(&s);
}

/* The two methods are of first order, so the one with more steps computes the reference. They use time.dt of
 * the config, because time.dt is shorter than the automatic step of explicit Euler. */
ParallelTest(methods, short_steps_serve_all_methods) {
  scene s;
  tc_time_study study;
  tc_step_size step;
  char override[64];
  begin(world, &s);
  run_alone(&s, "time.dt=auto", &step);
  snprintf(override, sizeof override, "time.dt=%.17g", 0.02 / (double)(2 * step.steps));
  scene_set(&s, override);
  expect_ok(run(&s, "implicit", "euler", NULL, 0, &study));
  cr_expect(study.run[0].steps == 2 * step.steps && study.run[1].steps == 2 * step.steps);
  cr_expect_eq(study.run[0].dt, study.run[1].dt);
  cr_expect_str_eq(study.reference.method, "implicit");
  cr_expect_eq(study.reference.steps, 16 * step.steps);
  tc_pool_free(&study.pool);
  scene_free(&s);
}

/* The user may name a compared method or another method as the reference. The error of the reference is
 * unknown, unless the same method is also compared with fewer steps. */
ParallelTest(methods, a_named_reference) {
  const tc_integrator *euler = tc_integrator_find("euler");
  scene s;
  tc_time_study both, one = {0};
  begin(world, &s);
  expect_ok(run(&s, "euler", "implicit", "implicit", 100, &both));
  cr_expect(both.reference.steps == 100 && isfinite(both.reference.error));
  scene_set(&s, "time.theta=1");
  const tc_time_comparison_options options = {.options = &s.choice,
                                              .methods = 1,
                                              .method = &euler,
                                              .rounds = 1,
                                              .reference = tc_integrator_find("implicit"),
                                              .reference_steps = 100};
  expect_ok(tc_time_comparison_run(&options, &s.environment, world, &s.log, &one));
  cr_expect(one.reference.hash == both.reference.hash && isnan(one.reference.error));
  cr_expect_eq(one.run[0].error, both.run[0].error);
  tc_pool_free(&one.pool);
  tc_pool_free(&both.pool);
  scene_free(&s);
}

static void expect_refused(scene *s, const char *second, tc_code code, const char *part) {
  tc_time_study study;
  expect_error(run(s, "euler", second, NULL, 0, &study), code, part);
  tc_pool_free(&study.pool);
  scene_free(s);
}

ParallelTest(methods, wrong_input) {
  scene s;
  tc_time_study study;
  begin(world, &s);
  expect_refused(&s, "steady", TC_USAGE, "steady");
  begin(world, &s);
  scene_set(&s, "time={end: null, steps: 5}");
  expect_refused(&s, "implicit", TC_USAGE, "compare --time-methods needs an end time");
  begin(world, &s);
  scene_set(&s, "solver.most_iterations=1");
  expect_refused(&s, "implicit", TC_NUMERICAL, "implicit: ");
  begin(world, &s);
  expect_error(run(&s, "implicit", "implicit", "euler", 2, &study), TC_NUMERICAL, "euler: ");
  tc_pool_free(&study.pool);
  scene_free(&s);
  begin(world, &s);
  expect_error(run(&s, "euler", "implicit", "implicit", 1, &study), TC_USAGE,
               "--reference: implicit:1 has too few steps, because the compared run has ");
  tc_pool_free(&study.pool);
  scene_free(&s);
}
