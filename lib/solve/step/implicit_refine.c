/* Iterative refinement of a solution: solves again with the residual as right-hand side, and adds the result
 * to the first solution. */
#include <float.h>
#include <math.h>

#include "solve/step/implicit_internal.h"

/* Adds the counts of the first solve, `before`, to those of its refinement, `all`. The true residual of the
 * sum of both solutions is not computed. Its norm is at least the rounding error of the norm `reference`. A
 * smaller residual of the refinement is therefore reported as this rounding error. */
static void join_results(tc_solve_result *all, const tc_solve_result *before, double reference) {
  all->iterations += before->iterations;
  all->claims += before->claims;
  all->restarts += before->restarts;
  all->first = before->first;
  all->residual = fmax(all->residual, DBL_EPSILON * reference);
  tc_work_add(&all->expected, 1, &before->expected);
}

/* Collective. Solves for the right-hand side `right`. The number of iterations is limited to the maximum per
 * step minus `spent`, the number of iterations already used in this step. */
static tc_status solve_within(tc_implicit *m, int64_t spent, const double *right, tc_ledger *ledger) {
  tc_solver_options *c = &m->solver->options;
  const int64_t most = c->most_iterations;
  c->most_iterations = spent < most ? most - spent : 1;
  const tc_status status = tc_implicit_solve_once(m, right, ledger);
  c->most_iterations = most;
  return status;
}

/* Restores the solution and the residual of the solve before a failed refinement. The counts of the
 * refinement are retained. */
static tc_status restore_solution(tc_implicit *m, const tc_solve_result *before, const double *solved,
                                  const double *left) {
  tc_solve_result both = *before;
  both.iterations = m->solution.iterations;
  both.claims = m->solution.claims;
  both.restarts = m->solution.restarts;
  both.expected = m->solution.expected;
  m->solution = both;
  return TC_VECTOR_OPS(m->solver, m->solver->value, TC_VECTOR_COPY(solved, m->solver->x),
                       TC_VECTOR_COPY(left, m->solver->r));
}

tc_status tc_implicit_refine(tc_implicit *m, double target, double *solved, double *left, bool *reached,
                             tc_ledger *ledger) {
  tc_solver *s = m->solver;
  const tc_solve_result before = m->solution;
  const double reference = m->reference;
  TC_TRY(TC_VECTOR_OPS(s, s->value, TC_VECTOR_COPY(s->x, solved), TC_VECTOR_COPY(s->r, left)));
  m->more = true;
  m->reference = target / m->setting.options.solver.tolerance;
  TC_TRY(solve_within(m, before.iterations, left, ledger));
  join_results(&m->solution, &before, reference);
  m->reference = reference;
  m->unsolved_norm -= before.residual;
  if (reached) *reached = tc_reason_solved(m->solution.reason);
  if (reached && !*reached) {
    m->unsolved_norm += before.residual;
    return restore_solution(m, &before, solved, left);
  }
  TC_TRY(tc_implicit_check_result(m, ledger));
  return TC_VECTOR_OPS(s, s->value, TC_VECTOR_AXPY(1.0, solved, s->x));
}
