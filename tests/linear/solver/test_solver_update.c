/* Tests of tc_solver_update, which changes the coefficients of a solver's matrix. Later solves must have the
 * bits of a new solver, unless a preconditioner is reused. */
#include "linear/systems.h"

static void solve_into(const scene *s, tc_solver *solver, tc_solve_result *out, double **x) {
  tc_ledger ledger = {0};
  expect_ok(tc_solver_solve(solver, s->b, 1.0, NULL, &ledger, out));
  *x = scene_gather(s, solver->x);
}

static void expect_equal_bits(const scene *s, const char *name, const double *x, const double *expected) {
  for (int32_t i = 0; i < s->problem->space->cells; i++)
    cr_assert_eq(x[i], expected[i], "%s: cell %d", name, (int)i);
}

/* Updates `solver` for another scale, and compares a solve with that of a new solver. */
static void expect_update(scene *s, tc_solver *solver, const tc_solver_options *choice, double scale) {
  tc_solver *fresh = NULL;
  tc_solve_result out, expected;
  double *x, *expected_x, condition, expected_condition;
  bool has_changed;
  s->system.scale = scale;
  expect_ok(tc_solver_update(solver, &has_changed));
  cr_assert(has_changed);
  expect_ok(tc_solver_create(&s->system, choice, &fresh));
  solve_into(s, solver, &out, &x);
  solve_into(s, fresh, &expected, &expected_x);
  cr_assert_eq(out.iterations, expected.iterations, "%s", choice->method->name);
  cr_assert_eq(out.residual, expected.residual, "%s", choice->method->name);
  expect_equal_bits(s, choice->preconditioner->name, x, expected_x);
  expect_ok(tc_solver_condition(solver, &condition));
  expect_ok(tc_solver_condition(fresh, &expected_condition));
  cr_assert_eq(condition, expected_condition, "%s", choice->preconditioner->name);
  tc_solver_destroy(&fresh);
  tc_free(x);
  tc_free(expected_x);
}

static void expect_updates(scene *s, const tc_solver_options *choice) {
  tc_solver *solver = NULL;
  const double scale = s->system.scale;
  expect_ok(tc_solver_create(&s->system, choice, &solver));
  const void *preconditioner = solver->preconditioner[0];
  bool has_changed;
  expect_ok(tc_solver_update(solver, &has_changed));
  cr_assert(!has_changed && solver->preconditioner[0] == preconditioner, "%s: built again without a change",
            choice->preconditioner->name);
  for (int k = 0; k < 3; k++) expect_update(s, solver, choice, k == 1 ? scale : 0.3 * scale);
  s->system.scale = scale;
  tc_solver_destroy(&solver);
}

static void expect_updates_of_all(scene *s, const char *method) {
  for (int k = 0; k < tc_preconditioner_count(); k++)
    for (unsigned scope = TC_SCOPE_GLOBAL; scope <= TC_SCOPE_RANK; scope++) {
      tc_solver_options choice = scene_choice(method, tc_preconditioner_at(k)->name);
      choice.preconditioner_options.scope = scope;
      if (tc_preconditioner_at(k)->scopes & scope) expect_updates(s, &choice);
    }
}

/* The methods include bicg, which applies the preconditioners of the matrix and of its adjoint. */
ParallelTest(solver_update, has_the_bits_of_a_new_solver) {
  const cutting how = {"gradient", "rcm", TC_DISTRIBUTION_METIS, 64};
  scene s = scene_make(world, &how, 0.1);
  scene_set_step(&s, 20.0);
  s.system.spread = false;
  expect_updates_of_all(&s, "bicgstab");
  expect_updates_of_all(&s, "bicg");
  const tc_solver_options sor = scene_choice("sor", "none"), jacobi = scene_choice("jacobi", "none");
  expect_updates(&s, &sor);
  expect_updates(&s, &jacobi);
  scene_free(&s);
}

/* Strategies with an access store their own copy of the rows, and formats may read the arrays of R. The
 * update must change both. A bound of the condition number exists for symmetric matrices only. */
ParallelTest(solver_update, covers_strategies_and_formats) {
  const cutting how = {"two-point", "rcm", TC_DISTRIBUTION_METIS, 64};
  scene s = scene_make(world, &how, 0.1);
  scene_set_step(&s, 20.0);
  tc_solver_options choice = scene_choice("cg", "jacobi");
  for (int k = 0; k < tc_strategy_count(); k++) {
    choice.strategy = tc_strategy_at(k);
    if (tc_strategy_is_valid(choice.strategy) || world->ranks == 1) expect_updates(&s, &choice);
  }
  choice.strategy = tc_strategy_find("neighbour");
  for (int k = 0; k < tc_format_count(); k++) {
    choice.format = tc_format_at(k);
    expect_updates(&s, &choice);
  }
  scene_free(&s);
}

/* In a dry run, a preconditioner of scope `rank` is built for the system of the virtual ranks. The update
 * must cover this system. */
ParallelTest(solver_update, covers_virtual_ranks) {
  const cutting how = {"two-point", "none", TC_DISTRIBUTION_CYCLIC, 1 << 30};
  tc_distribution *distribution = NULL;
  (void)world;
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  tc_world *alone = NULL;
  expect_ok(tc_world_create(MPI_COMM_SELF, 0, &alone));
  scene s = scene_of_mesh(alone, &how, mesh, 0.1);
  int32_t *position = calloc((size_t)mesh->cells, sizeof *position);
  for (int32_t i = 0; i < mesh->cells; i++) position[i] = i;
  expect_ok(tc_distribution_create(TC_DISTRIBUTION_CYCLIC, mesh->cells, 3, 64, NULL, &distribution));
  const tc_virtual_ranks virtual_ranks = {distribution, position};
  s.system.virtual_ranks = &virtual_ranks;
  scene_set_step(&s, 20.0);
  tc_solver_options choice = scene_choice("cg", "ilu0");
  choice.preconditioner_options.scope = TC_SCOPE_RANK;
  expect_updates(&s, &choice);
  tc_distribution_destroy(&distribution);
  free(position);
  scene_free(&s);
  tc_mesh_destroy(&mesh);
  tc_world_destroy(&alone);
}

/* Few edges exceed the strength, so no hierarchy can be coarsened. Each new scale creates a hierarchy, but
 * there must be a single warning. Repeated warnings would displace other warnings from the report. */
ParallelTest(solver_update, warns_once_of_a_level_that_cannot_be_coarsened) {
  const cutting how = {"two-point", "rcm", TC_DISTRIBUTION_METIS, 64};
  static tc_log_record record;
  const tc_log log = {.record = &record};
  tc_solver *solver = NULL;
  scene s = scene_make(world, &how, 0.0);
  tc_solver_options choice = scene_choice("cg", "multigrid");
  choice.preconditioner_options.multigrid.strength = 0.9;
  scene_set_step(&s, 1000.0);
  s.system.log = &log;
  expect_ok(tc_solver_create(&s.system, &choice, &solver));
  cr_assert_eq(record.warnings, 1, "%d warnings", record.warnings);
  s.system.scale *= 4.0;
  bool has_changed;
  expect_ok(tc_solver_update(solver, &has_changed));
  cr_expect_eq(solver->reuse.rebuilds, 1);
  cr_expect(!tc_solver_levels(solver)->is_solved);
  cr_expect_eq(record.warnings, 1, "%d warnings", record.warnings);
  tc_solver_destroy(&solver);
  scene_free(&s);
}

/* ---- reuse of a preconditioner ---- */

/* Updates the solver for another scale, and returns the scale for which its preconditioner was created. */
static double update(scene *s, tc_solver *solver, double scale) {
  bool has_changed;
  s->system.scale = scale;
  expect_ok(tc_solver_update(solver, &has_changed));
  return solver->preconditioned.scale;
}

static int64_t count_iterations(const scene *s, tc_solver *solver) {
  tc_solve_result out;
  double *x;
  solve_into(s, solver, &out, &x);
  cr_assert(tc_reason_is_solved(out.reason));
  tc_free(x);
  return out.iterations;
}

/* For a similar matrix, the solver must reuse the multigrid levels. It must create new levels if the matrix
 * or the number of iterations has changed too much, or if a checkpoint requires them. */
ParallelTest(solver_update, reuses_multigrid) {
  const cutting how = {"two-point", "rcm", TC_DISTRIBUTION_METIS, 64};
  scene s = scene_make(world, &how, 0.1);
  tc_solver *solver = NULL;
  const tc_solver_options choice = scene_choice("cg", "multigrid");
  scene_set_step(&s, 100.0);
  const double scale = s.system.scale;
  expect_ok(tc_solver_create(&s.system, &choice, &solver));
  const int64_t first = count_iterations(&s, solver);
  cr_expect_eq(update(&s, solver, 2.0 * scale), scale);
  const int64_t reused = count_iterations(&s, solver);
  cr_expect(reused >= first && reused <= 3 * first, "%d and %d iterations", (int)first, (int)reused);
  cr_expect_eq(update(&s, solver, 0.5 * scale), scale);
  cr_expect_eq(update(&s, solver, 4.0 * scale), 4.0 * scale);
  tc_solver_reuse_record(&solver->reuse, 10);
  tc_solver_reuse_record(&solver->reuse, 16);
  cr_expect_eq(update(&s, solver, 5.0 * scale), 5.0 * scale);
  cr_expect_eq(solver->reuse.rebuilds, 2);
  tc_solver_reuse_restart(&solver->reuse, s.system.shift, 3.0 * scale);
  cr_expect_eq(update(&s, solver, 5.0 * scale), 3.0 * scale);
  cr_expect_eq(solver->reuse.rebuilds, 2);
  tc_solver_destroy(&solver);
  scene_free(&s);
}
