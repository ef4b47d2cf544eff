/* Tests of invalid solver options and of the forecast of the work. */
#include "linear/solver/solver_internal.h"

#include "linear/systems.h"
#include "support/work_difference.h"

static scene scene_of(tc_world *world, const char *scheme) {
  const cutting how = {scheme, "rcm", TC_DISTRIBUTION_METIS, 64};
  return scene_make(world, &how, 0.1);
}

static void expect_refused(const scene *s, const tc_solver_options *choice, tc_code code, const char *why) {
  tc_solver *solver = NULL;
  expect_error(tc_solver_create(&s->system, choice, &solver), code, why);
  cr_expect_null(solver);
}

ParallelTest(solver, refuses) {
  scene s = scene_of(world, "gradient");
  tc_solver_options choice = scene_choice("cg", "none");
  expect_refused(&s, &choice, TC_USAGE, "cg needs a symmetric matrix, but this one is not");
  choice = scene_choice("jacobi", "jacobi");
  expect_refused(&s, &choice, TC_USAGE, "jacobi cannot be preconditioned");
  choice = scene_choice("qmr", "none");
  s.system.R_adjoint = NULL;
  expect_refused(&s, &choice, TC_INTERNAL, "qmr needs the adjoint");
  scene_free(&s);
}

ParallelTest(solver, refuses_preconditioners_that_are_not_symmetric) {
  scene s = scene_of(world, "two-point");
  tc_solver_options choice = scene_choice("cg", "jacobi");
  tc_preconditioner skewed = *choice.preconditioner;
  skewed.name = "skewed";
  skewed.symmetric = false;
  choice.preconditioner = &skewed;
  expect_refused(&s, &choice, TC_USAGE, "cg needs a symmetric preconditioner, but skewed is not symmetric");
  scene_free(&s);
}

/* The error of a vanishing diagonal entry must contain the cell number in the mesh file, on all ranks. */
ParallelTest(solver, names_the_cell_of_a_pivot_that_vanishes) {
  scene s = scene_of(world, "two-point");
  tc_solver_options choice = scene_choice("cg", "jacobi");
  tc_ell *R = NULL;
  expect_ok(tc_ell_combine(s.system.R, 0.0, 1.0, &R));
  for (int32_t i = 0; i < R->rows; i++)
    if (s.system.id[i] == 17) R->diagonal[i] = 10.0; /* the diagonal of A becomes 1 - 0.1 * 10 */
  s.system.R = R;
  s.system.base = 1;
  expect_refused(&s, &choice, TC_NUMERICAL, "the diagonal of cell 18 vanishes");
  tc_ell_destroy(&R);
  scene_free(&s);
}

static void add_iteration_work(const tc_solver_options *choice, int64_t iteration, tc_work *sum) {
  tc_work work;
  tc_solver_iteration(choice, iteration, &work);
  tc_work_add(sum, 1, &work);
}

/* Computes the expected work of a solve of `iterations` iterations with one verification at the end. */
static void solve_work(const tc_solver_options *choice, int64_t iterations, tc_work *out) {
  *out = tc_solver_begin_work;
  if (iterations == 0) return;
  for (int64_t k = 0; k <= iterations; k++) add_iteration_work(choice, k, out);
  add_iteration_work(choice, -iterations, out);
  tc_work_add(out, 1, &tc_solver_residual_work);
  out->iterations = iterations;
}

/* The work of a solve must equal that of solve_work. With restart = 4, gmres has both complete and incomplete
 * cycles. */
ParallelTest(solver, work_beforehand) {
  scene s = scene_of(world, "two-point");
  for (int m = 0; m < tc_method_count(); m++) {
    tc_solver_options choice = scene_choice(tc_method_at(m)->name, "none");
    choice.method_options.restart = 4;
    choice.tolerance = 1e-6;
    tc_work wanted;
    scene_run *run = scene_solve(&s, &choice);
    cr_assert_eq(run->solution.restarts, 0, "%s", tc_method_at(m)->name);
    solve_work(&choice, run->solution.iterations, &wanted);
    run->work.sweep_messages = run->work.sweep_values = 0;
    run->work.cycle_messages = run->work.cycle_values = 0;
    const int off = work_difference(&run->work, &wanted);
    cr_expect(off < 0, "%s: %lld %s, not %lld", tc_method_at(m)->name,
              (long long)run->work.by_index[off < 0 ? 0 : off], tc_work_name(off < 0 ? 0 : off),
              (long long)wanted.by_index[off < 0 ? 0 : off]);
    scene_run_free(&run);
  }
  scene_free(&s);
}

/* A solver can solve repeatedly. A solve must not change the result of the next one. */
ParallelTest(solver, solves_again) {
  scene s = scene_of(world, "gradient");
  for (int m = 0; m < tc_method_count(); m++) {
    const tc_solver_options choice = scene_choice(tc_method_at(m)->name, "none");
    tc_solver *solver = NULL;
    if (tc_method_at(m)->needs & TC_NEEDS_SYMMETRIC) continue;
    expect_ok(tc_solver_create(&s.system, &choice, &solver));
    tc_solve_result out[3];
    for (int k = 0; k < 3; k++) {
      tc_ledger ledger = {0};
      for (int32_t i = 0; i < s.problem->space->owned; i++)
        s.b[i] = k == 1 ? 1e9 * noise((uint64_t)s.system.id[i]) : scene_right_side(s.problem->space, i);
      expect_ok(tc_solver_solve(solver, s.b, 1.0, NULL, &ledger, &out[k]));
    }
    cr_expect_eq(out[0].iterations, out[2].iterations, "%s", choice.method->name);
    cr_expect_eq(out[0].residual, out[2].residual, "%s", choice.method->name);
    tc_solver_destroy(&solver);
  }
  scene_free(&s);
}
