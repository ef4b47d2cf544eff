#include "run/dry_run/dry_run_trial.h"

#include "base/core/memory.h"
#include "run/dry_run/dry_run.h"
#include "run/run_case.h"

/* Creates the scene of a run whose steps need many iterations, so that their number depends on the
 * preconditioner. */
static void begin(tc_world *world, const char *preconditioner, const char *scheme, const char *kind,
                  scene *s) {
  char text[200];
  scene_make(world, s);
  scene_set(s, "time={method: implicit, multiple: 300, steps: 2}");
  scene_set(s, preconditioner);
  snprintf(text, sizeof text, "diffusion.scheme=%s", scheme);
  scene_set(s, text);
  snprintf(text, sizeof text, "distribution={kind: %s, block_size: 5}", kind);
  scene_set(s, text);
}

/* Returns the number of iterations that a dry run with this number of ranks reports. */
static int64_t count_iterations(tc_dry_run *runs, int32_t ranks) {
  const tc_strategy *strategy = tc_strategy_find("condensed");
  const tc_dry_run_case shape = {1, ranks, 5};
  tc_result result;
  expect_ok(tc_dry_run_count(runs, &shape, 1, &strategy, &result));
  const int64_t trial = result.solver->trial;
  tc_free(result.solver);
  tc_free(result.measured);
  return trial;
}

/* One process must count the iterations that real ranks need in their first step. The count must be the same
 * after a dry run with other ranks. */
static void compare(tc_world *world, const char *preconditioner, const char *scheme, const char *kind) {
  scene s;
  tc_session session = {0};
  begin(world, preconditioner, scheme, kind, &s);
  scene_begin(&s, &session);
  expect_ok(tc_forecasts_run_trial_step(&session.forecasts, NULL));
  const int64_t wanted = session.forecasts.trial.iterations;
  cr_assert_gt(wanted, 4);
  if (world->rank == 0) {
    tc_dry_run_trial trial = {.colours = 0};
    tc_dry_run runs = {0};
    expect_ok(tc_dry_run_trial_init(&s.choice, &s.environment, NULL, &trial));
    expect_ok(tc_dry_run_init(session.plan.config, NULL, &runs));
    runs.trial = &trial;
    const int64_t first = count_iterations(&runs, world->ranks), other = count_iterations(&runs, 7),
                  again = count_iterations(&runs, world->ranks);
    cr_expect(first == wanted && again == wanted, "%s, %s, %s, %d ranks: %d and %d in the dry run, %d real",
              preconditioner, scheme, kind, world->ranks, (int)first, (int)again, (int)wanted);
    const bool follows = trial.options.solver.preconditioner_options.scope == TC_SCOPE_RANK;
    cr_expect(follows ? other != count_iterations(&runs, 1) : other == wanted, "%s, %s, %s, 7 ranks: %d",
              preconditioner, scheme, kind, (int)other);
    tc_dry_run_free(&runs);
    tc_dry_run_trial_free(&trial);
  }
  tc_session_close(&session);
  scene_free(&s);
}

ThreadedTest(imagined_trial, iterations_of_real_ranks) {
  static const char *const preconditioner[] =
      {"solver.preconditioner={name: ilu0, scope: rank}", "solver.preconditioner={name: ssor, scope: rank}",
       "solver.preconditioner={name: ilut, scope: rank}",
       "solver={method: sor, preconditioner: {scope: rank}, most_iterations: 5000}",
       "solver.preconditioner={name: ilu0, scope: global}"};
  for (size_t k = 0; k < sizeof preconditioner / sizeof *preconditioner; k++) {
    compare(world, preconditioner[k], "two-point", "metis");
    compare(world, preconditioner[k], "gradient", "metis");
    compare(world, preconditioner[k], "gradient", "cyclic");
  }
}

/* If the trial step of a case cannot be solved, the error must contain its number of ranks. */
ParallelTest(imagined_trial, failures) {
  scene s;
  tc_session session = {0};
  begin(world, "solver={most_iterations: 2, preconditioner: {name: ilu0, scope: rank}}", "two-point", "metis",
        &s);
  expect_ok(scene_open(&s, &session));
  if (world->rank == 0) {
    tc_dry_run_trial trial = {.colours = 0};
    tc_dry_run runs = {0};
    tc_result result;
    const tc_strategy *strategy = tc_strategy_find("condensed");
    const tc_dry_run_case shape = {1, 4, 5};
    expect_ok(tc_dry_run_trial_init(&s.choice, &s.environment, NULL, &trial));
    expect_ok(tc_dry_run_init(session.plan.config, NULL, &runs));
    runs.trial = &trial;
    expect_error(tc_dry_run_count(&runs, &shape, 1, &strategy, &result), TC_NUMERICAL,
                 "4 ranks: step 1: cg reached");
    tc_dry_run_free(&runs);
    tc_dry_run_trial_free(&trial);
  }
  tc_session_close(&session);
  scene_free(&s);
}
