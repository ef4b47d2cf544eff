#include "linear/systems.h"
#include "support/work_difference.h"

static const cutting two_point = {"two-point", "rcm", TC_DISTRIBUTION_METIS, 64};

/* Solves the complete system on every rank separately and returns x by cell. */
static double *serial_x(const char *preconditioner, int64_t *iterations) {
  tc_world *self = NULL;
  expect_ok(tc_world_create(MPI_COMM_SELF, 0, &self));
  const cutting whole = {"two-point", "none", TC_DISTRIBUTION_CYCLIC, 1 << 30};
  scene s = scene_make(self, &whole, 0.1);
  const tc_solver_options choice = scene_choice("cg", preconditioner);
  tc_solver *solver = NULL;
  tc_solve_result out;
  tc_ledger ledger = {0};
  expect_ok(tc_solver_create(&s.system, &choice, &solver));
  expect_ok(tc_solver_solve(solver, s.b, 1.0, NULL, &ledger, &out));
  double *x = calloc((size_t)s.problem->space->owned, sizeof *x);
  memcpy(x, solver->x, (size_t)s.problem->space->owned * sizeof *x);
  *iterations = out.iterations;
  tc_solver_destroy(&solver);
  scene_free(&s);
  tc_world_destroy(&self);
  return x;
}

static void compare(tc_world *world, const char *preconditioner, const tc_strategy *strategy) {
  int64_t iterations = 0;
  double *whole = serial_x(preconditioner, &iterations);
  scene s = scene_make(world, &two_point, 0.1);
  tc_solver_options choice = scene_choice("cg", preconditioner);
  choice.strategy = strategy;
  tc_solver *solver = NULL;
  tc_solve_result out;
  tc_ledger ledger = {0};
  expect_ok(tc_solver_create(&s.system, &choice, &solver));
  expect_ok(tc_solver_solve(solver, s.b, 1.0, NULL, &ledger, &out));
  cr_expect_eq(out.reason, TC_REASON_converged, "%s: %s", strategy->name, tc_reason_name(out.reason));
  cr_expect_eq(out.iterations, iterations);
  cr_expect_leq(out.residual, 1e-8);
  for (int32_t i = 0; i < s.problem->space->owned; i++)
    cr_assert_eq(solver->x[i], whole[s.problem->space->id[i]], "%s: row %d", strategy->name, (int)i);
  ledger.work.sweep_messages = ledger.work.sweep_values = 0;
  ledger.work.cycle_messages = ledger.work.cycle_values = 0;
  const int off = work_difference(&ledger.work, &out.forecast_work);
  cr_expect_lt(off, 0, "%s: %lld %s, not %lld", preconditioner,
               (long long)ledger.work.by_index[off < 0 ? 0 : off], tc_work_name(off < 0 ? 0 : off),
               (long long)out.forecast_work.by_index[off < 0 ? 0 : off]);
  tc_solver_destroy(&solver);
  scene_free(&s);
  free(whole);
}

ThreadedTest(cg, bits_of_one_rank) {
  for (int i = 0; i < tc_strategy_count(); i++) {
    if (!tc_strategy_is_valid(tc_strategy_at(i))) continue;
    compare(world, "none", tc_strategy_at(i));
    compare(world, "jacobi", tc_strategy_at(i));
    compare(world, "ssor", tc_strategy_at(i));
    compare(world, "ilu0", tc_strategy_at(i));
  }
}

ParallelTest(cg, refuses_what_is_not_symmetric) {
  const cutting how = {"gradient", "rcm", TC_DISTRIBUTION_METIS, 64};
  scene s = scene_make(world, &how, 0.1);
  const tc_solver_options choice = scene_choice("cg", "none");
  tc_solver *solver = NULL;
  expect_error(tc_solver_create(&s.system, &choice, &solver), TC_USAGE, "symmetric");
  scene_free(&s);
}

/* Solves for a large step in a long bar. Each iteration transfers information by one cell only, so the
 * residual does not decrease before the iterations have reached the other end. The solver must not report
 * this as stagnation. */
ParallelTest(cg, plateaus_last_as_long_as_the_bar) {
  tc_mesh *mesh = mesh_box(400, 1, 1, 0.0);
  scene s = scene_of_mesh(world, &two_point, mesh, 0.1);
  tc_solver_options choice = scene_choice("cg", "jacobi");
  scene_set_step(&s, 1e6);
  choice.most_iterations = 20000;
  for (int32_t i = 0; i < s.problem->space->owned; i++)
    s.b[i] = s.problem->space->centroid[3 * (size_t)i] < 0.0025;
  scene_run *run = scene_solve(&s, &choice);
  cr_expect_eq(run->solution.reason, TC_REASON_converged, "%s", tc_reason_name(run->solution.reason));
  int early = 0;
  while (early < run->told && fabs(run->history[early]) >= 0.99 * run->solution.initial_residual) early++;
  cr_expect_gt(early, 300, "the residual decreased after %d iterations", early);
  scene_run_free(&run);
  scene_free(&s);
  tc_mesh_destroy(&mesh);
}
