/* Iterative refinement of a solution: solves again with the residual as right-hand side, and adds the result
 * to the first solution. */
#include <float.h>
#include <math.h>

#include "solve/step/implicit_internal.h"

/* Adds the counts of the first solve, `unrefined`, to those of its refinement, `sum`. The true residual of
 * the sum of both solutions is not computed. The norm of this residual is at least DBL_EPSILON times
 * `reference`, because of rounding. A smaller residual of the refinement is therefore recorded as this
 * rounding error. */
static void add_counts(tc_solve_result *sum, const tc_solve_result *unrefined, double reference) {
  sum->iterations += unrefined->iterations;
  sum->verifications += unrefined->verifications;
  sum->restarts += unrefined->restarts;
  sum->initial_residual = unrefined->initial_residual;
  sum->residual = fmax(sum->residual, DBL_EPSILON * reference);
  tc_work_add(&sum->forecast_work, 1, &unrefined->forecast_work);
}

/* Collective. Solves for the right-hand side `right`. `spent` is the number of iterations that this step has
 * already made. The solve may make the remaining iterations up to the maximum per step. */
static tc_status solve_limited(tc_implicit *m, int64_t spent, const double *right, tc_ledger *ledger) {
  tc_solver_options *c = &m->solver->options;
  const int64_t limit = c->most_iterations;
  c->most_iterations = spent < limit ? limit - spent : 1;
  const tc_status status = tc_implicit_solve_once(m, right, ledger);
  c->most_iterations = limit;
  return status;
}

/* Called after a failed refinement. Restores the solution and the residual of the solve before it from
 * `solved` and `left`. Retains the counts of the refinement. */
static tc_status restore_solution(tc_implicit *m, const tc_solve_result *unrefined, const double *solved,
                                  const double *left) {
  tc_solve_result restored = *unrefined;
  restored.iterations = m->solution.iterations;
  restored.verifications = m->solution.verifications;
  restored.restarts = m->solution.restarts;
  restored.forecast_work = m->solution.forecast_work;
  m->solution = restored;
  return TC_VECTOR_OPS(m->solver, m->solver->value, TC_VECTOR_COPY(solved, m->solver->x),
                       TC_VECTOR_COPY(left, m->solver->r));
}

tc_status tc_implicit_refine(tc_implicit *m, double target, double *solved, double *left, bool *reached,
                             tc_ledger *ledger) {
  tc_solver *s = m->solver;
  const tc_solve_result unrefined = m->solution;
  const double reference = m->reference;
  TC_TRY(TC_VECTOR_OPS(s, s->value, TC_VECTOR_COPY(s->x, solved), TC_VECTOR_COPY(s->r, left)));
  m->more = true;
  m->reference = target / m->setting.options.solver.tolerance;
  TC_TRY(solve_limited(m, unrefined.iterations, left, ledger));
  add_counts(&m->solution, &unrefined, reference);
  m->reference = reference;
  m->unsolved_norm -= unrefined.residual;
  if (reached) *reached = tc_reason_is_solved(m->solution.reason);
  if (reached && !*reached) {
    m->unsolved_norm += unrefined.residual;
    return restore_solution(m, &unrefined, solved, left);
  }
  TC_TRY(tc_implicit_check_result(m, ledger));
  return TC_VECTOR_OPS(s, s->value, TC_VECTOR_AXPY(1.0, solved, s->x));
}
