#include "system/solve_error.h"

#include <float.h>

#include "base/core/print.h"

double tc_relative_norm(double norm, double reference) { return norm > 0.0 ? norm / reference : norm; }

static double relate(const tc_failed_solve *f, double norm) { return tc_relative_norm(norm, f->reference); }

/* Appends the advice for a system that no method can solve, or for a tolerance that no method can reach.
 * Appends nothing if neither is known to be the case. */
static void advise_system(const tc_failed_solve *f, tc_line *line) {
  const double roundings = 2.0;
  if (f->row_sums.vanish)
    tc_line_add(line,
                "all row sums of the matrix are 0, so it is singular: supply a right-hand side that has "
                "a solution, or replace one row by an equation for one unknown");
  else if (f->solver->tolerance < DBL_EPSILON)
    tc_line_add(line, "set solver.tolerance to at least 1e-15, because rounding errors are larger than %.2g",
                f->solver->tolerance);
  else if (f->result->reason == TC_REASON_lost_accuracy && roundings * relate(f, f->result->best) < 0.01)
    tc_line_add(line, "set solver.tolerance to at least %.0e", roundings * relate(f, f->result->best));
}

static void advise(const tc_failed_solve *f, tc_line *line) {
  const tc_preconditioner *p = f->solver->preconditioner;
  const tc_method_use use = {.preconditioner = p->name,
                             .multigrid = f->is_symmetric && f->row_sums.suit_multigrid,
                             .automatic = !f->automatic};
  if (f->result->reason == TC_REASON_not_finite)
    tc_line_add(line, "check matrix and right-hand side for large values, or use another method");
  else
    advise_system(f, line);
  if (line->length == 0) tc_method_advise(f->solver->method, &use, f->result->reason, line);
}

tc_status tc_solve_error(const tc_failed_solve *failed) {
  const tc_solve_result *r = failed->result;
  const tc_solver_options *o = failed->solver;
  tc_line advice = {0};
  advise(failed, &advice);
  return tc_status_create(TC_NUMERICAL,
                          "%s: %s %s at iteration %lld (relative residual: smallest %.2g, at iteration %lld; "
                          "true one at the end %.2g; %.2g requested): %s",
                          failed->place, o->method->name, tc_reason_meaning(r->reason),
                          (long long)r->iterations, relate(failed, r->best), (long long)r->best_iteration,
                          relate(failed, r->residual), o->tolerance, advice.text);
}
