/* Tests that apply to every preconditioner of preconditioners.def. */
#include "linear/precondition/preconditioner.h"

#include "linear/systems.h"

enum { X, Y, PX, PY, ARRAYS };
enum { LEFT, RIGHT, SIZE, DOTS };

/* A method without operations. The test applies the preconditioner directly. */
static const tc_method idle = {.name = "idle",
                               .needs = TC_NEEDS_ADJOINT,
                               .storage = {ARRAYS, 1, DOTS, sizeof(double)}};

static void fill(const scene *s, tc_solver *solver) {
  for (int32_t i = 0; i < solver->rows; i++) {
    tc_solver_array(solver, X)[i] = noise((uint64_t)s->system.id[i]);
    tc_solver_array(solver, Y)[i] = noise((uint64_t)s->system.id[i] + 1000);
  }
}

/* Compares <P^-1 x, y> with <x, Q y>. Q is P^-1 if `itself` is true, because P must then be self-adjoint.
 * Otherwise Q is the preconditioner for the adjoint. */
static void expect_adjoint(const scene *s, const tc_preconditioner *preconditioner, bool itself) {
  tc_solver *solver = NULL;
  tc_ledger ledger = {0};
  double dot[DOTS];
  tc_solver_options choice = scene_choice("cg", preconditioner->name);
  choice.method = &idle;
  if (!(preconditioner->scopes & TC_SCOPE_GLOBAL)) choice.preconditioner_options.scope = TC_SCOPE_RANK;
  expect_ok(tc_solver_create(&s->system, &choice, &solver));
  solver->ledger = &ledger;
  fill(s, solver);
  double *x = tc_solver_array(solver, X), *y = tc_solver_array(solver, Y),
         *px = tc_solver_preconditioned_target(solver, x, tc_solver_array(solver, PX)),
         *py = tc_solver_preconditioned_target(solver, y, tc_solver_array(solver, PY));
  expect_ok(TC_VECTOR_OPS(solver, dot, TC_VECTOR_PRECONDITION(x, px)));
  expect_ok(itself ? TC_VECTOR_OPS(solver, dot, TC_VECTOR_PRECONDITION(y, py))
                   : TC_VECTOR_OPS(solver, dot, TC_VECTOR_PRECONDITION_ADJOINT(y, py)));
  expect_ok(TC_VECTOR_OPS(solver, dot, TC_VECTOR_DOT(LEFT, px, y), TC_VECTOR_DOT(RIGHT, x, py),
                          TC_VECTOR_DOT(SIZE, px, px)));
  cr_expect_gt(dot[SIZE], 0.0);
  cr_expect_float_eq(dot[LEFT], dot[RIGHT], fmax(1e-13, preconditioner->asymmetry) * sqrt(dot[SIZE]),
                     "%s, %s: %.17g, %.17g", preconditioner->name, itself ? "itself" : "adjoint", dot[LEFT],
                     dot[RIGHT]);
  tc_solver_destroy(&solver);
}

static void expect_all(tc_world *world, const char *scheme) {
  const cutting how = {scheme, "rcm", TC_DISTRIBUTION_METIS, 7};
  scene s = scene_make(world, &how, 0.0);
  scene_set_step(&s, 100.0);
  for (int k = 0; k < tc_preconditioner_count(); k++) {
    const tc_preconditioner *preconditioner = tc_preconditioner_at(k);
    expect_adjoint(&s, preconditioner, false);
    if (s.system.symmetric && preconditioner->symmetric) expect_adjoint(&s, preconditioner, true);
  }
  scene_free(&s);
}

ThreadedTest(preconditioner, adjoint) {
  expect_all(world, "two-point");
  expect_all(world, "gradient");
}

/* The setup must report the seconds of colours, factors and multigrid levels if the preconditioner has them,
 * and 0 otherwise. */
ParallelTest(preconditioner, set_up) {
  const cutting how = {"two-point", "rcm", TC_DISTRIBUTION_METIS, 7};
  scene s = scene_make(world, &how, 0.0);
  scene_set_step(&s, 100.0);
  for (int k = 0; k < tc_preconditioner_count(); k++) {
    const tc_preconditioner *preconditioner = tc_preconditioner_at(k);
    for (unsigned scope = TC_SCOPE_GLOBAL; scope <= TC_SCOPE_RANK; scope *= 2) {
      tc_solver_options choice = scene_choice("bicgstab", preconditioner->name);
      tc_solver *solver = NULL;
      const tc_work work = tc_preconditioner_work(preconditioner, &choice.preconditioner_options);
      if (!(preconditioner->scopes & scope)) continue;
      choice.preconditioner_options.scope = (tc_scope)scope;
      expect_ok(tc_solver_create(&s.system, &choice, &solver));
      cr_expect_eq(work.sweeps > 0, preconditioner->factoring != TC_FACTORING_NONE);
      cr_expect_eq(solver->set_up.factors > 0.0, work.sweeps > 0, "%s", preconditioner->name);
      cr_expect_eq(solver->set_up.colours > 0.0, work.sweeps > 0 && scope == TC_SCOPE_GLOBAL, "%s",
                   preconditioner->name);
      cr_expect_eq(tc_solver_colours(solver) > 0, solver->set_up.colours > 0.0);
      cr_expect_eq(solver->set_up.aggregates > 0.0, work.cycles > 0, "%s", preconditioner->name);
      cr_expect_eq(solver->set_up.coarse_matrices > 0.0, work.cycles > 0, "%s", preconditioner->name);
      tc_solver_destroy(&solver);
    }
  }
  scene_free(&s);
}
