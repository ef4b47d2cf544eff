#include <math.h>

#include "base/core/memory.h"
#include "run/dry_run/dry_run.h"
#include "run/run_case.h"

/* A constant source must increase the field linearly. A run with a local state must have the same bits with
 * any strategy. */
ThreadedTest(session_forcing, sources_and_states_are_part_of_a_run) {
  scene s;
  tc_session session = {0};
  scene_make(world, &s);
  scene_set(&s, "initial=1");
  scene_set(&s, "source=2");
  scene_set(&s, "exact=1 + 2*t");
  scene_begin(&s, &session);
  cr_assert_lt(run_session(&session, "condensed", 65536)->max_error, 1e-12);
  tc_session_close(&session);
  scene_free(&s);

  scene_make(world, &s);
  scene_set(&s, "states={w: {initial: 1 + x, rate: '-w'}}"); /* solution: w = (1 + x) exp(-t) */
  scene_set(&s, "source=20*w - 30*v*x");
  scene_set(&s, "time.steps=50");
  scene_begin(&s, &session);
  expect_ok(tc_forecasts_compute(&session.forecasts, NULL));
  cr_assert(session.prepared.choices.stable_step.slowed > 1.0, "%g",
            session.prepared.choices.stable_step.slowed);
  const uint64_t hash = run_session(&session, "condensed", 65536)->field.hash;
  cr_assert_neq(hash, session.prepared.start.hash);
  cr_assert_eq(run_session(&session, "fine", 65536)->field.hash, hash,
               "the state did not start with its initial values");
  expect_ok(tc_session_set_up(&session, 20));
  cr_assert_eq(run_session(&session, "block", 20)->field.hash, hash);
  tc_session_close(&session);
  scene_free(&s);
}

/* The exact solution is x + 2 t. The boundary conditions are its values on the whole boundary, or values and
 * its flux on one side. */
ParallelTest(session_forcing, boundary_conditions_are_part_of_a_run) {
  static const char *const boundary[] = {"{default: {kind: value, value: x + 2*t}}",
                                         "{default: {kind: value, value: x + 2*t}, "
                                         "markers: [{marker: 2, kind: flux, value: 1}]}"};
  for (int k = 0; k < 2; k++) {
    scene s;
    tc_session session = {0};
    char text[200];
    scene_make(world, &s);
    snprintf(text, sizeof text, "boundary=%s", boundary[k]);
    scene_set(&s, text);
    scene_set(&s, "initial=x");
    scene_set(&s, "source=2");
    scene_set(&s, "exact=x + 2*t");
    scene_set(&s, "time.steps=150");
    scene_begin(&s, &session);
    expect_ok(tc_forecasts_compute(&session.forecasts, NULL));
    const tc_result *r = run_session(&session, "condensed", 65536);
    cr_assert_lt(r->max_error, 1e-11, "%g", r->max_error);
    const uint64_t hash = r->field.hash;
    cr_assert_eq(run_session(&session, "naive", 65536)->field.hash, hash);
    tc_session_close(&session);
    scene_free(&s);
  }
}

/* The slope of the source depends on v. Boundary values of 10 must reduce the step as much as initial values
 * up to 10 do. */
ParallelTest(session_forcing, the_step_considers_values_at_the_boundary) {
  double slowed[2];
  for (int k = 0; k < 2; k++) {
    scene s;
    tc_session session = {0};
    scene_make(world, &s);
    scene_set(&s, k == 0 ? "initial=0" : "initial=10*x");
    scene_set(&s, "boundary={default: {kind: value, value: 10}}");
    scene_set(&s, "source=-v^3");
    scene_begin(&s, &session);
    slowed[k] = session.prepared.choices.stable_step.slowed;
    cr_assert(isfinite(run_session(&session, "condensed", 65536)->field.max));
    tc_session_close(&session);
    scene_free(&s);
  }
  cr_assert(slowed[0] > 1.1, "%g", slowed[0]);
  cr_assert_float_eq(slowed[0], slowed[1], 0.2 * slowed[0], "%g, %g", slowed[0], slowed[1]);
}

/* The slope of the source is larger at values that the field reaches later than at the initial values. The
 * run must then end with an error. */
ParallelTest(session_forcing, a_source_that_becomes_steeper_ends_the_run) {
  static const char *const dt[] = {"auto", "0.002"};
  for (int k = 0; k < 2; k++) {
    scene s;
    tc_session session = {0};
    char step[40];
    scene_make(world, &s);
    snprintf(step, sizeof step, "time={steps: null, end: 0.5, dt: %s}", dt[k]);
    scene_set(&s, step);
    scene_set(&s, "initial=0");
    scene_set(&s, "boundary={default: {kind: value, value: 100*t}}");
    scene_set(&s, "source=-4000*tanh(v-10)");
    scene_begin(&s, &session);
    expect_error(tc_session_run(&session, tc_strategy_find("condensed"), 65536, NULL), TC_NUMERICAL,
                 "the slope ds/dv of the source is too large");
    tc_session_close(&session);
    scene_free(&s);
  }
}

/* Fills in counts[r] for each rank r, from one step of a dry run that simulates the ranks of the test. */
static void count_dry_run(const scene *s, const tc_session *session, const tc_strategy *strategy,
                          tc_counts *counts) {
  const tc_dry_run_case shape = {1, s->world->ranks, session->plan.config->distribution.block_size};
  tc_dry_run_trial trial = {.colours = 0};
  tc_dry_run runs = {0};
  tc_result result;
  cr_assert(tc_dry_run_trial_is_needed(session->plan.config));
  expect_ok(tc_dry_run_trial_init(&s->choice, &s->environment, NULL, &trial));
  expect_ok(tc_dry_run_init(session->plan.config, NULL, &runs));
  runs.trial = &trial;
  expect_ok(tc_dry_run_count(&runs, &shape, 1, &strategy, &result));
  for (int r = 0; r < s->world->ranks; r++) counts[r] = result.measured[r].ledger.count;
  tc_free(result.solver);
  tc_free(result.measured);
  tc_dry_run_free(&runs);
  tc_dry_run_trial_free(&trial);
}

/* Performs a run with operator splitting. The counts of its steps must equal those of its forecast, which the
 * run itself checks, and those of a dry run. The source must be evaluated `evaluations` times per cell and
 * step. The field must have the same bits with another strategy. */
static void split_run(tc_world *world, const char *time, const char *line, int evaluations) {
  const tc_strategy *strategy = tc_strategy_find("condensed");
  scene s;
  tc_session session = {0};
  tc_counts *counts = calloc((size_t)world->ranks, sizeof *counts);
  scene_make(world, &s);
  scene_set(&s, "states={w: {initial: 1 + x, rate: '-w'}}");
  scene_set(&s, "source=20*w - 30*v*x");
  scene_set(&s, time);
  scene_begin(&s, &session);
  expect_ok(tc_forecasts_compute(&session.forecasts, NULL));
  const tc_result *result = run_session(&session, "condensed", 65536);
  const uint64_t hash = result->field.hash;
  cr_assert_neq(hash, session.prepared.start.hash);
  if (world->rank == 0) {
    cr_assert(strstr(s.said, line), "%s", s.said);
    count_dry_run(&s, &session, strategy, counts);
    for (int r = 0; r < world->ranks; r++) {
      cr_assert_eq(result->measured[r].ledger.count.source_cells, evaluations * result->measured[r].rows);
      cr_assert_eq(counts[r].source_cells, evaluations * result->measured[r].rows);
    }
  }
  cr_assert_eq(run_session(&session, "fine", 65536)->field.hash, hash);
  tc_session_close(&session);
  scene_free(&s);
  free(counts);
}

ParallelTest(session_forcing, splitting_is_part_of_a_run) {
  split_run(world, "time={steps: 3, splitting: godunov}",
            "source: Godunov, Heun, 1 part a step; 2 evaluations", 2);
  split_run(world, "time={method: implicit, dt: 0.05, steps: 3, splitting: strang}",
            "source: Strang, Heun, 2 parts a half step; 8 evaluations a step", 8);
  split_run(world, "time={method: rkl2, dt: 0.01, steps: 3, splitting: strang}",
            "source: Strang, Heun, 1 part a half step; 4 evaluations a step", 4);
}

/* A steep source must only cause advice in the log. With splitting, the local steps may be divided into at
 * most 10000 parts, and a step that needs more parts is an error. */
ParallelTest(session_forcing, steep_sources_cause_advice) {
  scene s;
  tc_session session = {0};
  scene_make(world, &s);
  scene_set(&s, "source=-1e5*v");
  scene_begin(&s, &session);
  if (world->rank == 0)
    cr_assert(strstr(s.said,
                     "the source changes fast (largest derivative 1e+05, largest eigenvalue of diffusion "),
              "%s", s.said);
  if (world->rank == 0) cr_assert(strstr(s.said, ": consider time.splitting strang"), "%s", s.said);
  tc_session_close(&session);
  scene_set(&s, "time={method: implicit, dt: 1, splitting: strang, steps: 1}");
  expect_ok(tc_session_open(&s.choice, &s.environment, world, &s.log, &session));
  expect_error(tc_session_set_up(&session, 65536), TC_NUMERICAL,
               "so steep that a step of 1 must be divided into more than 10000 parts: reduce time.dt");
  tc_session_close(&session);
  scene_free(&s);
}
