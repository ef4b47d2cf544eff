/* Error control of implicit steps. F = R v + f is the rate of change of the field v, with the rate matrix R
 * and the forcing f = b + s; F_0 and F_1 are its values at the beginning and at the end of the step. The
 * estimated error of a step is its change d minus the change by the trapezoidal rule, dt (F_0 + F_1) / 2. The
 * estimate is of the order dt^2 for theta > 0.5. It also contains the error of sources that are evaluated
 * with the field at the beginning, and the error of an incomplete solve. R v' at the end follows from the
 * solved system without a product. For theta near 0.5 the error of the trapezoidal rule itself is added, dt^3
 * / 12 times the third derivative of v. This derivative is computed from F at three times. In the first step
 * F is available at two times only. The difference of the two values is then used, which gives a larger
 * estimate. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/core/memory.h"
#include "solve/integrators/implicit_step.h"
#include "solve/problem/forcing_stages.h"

#define TC_PHASE "preparing the steps"

enum { SAVED, ESTIMATE, FORCING, RATE = FORCING + 2, ARRAYS = RATE + 3 };

/* The length of a step, unit 2^(H/8) with an integer H (solve/step/step_control.h), changes only if H changes
 * by at least this number, because each change requires a setup of the solver. */
static const int64_t dead_zone = 2;

/* If theta - 0.5 is below this limit, the estimate includes the error of the trapezoidal rule, dt^3 v''' /
 * 12. If dt v''' has the size of v'', this error then exceeds the difference of the theta scheme to that
 * rule, (theta - 0.5) dt^2 v''. */
static const double trapezoidal_weight = 1.0 / 12.0;

struct tc_implicit_control {
  tc_controlled controlled;
  tc_arena *arena;
  double *saved;      /* [owned] Field minus background level (`distance`) at the beginning of the attempt. */
  double *estimate;   /* [owned] Estimated error of the attempt. */
  double *forcing[2]; /* [owned] Forcing f at the beginning and at the end of the step, 0 without forcing. */
  double *rate[3];    /* [owned] F at the end of the step, at its beginning and one step earlier. Used only if
                         has_rates is true. */
  bool has_rates;
  int64_t rates;    /* Number of the arrays rate[1] and rate[2] that contain rates. */
  bool has_forcing; /* True if forcing[0] is f at the beginning of the step. */
};

/* Values at the beginning of a step. They are restored if an attempt at the step is rejected. */
typedef struct start {
  tc_background background;
  double largest, max_size, unsolved_norm;
} start;

/* True if the source is evaluated with the field or states at the beginning of a step, so that the step is of
 * first order. */
static bool has_lagging_source(const tc_implicit_step *s) {
  tc_status status = s->m.how.input ? tc_forcing_check_steady(s->m.how.input) : TC_OK;
  const bool lags = status;
  tc_status_free(&status);
  return lags;
}

static tc_status check_settings(const tc_implicit_step *s) {
  const double solver = s->m.setting.options.solver.tolerance, step = s->m.how.control->tolerance;
  if (s->m.how.input && tc_forcing_has_states(s->m.how.input))
    return tc_status_create(TC_USAGE,
                            "time.tolerance: implicit steps do not control the error of local states: "
                            "set time.dt to a number or time.method to rkl2");
  if (tc_implicit_suits_control(&s->m.setting.options, step)) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "solver.tolerance: the error of a solve, %.3g, must be at most a tenth of "
                          "time.tolerance, %.3g: set it to at most %.3g",
                          solver, step, 0.1 * step);
}

static tc_status create_arrays(const tc_implicit_step *s, tc_implicit_control *c) {
  const tc_space *space = s->m.how.problem->space;
  TC_TRY(tc_arena_create(space->world, false, c->has_rates ? ARRAYS : RATE, space->owned, 0, &c->arena));
  c->saved = c->arena->vector[SAVED].value;
  c->estimate = c->arena->vector[ESTIMATE].value;
  for (int k = 0; k < 2; k++) c->forcing[k] = c->arena->vector[FORCING + k].value;
  for (int k = 0; k < 3 && c->has_rates; k++) c->rate[k] = c->arena->vector[RATE + k].value;
  return TC_OK;
}

tc_status tc_implicit_control_create(tc_implicit_step *s, const double *value) {
  const tc_space *space = s->m.how.problem->space;
  tc_implicit_control *c = NULL;
  TC_TRY(check_settings(s));
  TC_TRY(TC_WORLD_ALLOC(space->world, c, 1));
  s->control = c;
  c->has_rates = s->theta - 0.5 < trapezoidal_weight;
  TC_TRY(create_arrays(s, c));
  TC_TRY(tc_controlled_begin(space, s->m.how.control, value, &c->controlled));
  c->controlled.control.order = s->theta > 0.5 || has_lagging_source(s) ? 1 : 2;
  c->controlled.control.dead_zone = dead_zone;
  return s->m.how.input ? tc_forcing_begin_stages(s->m.how.input, true) : TC_OK;
}

tc_status tc_implicit_control_load(tc_implicit_step *s, const double *value) {
  s->control->rates = 0;
  s->control->has_forcing = false;
  return tc_controlled_load(&s->control->controlled, value);
}

void tc_implicit_control_destroy(tc_implicit_control **control) {
  tc_implicit_control *c = *control;
  if (!c) return;
  tc_controlled_free(&c->controlled);
  tc_arena_destroy(&c->arena);
  tc_free(c);
  *control = NULL;
}

const tc_error_control_record *tc_implicit_control_record(const tc_implicit_control *control) {
  return &control->controlled.record;
}

/* ---- forcing ---- */

/* Computes the forcing f at the beginning or at the end of the step, as `side` selects, for the field
 * value[owned]. */
static tc_status evaluate_forcing(tc_implicit_step *s, tc_forcing_side side, double time, const double *value,
                                  tc_ledger *ledger) {
  double *const f = s->control->forcing[side == TC_FORCING_END];
  if (!s->m.how.input) return TC_OK;
  TC_TRY(TC_VECTOR_OPS(s->m.solver, NULL, TC_VECTOR_FILL(0.0, f)));
  return tc_forcing_add_rate(s->m.how.input, side, time, value, f, ledger);
}

/* The forcing of the step is f_0 + theta (f - f_0), where f is evaluated at the end of the step with the
 * field at its beginning. */
tc_status tc_implicit_control_add_forcing(tc_implicit_step *s, double *inflow, tc_ledger *ledger) {
  tc_implicit_control *c = s->control;
  const tc_step_request *r = &s->m.request;
  const tc_forcing_stage stage = {.time = r->until,
                                  .product = s->theta * r->dt,
                                  .first = r->dt,
                                  .flow = s->theta};
  double *const zero = s->m.solver->x;
  if (!c->has_forcing) TC_TRY(evaluate_forcing(s, TC_FORCING_BEGIN, r->time, s->now, ledger));
  c->has_forcing = true;
  tc_forcing_begin_attempt(s->m.how.input, r->dt, 1.0);
  TC_TRY(TC_VECTOR_OPS(s->m.solver, NULL, TC_VECTOR_FILL(0.0, zero),
                       TC_VECTOR_AXPY(r->dt, c->forcing[0], inflow)));
  return tc_forcing_add_stage(s->m.how.input, &stage, s->now, zero, inflow, ledger);
}

/* ---- estimated error ---- */

/* Computes the terms of the estimate that are known before the solve. With r = right_side, c = change = theta
 * dt R v, the solution d and the residual q of the solve,
 *   dt F_0 = c / theta + dt f_0,
 *   dt F_1 = (c - r + d + q) / theta + dt f_1. */
static tc_status begin_estimate(const tc_implicit_step *s) {
  const tc_implicit_control *c = s->control;
  const double dt = s->m.request.dt, theta = s->theta;
  tc_solver *const solver = s->m.solver;
  TC_TRY(TC_VECTOR_OPS(solver, NULL, TC_VECTOR_COPY(s->distance, c->saved),
                       TC_VECTOR_WAXPY(s->change, -0.5, s->right_side, c->estimate),
                       TC_VECTOR_SCALE(-1.0 / theta, c->estimate, c->estimate),
                       TC_VECTOR_AXPY(-0.5 * dt, c->forcing[0], c->estimate)));
  if (!c->has_rates) return TC_OK;
  if (c->rates == 0)
    TC_TRY(TC_VECTOR_OPS(solver, NULL,
                         TC_VECTOR_WAXPY(c->forcing[0], 1.0 / (theta * dt), s->change, c->rate[1])));
  return TC_VECTOR_OPS(solver, NULL, TC_VECTOR_WAXPY(s->change, -1.0, s->right_side, c->rate[0]));
}

/* Adds to the estimate the solution d and the residual of the solve. */
static tc_status add_solution(const tc_implicit_step *s) {
  const tc_implicit_control *c = s->control;
  const double dt = s->m.request.dt, theta = s->theta;
  tc_solver *const solver = s->m.solver;
  TC_TRY(TC_VECTOR_OPS(solver, NULL, TC_VECTOR_AXPY(1.0 - 0.5 / theta, solver->x, c->estimate),
                       TC_VECTOR_AXPY(-0.5 / theta, solver->r, c->estimate)));
  if (!c->has_rates) return TC_OK;
  return TC_VECTOR_OPS(solver, NULL, TC_VECTOR_AXPY(1.0, solver->x, c->rate[0]),
                       TC_VECTOR_AXPY(1.0, solver->r, c->rate[0]),
                       TC_VECTOR_SCALE(1.0 / (theta * dt), c->rate[0], c->rate[0]));
}

/* Adds to the estimate the error of the trapezoidal rule, from divided differences of the rates. */
static tc_status add_trapezoidal_error(const tc_implicit_step *s) {
  const tc_implicit_control *c = s->control;
  const double dt = s->m.request.dt, last = c->controlled.record.last.dt;
  const double factor = dt * dt * dt / (6.0 * (dt + last)), late = factor / dt, early = factor / last;
  if (c->rates < 2)
    return TC_VECTOR_OPS(s->m.solver, NULL, TC_VECTOR_AXPY(0.5 * dt, c->rate[0], c->estimate),
                         TC_VECTOR_AXPY(-0.5 * dt, c->rate[1], c->estimate));
  return TC_VECTOR_OPS(s->m.solver, NULL, TC_VECTOR_AXPY(late, c->rate[0], c->estimate),
                       TC_VECTOR_AXPY(-late - early, c->rate[1], c->estimate),
                       TC_VECTOR_AXPY(early, c->rate[2], c->estimate));
}

/* Adds to the estimate the forcing at the end of the step. This forcing is relative to the same background
 * level as the forcing at the beginning. */
static tc_status end_estimate(tc_implicit_step *s, tc_ledger *ledger) {
  const tc_implicit_control *c = s->control;
  const double dt = s->m.request.dt;
  TC_TRY(evaluate_forcing(s, TC_FORCING_END, s->m.request.until, s->next, ledger));
  TC_TRY(TC_VECTOR_OPS(s->m.solver, NULL, TC_VECTOR_AXPY(-0.5 * dt, c->forcing[1], c->estimate)));
  if (!c->has_rates) return TC_OK;
  TC_TRY(TC_VECTOR_OPS(s->m.solver, NULL, TC_VECTOR_AXPY(1.0, c->forcing[1], c->rate[0])));
  return add_trapezoidal_error(s);
}

/* ---- attempts ---- */

/* Returns the largest length of a step with which rounding errors of the solve remain small. With longer
 * steps a closed problem becomes uniform up to rounding, and no method converges (solve/step/implicit.c). */
static double longest_step(const tc_implicit_step *s) {
  const double limit = 1e-9, rate = s->theta * s->m.setting.largest;
  return rate > 0.0 ? limit / (DBL_EPSILON * rate) : INFINITY;
}

/* Collective. Computes the field at the end of an attempt and its estimated error. */
static tc_status compute_attempt(tc_implicit_step *s, const tc_step_request *request, tc_ledger *ledger) {
  double residual, size;
  TC_TRY(tc_implicit_step_prepare(s, request, &residual, &size, ledger));
  TC_TRY(begin_estimate(s));
  TC_TRY(tc_implicit_step_solve(s, residual, size, ledger));
  TC_TRY(add_solution(s));
  TC_TRY(tc_implicit_step_add_change(s));
  return end_estimate(s, ledger);
}

static void swap_pointers(double **a, double **b) {
  double *const old = *a;
  *a = *b;
  *b = old;
}

/* Makes the end of the attempt the beginning of the next step. If the background level has changed, f is
 * evaluated for the new level. */
static tc_status accept_attempt(tc_implicit_step *s, const start *before, tc_ledger *ledger) {
  tc_implicit_control *c = s->control;
  if (s->m.how.input && s->background.level != before->background.level) {
    tc_forcing_set_level(s->m.how.input, s->background.level);
    TC_TRY(evaluate_forcing(s, TC_FORCING_END, s->m.request.until, s->next, ledger));
  }
  if (s->m.how.input) tc_forcing_accept(s->m.how.input);
  swap_pointers(&s->now, &s->next);
  swap_pointers(&c->forcing[0], &c->forcing[1]);
  if (!c->has_rates) return TC_OK;
  swap_pointers(&c->rate[1], &c->rate[2]);
  swap_pointers(&c->rate[0], &c->rate[1]);
  c->rates = c->rates == 0 ? 1 : 2;
  return TC_OK;
}

/* Restores the state before the attempt. The counts of the solve remain in the statistics. */
static tc_status restore_start(tc_implicit_step *s, const start *before) {
  s->background = before->background;
  s->largest = before->largest;
  s->max_size = before->max_size;
  s->m.unsolved_norm = before->unsolved_norm;
  s->m.step--;
  return TC_VECTOR_OPS(s->m.solver, NULL, TC_VECTOR_COPY(s->control->saved, s->distance));
}

static tc_status perform_attempt(tc_implicit_step *s, const tc_step_request *request, tc_ledger *ledger,
                                 bool *accepted) {
  tc_implicit_control *c = s->control;
  const start before = {s->background, s->largest, s->max_size, s->m.unsolved_norm};
  const int64_t products = ledger->work.products + ledger->work.adjoint_products;
  const double dt = tc_controlled_length(&c->controlled, request, longest_step(s));
  const tc_step_request step = {request->time, tc_controlled_end_time(request, dt), dt};
  TC_TRY(compute_attempt(s, &step, ledger));
  const tc_attempt attempt = {.dt = dt,
                              .products = ledger->work.products + ledger->work.adjoint_products - products,
                              .error = c->estimate,
                              .value = s->next};
  TC_TRY(tc_controlled_decide(&c->controlled, request, &attempt, accepted));
  TC_TRY(*accepted ? accept_attempt(s, &before, ledger) : restore_start(s, &before));
  tc_implicit_end(&s->m, ledger);
  return TC_OK;
}

tc_status tc_implicit_control_advance(tc_implicit_step *s, const tc_step_request *request,
                                      tc_ledger *ledger) {
  bool accepted = false;
  while (!accepted) TC_TRY(perform_attempt(s, request, ledger, &accepted));
  return TC_OK;
}

/* ---- restart ---- */

tc_status tc_implicit_control_list_restart(tc_implicit_step *s, tc_restart_list *list) {
  tc_implicit_control *c = s->control;
  const int32_t owned = s->m.how.problem->space->owned;
  TC_TRY(tc_controlled_list_restart(&c->controlled, list));
  if (!c->has_rates) return TC_OK;
  TC_TRY(tc_restart_list_add_integer(list, &c->rates, "integrator.rates"));
  TC_TRY(tc_restart_list_add_cells(list, c->rate[1], owned, "integrator.rate"));
  return tc_restart_list_add_cells(list, c->rate[2], owned, "integrator.last_rate");
}

void tc_implicit_control_resume(tc_implicit_step *s) {
  tc_controlled_resume(&s->control->controlled);
  /* The next attempt evaluates the forcing at the beginning of the step again and obtains the same bits. */
  s->control->has_forcing = false;
}
