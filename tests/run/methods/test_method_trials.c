#include "run/methods/method_trials.h"

#include <math.h>

#include "comm/world/mpi_world.h"
#include "run/run_case.h"
#include "run/studies/time_runs.h"

/* Compares the methods of a run of the scene with these settings. */
static void compare(tc_world *world, const char *time, const char *other, bool is_thorough,
                    tc_method_trials *out) {
  scene s;
  tc_session session = {0};
  scene_make(world, &s);
  scene_set(&s, "initial=\"exp(-((x-0.1)^2+y^2)/0.05)\"");
  scene_set(&s, time);
  scene_set(&s, other);
  scene_begin(&s, &session);
  tc_method_question question = tc_prepared_method_question(&session.prepared, &session.forecasts.trial);
  question.is_thorough = is_thorough;
  cr_assert(tc_method_trials_apply(&question), "%s, %s", time, other);
  expect_ok(tc_method_trials_run(&question, out));
  tc_session_close(&session);
  scene_free(&s);
}

static bool is_known(const tc_time_method *m) {
  return m->steps > 0 && m->products > 0 && m->bytes > 0.0 && m->reductions >= 0;
}

/* The config selects explicit Euler, and the matrix is symmetric. The counts of all three methods must then
 * be known, and only explicit Euler is marked as the method of the config. */
ParallelTest(method_trials, all_methods) {
  tc_method_trials t;
  compare(world, "time={end: 0.05, steps: null}", "diffusion.scheme=two-point", true, &t);
  cr_assert_eq(t.table.count, 3);
  const tc_time_method *euler = &t.table.item[0], *rkl2 = &t.table.item[1], *implicit = &t.table.item[2];
  cr_expect(is_known(euler) && is_known(rkl2) && is_known(implicit));
  cr_expect(euler->is_own && !rkl2->is_own && !implicit->is_own);
  cr_expect(rkl2->products < euler->products && rkl2->products == rkl2->steps * rkl2->stages);
  cr_expect(!rkl2->is_least && rkl2->searches == 0);
  cr_expect_float_eq((double)rkl2->steps * rkl2->dt, 0.05, 1e-15);
  cr_expect(implicit->reductions > 0 && t.implicit.solved && t.options.solver.method);
  cr_expect(euler->error > 0.0 && rkl2->error > 0.0 && implicit->error > euler->error);
  cr_expect_gt(t.table.trials, 16);
}

static bool is_same(const tc_time_method *a, const tc_time_method *b) {
  return a->steps == b->steps && a->products == b->products && a->reductions == b->reductions &&
         a->bytes == b->bytes && a->dt == b->dt &&
         (a->error == b->error || (isnan(a->error) && isnan(b->error)));
}

/* Counts and errors must have the same bits on one process and on all ranks. */
ParallelTest(method_trials, any_number_of_ranks) {
  static const char *const scheme[] = {"diffusion.scheme=two-point", "diffusion.scheme=gradient"};
  tc_world *self = NULL;
  expect_ok(tc_world_create(MPI_COMM_SELF, 0, &self));
  for (int k = 0; k < 2; k++) {
    tc_method_trials all, alone;
    compare(world, "time={end: 0.05, steps: null}", scheme[k], true, &all);
    compare(self, "time={end: 0.05, steps: null}", scheme[k], true, &alone);
    for (int i = 0; i < TC_TIME_METHODS; i++)
      cr_expect(is_same(&all.table.item[i], &alone.table.item[i]), "%s, %s", scheme[k],
                all.table.item[i].method);
  }
  tc_world_destroy(&self);
}

/* The expected error of explicit Euler must be about the true error of the run. The true error is the
 * difference from a run with steps of a tenth of the length. */
ParallelTest(method_trials, the_expected_error) {
  scene s;
  tc_session session = {0};
  tc_method_trials t;
  static double reference[216];
  double error;
  scene_make(world, &s);
  scene_set(&s, "time={end: 0.05, steps: null}");
  scene_set(&s, "diffusion.scheme=two-point");
  scene_set(&s, "initial=\"exp(-((x-0.1)^2+y^2)/0.05)\"");
  scene_begin(&s, &session);
  tc_method_question question = tc_prepared_method_question(&session.prepared, NULL);
  question.is_thorough = true;
  expect_ok(tc_method_trials_run(&question, &t));
  const int64_t steps = session.prepared.choices.step.steps;
  expect_ok(tc_time_runs_set_steps(&session, 10 * steps));
  run_session(&session, "neighbour", 65536);
  const tc_space *space = session.prepared.problem->space;
  memcpy(reference, session.run.value, (size_t)space->owned * sizeof *reference);
  expect_ok(tc_time_runs_set_steps(&session, steps));
  run_session(&session, "neighbour", 65536);
  expect_ok(tc_time_runs_compare(space, session.run.value, reference, &error));
  cr_expect_float_eq(0.9 * t.table.item[0].error / error, 1.0, 0.25, "%g expected, %g found",
                     t.table.item[0].error, error);
  tc_session_close(&session);
  scene_free(&s);
}

/* With is_thorough = false, the comparison must not search for the ellipse around the eigenvalues of a
 * nonsymmetric matrix. */
ParallelTest(method_trials, no_search) {
  tc_method_trials t;
  compare(world, "time={end: 0.05, steps: null}", "diffusion.scheme=gradient", false, &t);
  cr_expect(t.table.item[1].is_least && t.table.item[1].searches == 800 && isnan(t.table.item[0].error));
  compare(world, "time={end: 0.05, steps: null}", "diffusion.scheme=gradient", true, &t);
  cr_expect(!t.table.item[1].is_least && t.table.item[1].searches >= 400 && t.table.item[0].error > 0.0);
}

/* The table row of the method that the config selects must have the number of steps of the config. */
ParallelTest(method_trials, own_steps) {
  tc_method_trials t;
  compare(world, "time={method: rkl2, end: 0.05, steps: null, dt: 0.01}", "diffusion.scheme=two-point", true,
          &t);
  cr_expect(t.table.item[1].is_own && t.table.item[1].steps == 5);
  compare(world, "time={method: implicit, end: 0.05, steps: null, dt: 0.01, theta: 0.5}",
          "diffusion.scheme=two-point", true, &t);
  cr_expect(t.table.item[2].is_own && t.table.item[2].steps == 5 && is_known(&t.table.item[2]));
  cr_expect_lt(t.table.item[2].error, 0.1, "%g", t.table.item[2].error);
  compare(world, "time={method: euler, steps: 2000}", "diffusion.scheme=two-point", true, &t);
  cr_expect(t.table.item[0].is_own && t.table.item[0].steps == 2000);
}

/* With boundary data the counts of rkl2 are unknown. With a source, a steady stop or the steady method, there
 * is nothing to compare. */
ParallelTest(method_trials, forcing) {
  tc_method_trials t;
  compare(world, "time={end: 0.05, steps: null}", "boundary.default={kind: value, value: x}", true, &t);
  cr_expect(is_known(&t.table.item[0]) && is_known(&t.table.item[2]));
  cr_expect(t.table.item[1].steps == 0 && t.table.item[1].products == 0 && isnan(t.table.item[0].error));
  cr_expect_str_eq(t.table.item[1].reason, "boundary data, sources and states need steps with error control");
  static const char *const none[] = {"source=v", "time.steady=1e-3", "time={method: steady, steps: null}"};
  for (size_t k = 0; k < sizeof none / sizeof *none; k++) {
    scene s;
    tc_session session = {0};
    scene_make(world, &s);
    scene_set(&s, none[k]);
    if (k == 2) scene_set(&s, "boundary.default={kind: value, value: 0}");
    scene_begin(&s, &session);
    const tc_method_question question = tc_prepared_method_question(&session.prepared, NULL);
    cr_expect_not(tc_method_trials_apply(&question), "%s", none[k]);
    tc_session_close(&session);
    scene_free(&s);
  }
}

/* If the solve of the trial step fails, the counts of implicit steps are unknown. */
ParallelTest(method_trials, a_failed_solve) {
  tc_method_trials t;
  compare(world, "time={method: implicit, end: 0.5, steps: null, multiple: 10000}",
          "solver={most_iterations: 1}", false, &t);
  cr_expect(t.table.item[2].is_own && t.table.item[2].steps > 0 && t.table.item[2].products == 0);
  cr_expect_str_eq(t.table.item[2].reason, "the solve of its trial step failed");
}

/* Performs the trial of a config with error control, and then the run. *products receives the number of
 * products of the run. */
static void compare_controlled(tc_world *world, bool is_full, tc_method_trials *out, int64_t *products) {
  scene s;
  tc_session session = {0};
  scene_make(world, &s);
  scene_set(&s, "initial=\"exp(-((x-0.1)^2+y^2)/0.05)\"");
  scene_set(&s, "time={method: rkl2, end: 2, steps: null, tolerance: 1e-3}");
  scene_set(&s, "diffusion.scheme=two-point");
  scene_begin(&s, &session);
  tc_method_question question = tc_prepared_method_question(&session.prepared, NULL);
  question.is_full = is_full;
  cr_assert(tc_method_trials_apply(&question));
  expect_ok(tc_method_trials_run(&question, out));
  run_session(&session, "neighbour", 65536);
  *products = session.run.controlled.products;
  tc_session_close(&session);
  scene_free(&s);
}

/* A full trial must count the products of the run exactly, on any number of ranks. */
ParallelTest(method_trials, a_full_trial) {
  tc_method_trials t;
  int64_t products;
  compare_controlled(world, true, &t, &products);
  const tc_time_method *row = &t.table.item[1];
  cr_expect(row->is_own && row->products == products && row->products_low == products &&
                row->products_high == products,
            "%lld and %lld products", (long long)row->products, (long long)products);
  cr_expect(row->steps > 1 && row->reductions >= row->steps && row->bytes > 0.0);
}

/* A short trial must forecast an interval that contains the number of products of the run. */
ParallelTest(method_trials, a_short_trial) {
  tc_method_trials t;
  int64_t products;
  compare_controlled(world, false, &t, &products);
  const tc_time_method *row = &t.table.item[1];
  cr_expect(row->products_low <= products && products <= row->products_high, "%lld in %lld .. %lld",
            (long long)products, (long long)row->products_low, (long long)row->products_high);
  cr_expect(row->products_low < row->products && row->products < row->products_high && row->steps == 0);
  cr_expect_eq(t.table.trial_tolerance, 0.1);
  cr_expect_eq(t.table.trial_until, 0.25);
  cr_expect_lt(t.table.trials, products);
}
