#include <math.h>

#include "base/core/memory.h"
#include "linear/precondition/elimination_order.h"
#include "linear/systems.h"
#include "support/work_difference.h"

enum { sweeps = 5 };

static tc_solver *solve(const scene *s, double relaxation, int64_t iterations, tc_solve_result *out) {
  tc_solver_options choice = scene_choice("sor", "none");
  tc_solver *solver = NULL;
  tc_ledger ledger = {0};
  choice.method_options.relaxation = relaxation;
  choice.iterations = iterations;
  expect_ok(tc_solver_create(&s->system, &choice, &solver));
  expect_ok(tc_solver_solve(solver, s->b, 1.0, NULL, &ledger, out));
  cr_assert_eq(ledger.work.sweeps, out->iterations);
  ledger.work.sweep_messages = ledger.work.sweep_values = 0;
  const int off = work_difference(&ledger.work, &out->forecast_work);
  cr_assert_lt(off, 0, "%lld %s, expected %lld", (long long)ledger.work.by_index[off < 0 ? 0 : off],
               tc_work_name(off < 0 ? 0 : off), (long long)out->forecast_work.by_index[off < 0 ? 0 : off]);
  return solver;
}

/* One pass of SOR in the classical form, row by row in the order of the keys. Row i is x_i = (1 - w) x_i + w
 * / a_ii (b_i - sum of the other terms). */
static void relax(const tc_ell *A, const int32_t *key, int keys, double w, const double *b, double *x) {
  for (int k = 0; k < keys; k++)
    for (int32_t i = 0; i < A->rows; i++) {
      double sum = b[i];
      if (key[i] != k) continue;
      for (int32_t e = i * A->width; e < (i + 1) * A->width; e++)
        if (A->column[e] != i) sum -= A->value[e] * x[A->column[e]];
      x[i] = (1.0 - w) * x[i] + w / A->diagonal[i] * sum;
    }
}

static double *reference(const scene *s, double w) {
  tc_ell *A = NULL;
  tc_elimination_order *order = NULL;
  double *x = NULL;
  expect_ok(tc_ell_combine(s->system.R, s->system.shift, s->system.scale, &A));
  expect_ok(tc_elimination_order_create(&s->system, TC_SCOPE_GLOBAL, &order));
  expect_ok(TC_ALLOC_ZERO(x, A->rows));
  for (int n = 0; n < sweeps; n++) relax(A, order->forward_key, order->colours, w, s->b, x);
  tc_elimination_order_destroy(&order);
  tc_ell_destroy(&A);
  return x;
}

/* On one rank, x must agree with the classical form up to rounding. On all ranks x must have the same bits as
 * on one rank. */
static void expect_sweeps(tc_world *world, const char *scheme, double w) {
  const cutting whole = {scheme, "none", TC_DISTRIBUTION_CYCLIC, 1 << 30},
                how = {scheme, "rcm", TC_DISTRIBUTION_METIS, 64};
  tc_world *self = NULL;
  tc_solve_result out;
  expect_ok(tc_world_create(MPI_COMM_SELF, 0, &self));
  scene alone = scene_make(self, &whole, 0.1), s = scene_make(world, &how, 0.1);
  double *wanted = reference(&alone, w);
  tc_solver *first = solve(&alone, w, sweeps, &out), *second = solve(&s, w, sweeps, &out);
  cr_assert_eq(out.iterations, sweeps);
  for (int32_t i = 0; i < alone.system.R->rows; i++)
    cr_assert(fabs(first->x[i] - wanted[i]) < 1e-13, "%s: %.17g, wanted %.17g", scheme, first->x[i],
              wanted[i]);
  for (int32_t i = 0; i < s.system.R->rows; i++)
    cr_assert_eq(second->x[i], first->x[s.system.id[i]], "%s, cell %d", scheme, (int)s.system.id[i]);
  tc_solver_destroy(&second);
  tc_solver_destroy(&first);
  tc_free(wanted);
  scene_free(&s);
  scene_free(&alone);
  tc_world_destroy(&self);
}

ThreadedTest(sor, row_by_row_with_the_bits_of_one_rank) {
  expect_sweeps(world, "two-point", 1.0);
  expect_sweeps(world, "two-point", 1.4);
  expect_sweeps(world, "gradient", 0.8);
}

ParallelTest(sor, converges) {
  const cutting how = {"two-point", "rcm", TC_DISTRIBUTION_CYCLIC, 7};
  scene s = scene_make(world, &how, 0.1);
  tc_solve_result out;
  tc_solver *solver = solve(&s, 1.0, 0, &out);
  cr_assert_eq(out.reason, TC_REASON_converged);
  tc_solver_destroy(&solver);
  scene_free(&s);
}

ParallelTest(sor, takes_no_preconditioner) {
  const cutting how = {"two-point", "rcm", TC_DISTRIBUTION_CYCLIC, 7};
  scene s = scene_make(world, &how, 0.1);
  const tc_solver_options choice = scene_choice("sor", "jacobi");
  tc_solver *solver = NULL;
  expect_error(tc_solver_create(&s.system, &choice, &solver), TC_USAGE, "cannot be preconditioned");
  scene_free(&s);
}
