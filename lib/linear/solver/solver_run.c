/* Driver of a solve: the loop that all methods share. tc_solver_solve starts it from x = 0 and
 * tc_solver_resume from restart data. Each iteration reports the recursive residual. If the recursive
 * residual is small, the driver computes the true residual to verify it. After a failed verification or a
 * breakdown the method restarts from the true residual. All decisions use numbers that are equal on all
 * ranks. */
#include <math.h>

#include "linear/solver/solver_internal.h"

/* Limits of the driver. The solve has diverged if the residual norm is above `too_large` times the first
 * norm. A clear decrease is a decrease to below `progress` times the norm at the last clear decrease. A
 * method with short memory stagnates if there is no clear decrease for N iterations. N is the largest of
 * `patience`, `restarts_of_patience` cycles of a method with restarts, and the number of the iteration with
 * the last clear decrease. A method is restarted after at most `most_beginnings` breakdowns. A recursive
 * residual norm below `spent` times the norm at the last start is rounding error. The solve has lost accuracy
 * if a failed verification finds a true residual norm above `fallen` times that of the previous failed
 * verification. */
static const double too_large = 1e6, progress = 0.99, spent = 1e-30, fallen = 0.9;
enum { patience = 300, restarts_of_patience = 3, most_beginnings = 2 };

typedef struct drive {
  tc_solver *s;
  const tc_solver_monitor *monitor;
  tc_solve_result *out;
  tc_solver_progress *course; /* state of this solve between iterations, borrowed */
} drive;

static void report_residual(const drive *d, double residual, bool is_true) {
  if (d->monitor) d->monitor->on_residual(d->monitor->self, d->out->iterations, residual, is_true);
}

static void add_expected_work(const drive *d, int64_t iteration) {
  tc_work work;
  tc_solver_iteration(&d->s->options, iteration, &work);
  tc_work_add(&d->out->expected, 1, &work);
}

/* Collective. Sets x = 0 and the residual to the right-hand side, and computes its norm and the target. */
static tc_status init_run(drive *d, double reference) {
  tc_solver *s = d->s;
  tc_solve_result *out = d->out;
  const int place = tc_solver_driver_dot_index(s);
  tc_solver_reset_dot_windows(s);
  TC_TRY(TC_VECTOR_OPS(s, s->value, TC_VECTOR_COPY(s->b, s->r), TC_VECTOR_FILL(0.0, s->x),
                       TC_VECTOR_DOT(place, s->r, s->r)));
  out->expected = tc_solver_begin_work;
  s->rr = s->value[place];
  out->first = out->residual = out->best = d->course->improved = sqrt(s->rr);
  out->target = fmax(s->options.tolerance * reference, s->options.absolute);
  d->course->claimed = INFINITY;
  d->course->verified = true;
  report_residual(d, out->first, true);
  return TC_OK;
}

/* Returns the reason to end the solve if the residual norm `residual` is small enough, otherwise
 * TC_REASON_none. */
static tc_reason small_enough(const drive *d, double residual) {
  const tc_solver_options *c = &d->s->options;
  if (residual == 0.0) return TC_REASON_converged_exactly;
  if (c->iterations > 0 || !(residual <= d->out->target)) return TC_REASON_none;
  return d->out->target > c->absolute ? TC_REASON_converged : TC_REASON_converged_absolute;
}

static tc_status begin_cycle(drive *d) {
  d->s->since = 0;
  d->course->begun = d->course->improved = d->out->residual;
  d->course->improved_at = d->out->iterations;
  add_expected_work(d, 0);
  return d->s->options.method->start(d->s);
}

/* Collective. Computes the true residual. The computation overwrites vector 0 of the operator, so the method
 * must restart before the next iteration. */
static tc_status verify_residual(drive *d) {
  tc_solver *s = d->s;
  if (s->options.method->update) TC_TRY(s->options.method->update(s));
  add_expected_work(d, -s->since);
  TC_TRY(tc_solver_residual(s));
  tc_work_add(&d->out->expected, 1, &tc_solver_residual_work);
  d->out->residual = sqrt(s->rr);
  d->out->claims++;
  d->course->verified = true;
  report_residual(d, d->out->residual, true);
  return TC_OK;
}

/* True if the recursive residual consists of rounding errors. The squares of the entries would soon underflow
 * to 0. */
static bool is_spent(const drive *d, double residual) { return residual < spent * d->course->begun; }

/* Returns the reason to end the solve after a failed verification, or TC_REASON_none if the method is to be
 * restarted. */
static tc_reason reason_of_refutation(const drive *d) {
  const tc_solver_options *c = &d->s->options;
  const tc_solve_result *out = d->out;
  if (!isfinite(out->residual)) return TC_REASON_not_finite;
  if (c->iterations > 0) return out->iterations >= c->iterations ? TC_REASON_iterated : TC_REASON_none;
  return out->residual > fallen * d->course->claimed ? TC_REASON_lost_accuracy : TC_REASON_none;
}

/* Collective. Verifies a recursive residual that meets the tolerance or consists of rounding errors. Restarts
 * the method if the true residual is too large. */
static tc_status check_convergence(drive *d) {
  tc_solve_result *out = d->out;
  TC_TRY(verify_residual(d));
  out->reason = small_enough(d, out->residual);
  if (!out->reason) {
    out->best = out->residual; /* `best` was the norm of a recursive residual that turned out to be wrong */
    out->reason = reason_of_refutation(d);
  }
  if (out->reason) return TC_OK;
  d->course->claimed = out->residual;
  out->restarts++;
  return begin_cycle(d);
}

/* Collective. Handles a breakdown. Ends the solve if the true residual is small enough. Ends it with the
 * reason `why` if the residual has not changed since the last start, if the restarts are used up, or if the
 * matrix is indefinite. Otherwise restarts the method. */
static tc_status begin_again(drive *d, tc_reason why) {
  tc_solve_result *out = d->out;
  TC_TRY(verify_residual(d));
  out->reason = isfinite(out->residual) ? small_enough(d, out->residual) : TC_REASON_not_finite;
  if (out->reason) return TC_OK;
  if (out->residual == d->course->begun || d->course->beginnings == most_beginnings ||
      why == TC_REASON_indefinite) {
    out->reason = why;
    return TC_OK;
  }
  d->course->beginnings++;
  out->restarts++;
  d->s->reason = TC_REASON_none;
  return begin_cycle(d);
}

static void record_best(drive *d, double residual) {
  tc_solve_result *out = d->out;
  if (residual < out->best) {
    out->best = residual;
    out->best_at = out->iterations;
  }
  if (residual < progress * d->course->improved) {
    d->course->improved = residual;
    d->course->improved_at = out->iterations;
  }
}

static bool is_stuck(const drive *d) {
  const tc_solver_options *c = &d->s->options;
  const int64_t restart = c->method->needs & TC_READS_RESTART ? c->method_options.restart : 0,
                stuck = d->out->iterations - d->course->improved_at;
  return c->method->needs & TC_HAS_SHORT_MEMORY && stuck >= patience &&
         stuck >= restarts_of_patience * restart && stuck >= d->course->improved_at;
}

/* Returns the reason to end a solve although the residual is not small enough, or TC_REASON_none to continue.
 */
static tc_reason reason_to_stop(const drive *d, double residual) {
  const tc_solver_options *c = &d->s->options;
  if (!isfinite(residual)) return TC_REASON_not_finite;
  if (c->iterations > 0) return d->out->iterations >= c->iterations ? TC_REASON_iterated : TC_REASON_none;
  if (residual > too_large * d->out->first) return TC_REASON_diverged;
  if (d->out->iterations >= c->most_iterations) return TC_REASON_limit;
  return is_stuck(d) ? TC_REASON_stagnated : TC_REASON_none;
}

/* Collective. Performs one iteration and decides whether the solve ends. */
static tc_status advance_iteration(drive *d) {
  tc_solver *s = d->s;
  TC_TRY(s->options.method->iterate(s));
  d->course->verified = false;
  d->out->iterations++;
  s->ledger->work.iterations++;
  add_expected_work(d, ++s->since);
  if (s->reason) return begin_again(d, s->reason);
  const double residual = sqrt(s->rr);
  report_residual(d, residual, false);
  record_best(d, residual);
  if (small_enough(d, residual) || is_spent(d, residual)) return check_convergence(d);
  d->out->reason = reason_to_stop(d, residual);
  return TC_OK;
}

/* Collective. Iterates until there is a reason to end. Then computes the true residual, unless the last
 * iteration has already computed it. */
static tc_status continue_run(drive *d) {
  const tc_solver_monitor *monitor = d->monitor;
  while (!d->out->reason) {
    TC_TRY(advance_iteration(d));
    if (!d->out->reason && monitor && monitor->between) TC_TRY(monitor->between(monitor->self));
  }
  if (d->course->verified || d->out->reason == TC_REASON_not_finite) return TC_OK;
  return verify_residual(d);
}

static drive begin_drive(tc_solver *s, const double *b, const tc_solver_monitor *monitor, tc_ledger *ledger,
                         tc_solve_result *out) {
  s->b = b;
  s->ledger = ledger;
  s->expected = &out->expected;
  s->reason = TC_REASON_none;
  return (drive){s, monitor, out, &s->progress};
}

tc_status tc_solver_solve(tc_solver *s, const double *b, double reference, const tc_solver_monitor *monitor,
                          tc_ledger *ledger, tc_solve_result *out) {
  *out = (tc_solve_result){0};
  drive d = begin_drive(s, b, monitor, ledger, out);
  s->progress = (tc_solver_progress){0};
  TC_TRY(init_run(&d, reference));
  out->reason = isfinite(out->first) ? small_enough(&d, out->first) : TC_REASON_not_finite;
  if (!out->reason) TC_TRY(begin_cycle(&d));
  if (!out->reason) TC_TRY(continue_run(&d));
  out->expected.iterations = out->iterations;
  return TC_OK;
}

tc_status tc_solver_resume(tc_solver *s, const double *b, const tc_solver_monitor *monitor, tc_ledger *ledger,
                           tc_solve_result *out) {
  drive d = begin_drive(s, b, monitor, ledger, out);
  TC_TRY(continue_run(&d));
  out->expected.iterations = out->iterations;
  return TC_OK;
}
