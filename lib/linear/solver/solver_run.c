/* Driver of a solve: the loop that all methods share. tc_solver_solve starts it from x = 0 and
 * tc_solver_resume from restart data. Each iteration reports the recursive residual. If the recursive
 * residual is small, the driver computes the true residual to verify it. After a failed verification or a
 * breakdown the method restarts from the true residual. All decisions use numbers that are equal on all
 * ranks. */
#include <math.h>

#include "linear/solver/solver_internal.h"

/* The solve has diverged if the residual norm is above `divergence_ratio` times the first norm. A clear
 * decrease is a decrease to below `decrease_ratio` times the norm at the last clear decrease. A method with
 * short memory stagnates if there is no clear decrease for N iterations. N is the largest of
 * `stagnation_iterations`, `stagnation_cycles` cycles of a method with restarts, and the number of the
 * iteration with the last clear decrease. A method is restarted after at most `max_breakdown_restarts`
 * breakdowns. A recursive residual norm below `roundoff_ratio` times the norm at the last start is rounding
 * error. The solve has lost accuracy if a failed verification finds a true residual norm above
 * `accuracy_ratio` times that of the previous failed verification. With an inexact preconditioner, each
 * restart is a step of iterative refinement. The solve then stagnates if `max_slow_restarts` consecutive
 * restarts reduce the true residual to more than `refinement_ratio` times its value. */
static const double divergence_ratio = 1e6, decrease_ratio = 0.99, roundoff_ratio = 1e-30,
                    accuracy_ratio = 0.9, refinement_ratio = 0.1;
enum {
  stagnation_iterations = 300,
  stagnation_cycles = 3,
  max_breakdown_restarts = 2,
  max_slow_restarts = 2
};

typedef struct solve_context {
  tc_solver *s;
  const tc_solver_monitor *monitor;
  tc_solve_result *out;
  tc_solver_progress *progress; /* state of this solve between iterations, borrowed */
} solve_context;

static void report_residual(const solve_context *d, double residual, bool is_true) {
  if (d->monitor) d->monitor->on_residual(d->monitor->self, d->out->iterations, residual, is_true);
}

static void add_forecast_work(const solve_context *d, int64_t iteration) {
  tc_work work;
  tc_solver_iteration(&d->s->options, iteration, &work);
  tc_work_add(&d->out->forecast_work, 1, &work);
}

/* Collective. Sets x = 0 and the residual to the right-hand side, and computes its norm and the target. */
static tc_status init_solve(solve_context *d, double reference) {
  tc_solver *s = d->s;
  tc_solve_result *out = d->out;
  const int dot_index = tc_solver_driver_dot_index(s);
  tc_solver_reset_dot_windows(s);
  TC_TRY(TC_VECTOR_OPS(s, s->value, TC_VECTOR_COPY(s->b, s->r), TC_VECTOR_FILL(0.0, s->x),
                       TC_VECTOR_DOT(dot_index, s->r, s->r)));
  out->forecast_work = tc_solver_begin_work;
  s->rr = s->value[dot_index];
  out->initial_residual = out->residual = out->best = d->progress->last_decrease_residual = sqrt(s->rr);
  out->target = fmax(s->options.tolerance * reference, s->options.absolute);
  d->progress->refuted_residual = INFINITY;
  d->progress->is_verified = true;
  report_residual(d, out->initial_residual, true);
  return TC_OK;
}

/* Returns the reason to end the solve if the residual norm `residual` is small enough, otherwise
 * TC_REASON_none. */
static tc_reason convergence_reason(const solve_context *d, double residual) {
  const tc_solver_options *c = &d->s->options;
  if (residual == 0.0) return TC_REASON_converged_exactly;
  if (c->iterations > 0 || !(residual <= d->out->target)) return TC_REASON_none;
  return d->out->target > c->absolute ? TC_REASON_converged : TC_REASON_converged_absolute;
}

/* Sets s->vector_norm, the typical norm of the vectors to which the preconditioner is applied and by which it
 * scales its values. It follows from the norm at the last start, which restart data contain, so a resumed
 * solve has the same value. */
static void set_vector_norm(const solve_context *d) {
  const bool are_units = d->s->options.method->needs & TC_HAS_UNIT_VECTORS;
  d->s->vector_norm = are_units ? 1.0 : d->progress->start_residual;
}

static tc_status start_method(solve_context *d) {
  d->s->iterations_since_start = 0;
  d->progress->start_residual = d->progress->last_decrease_residual = d->out->residual;
  set_vector_norm(d);
  d->progress->last_decrease_iteration = d->out->iterations;
  add_forecast_work(d, 0);
  return d->s->options.method->start(d->s);
}

/* Collective. Computes the true residual. The computation overwrites vector 0 of the operator, so the method
 * must restart before the next iteration. */
static tc_status verify_residual(solve_context *d) {
  tc_solver *s = d->s;
  if (s->options.method->update) TC_TRY(s->options.method->update(s));
  add_forecast_work(d, -s->iterations_since_start);
  TC_TRY(tc_solver_residual(s));
  tc_work_add(&d->out->forecast_work, 1, &tc_solver_residual_work);
  d->out->residual = sqrt(s->rr);
  d->out->verifications++;
  d->progress->is_verified = true;
  report_residual(d, d->out->residual, true);
  return TC_OK;
}

/* True if the recursive residual consists of rounding errors. If the iterations continued, the squares of the
 * entries would soon underflow to 0. */
static bool is_roundoff(const solve_context *d, double residual) {
  return residual < roundoff_ratio * d->progress->start_residual;
}

/* Returns the reason to end the solve because the true residual is hardly smaller than in the last failed
 * verification, or TC_REASON_none. Counts slow restarts with an inexact preconditioner. */
static tc_reason refinement_failure_reason(const solve_context *d) {
  const double residual = d->out->residual, refuted = d->progress->refuted_residual;
  if (!tc_preconditioner_is_inexact(d->s->options.preconditioner))
    return residual > accuracy_ratio * refuted ? TC_REASON_lost_accuracy : TC_REASON_none;
  d->s->slow_restarts = residual > refinement_ratio * refuted ? d->s->slow_restarts + 1 : 0;
  return d->s->slow_restarts == max_slow_restarts ? TC_REASON_stagnated : TC_REASON_none;
}

/* Returns the reason to end the solve after a failed verification, or TC_REASON_none if the method is to be
 * restarted. */
static tc_reason verification_failure_reason(const solve_context *d) {
  const tc_solver_options *c = &d->s->options;
  const tc_solve_result *out = d->out;
  if (!isfinite(out->residual)) return TC_REASON_not_finite;
  if (c->iterations > 0) return out->iterations >= c->iterations ? TC_REASON_iterated : TC_REASON_none;
  return refinement_failure_reason(d);
}

/* Collective. Verifies a recursive residual that meets the tolerance or consists of rounding errors. Restarts
 * the method if the true residual is too large. */
static tc_status check_convergence(solve_context *d) {
  tc_solve_result *out = d->out;
  TC_TRY(verify_residual(d));
  out->reason = convergence_reason(d, out->residual);
  if (!out->reason) {
    /* `best` was the norm of a recursive residual, which has turned out to be wrong. */
    out->best = out->residual;
    out->reason = verification_failure_reason(d);
  }
  if (out->reason) return TC_OK;
  d->progress->refuted_residual = out->residual;
  out->restarts++;
  return start_method(d);
}

/* Collective. Ends the solve if the true residual is small enough. Ends it with the reason `breakdown` if a
 * restart cannot help. Otherwise restarts the method. */
static tc_status handle_breakdown(solve_context *d, tc_reason breakdown) {
  tc_solve_result *out = d->out;
  TC_TRY(verify_residual(d));
  out->reason = isfinite(out->residual) ? convergence_reason(d, out->residual) : TC_REASON_not_finite;
  if (out->reason) return TC_OK;
  if (out->residual == d->progress->start_residual ||
      d->progress->breakdown_restarts == max_breakdown_restarts || breakdown == TC_REASON_indefinite) {
    out->reason = breakdown;
    return TC_OK;
  }
  d->progress->breakdown_restarts++;
  out->restarts++;
  d->s->reason = TC_REASON_none;
  return start_method(d);
}

static void record_decrease(solve_context *d, double residual) {
  tc_solve_result *out = d->out;
  if (residual < out->best) {
    out->best = residual;
    out->best_iteration = out->iterations;
  }
  if (residual < decrease_ratio * d->progress->last_decrease_residual) {
    d->progress->last_decrease_residual = residual;
    d->progress->last_decrease_iteration = out->iterations;
  }
}

static bool is_stagnated(const solve_context *d) {
  const tc_solver_options *c = &d->s->options;
  const int64_t restart = c->method->needs & TC_READS_RESTART ? c->method_options.restart : 0,
                iterations = d->out->iterations - d->progress->last_decrease_iteration;
  return c->method->needs & TC_HAS_SHORT_MEMORY && iterations >= stagnation_iterations &&
         iterations >= stagnation_cycles * restart && iterations >= d->progress->last_decrease_iteration;
}

/* Returns the reason to end a solve although the residual is not small enough, or TC_REASON_none to
 * continue. */
static tc_reason stop_reason(const solve_context *d, double residual) {
  const tc_solver_options *c = &d->s->options;
  if (!isfinite(residual)) return TC_REASON_not_finite;
  if (c->iterations > 0) return d->out->iterations >= c->iterations ? TC_REASON_iterated : TC_REASON_none;
  if (residual > divergence_ratio * d->out->initial_residual) return TC_REASON_diverged;
  if (d->out->iterations >= c->most_iterations) return TC_REASON_limit;
  return is_stagnated(d) ? TC_REASON_stagnated : TC_REASON_none;
}

/* Collective. Performs one iteration and decides whether the solve ends. */
static tc_status run_iteration(solve_context *d) {
  tc_solver *s = d->s;
  TC_TRY(s->options.method->iterate(s));
  d->progress->is_verified = false;
  d->out->iterations++;
  s->ledger->work.iterations++;
  add_forecast_work(d, ++s->iterations_since_start);
  if (s->reason) return handle_breakdown(d, s->reason);
  const double residual = sqrt(s->rr);
  report_residual(d, residual, false);
  record_decrease(d, residual);
  if (convergence_reason(d, residual) || is_roundoff(d, residual)) return check_convergence(d);
  d->out->reason = stop_reason(d, residual);
  return TC_OK;
}

/* Collective. Iterates until there is a reason to end. Then computes the true residual, unless the last
 * iteration has already computed it. */
static tc_status run_iterations(solve_context *d) {
  const tc_solver_monitor *monitor = d->monitor;
  while (!d->out->reason) {
    TC_TRY(run_iteration(d));
    if (!d->out->reason && monitor && monitor->between_iterations)
      TC_TRY(monitor->between_iterations(monitor->self));
  }
  if (d->progress->is_verified || d->out->reason == TC_REASON_not_finite) return TC_OK;
  return verify_residual(d);
}

static solve_context init_context(tc_solver *s, const double *b, const tc_solver_monitor *monitor,
                                  tc_ledger *ledger, tc_solve_result *out) {
  s->b = b;
  s->ledger = ledger;
  s->forecast_work = &out->forecast_work;
  s->reason = TC_REASON_none;
  return (solve_context){s, monitor, out, &s->progress};
}

tc_status tc_solver_solve(tc_solver *s, const double *b, double reference, const tc_solver_monitor *monitor,
                          tc_ledger *ledger, tc_solve_result *out) {
  *out = (tc_solve_result){0};
  solve_context d = init_context(s, b, monitor, ledger, out);
  s->progress = (tc_solver_progress){0};
  s->slow_restarts = 0;
  TC_TRY(init_solve(&d, reference));
  out->reason =
      isfinite(out->initial_residual) ? convergence_reason(&d, out->initial_residual) : TC_REASON_not_finite;
  if (!out->reason) TC_TRY(start_method(&d));
  if (!out->reason) TC_TRY(run_iterations(&d));
  out->forecast_work.iterations = out->iterations;
  return TC_OK;
}

tc_status tc_solver_resume(tc_solver *s, const double *b, const tc_solver_monitor *monitor, tc_ledger *ledger,
                           tc_solve_result *out) {
  solve_context d = init_context(s, b, monitor, ledger, out);
  set_vector_norm(&d);
  TC_TRY(run_iterations(&d));
  out->forecast_work.iterations = out->iterations;
  return TC_OK;
}
