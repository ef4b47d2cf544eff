/* The rows of the comparison are filled in the order explicit Euler, stabilised method, implicit steps,
 * errors. The steps of the stabilised method follow from the number of steps of explicit Euler, and the
 * errors from the steps of all methods. */
#include "run/methods/method_trials.h"

#include <math.h>
#include <stdio.h>

#include "io/config/config_check.h"
#include "io/config/config_solver.h"
#include "run/methods/control_trial.h"
#include "run/methods/error_trial.h"
#include "run/methods/stages_advice.h"

/* State of a comparison of time methods. */
typedef struct comparison {
  const tc_method_question *question;
  tc_method_matrix matrix;
  double end;
  double largest;     /* largest |eigenvalue| */
  double axis_ratio;  /* axis ratio of the ellipse that contains the eigenvalues of R */
  bool knows_ellipse; /* false if axis_ratio is unknown */
  int searches;       /* products of the search for this ellipse */
  tc_step_size euler; /* steps of explicit Euler */
  tc_method_derivatives norm;
  tc_method_trials *out;
} comparison;

static const tc_integrator *own_method(const comparison *x) { return x->question->config->time.method; }

static bool is_euler(const tc_integrator *method) { return !method->solves && !method->stabilised; }

bool tc_method_trials_apply(const tc_method_question *q) {
  const tc_config *c = q->config;
  const bool has_source = q->forcing && tc_forcing_has_source(q->forcing);
  const bool has_steps = q->control || (q->step.steps > 0 && q->step.dt > 0.0);
  return c->time.method->steps && has_steps && !has_source && !tc_config_has_device(c) &&
         !(c->time.steady > 0.0) && q->stable->spectrum.largest > 0.0;
}

static tc_time_method *add_row(comparison *x, tc_time_method row, bool is_own) {
  tc_time_methods *table = &x->out->table;
  row.is_own = is_own;
  table->item[table->count] = row;
  return &table->item[table->count++];
}

/* Computes the number of steps with the length `dt`, or slightly shorter. Returns false if there are too
 * many. */
static bool find_steps(const comparison *x, double dt, tc_step_size *out) {
  tc_status status = tc_step_size_compute("time.end", INFINITY, 0.0, dt, 0, x->end, out);
  const bool any = !status;
  tc_status_free(&status);
  return any;
}

/* Returns the row of a method whose counts are unknown, with the reason. */
static tc_time_method without_counts(const char *method, const char *reason) {
  tc_time_method row = tc_method_counts_unknown(method);
  snprintf(row.reason, sizeof row.reason, "%s", reason);
  return row;
}

static const char too_many_steps[] = "it needs too many steps";

static void add_euler(comparison *x) {
  const tc_method_question *q = x->question;
  const bool is_own = is_euler(own_method(x));
  const double bound = tc_spectrum_step_bound(&q->stable->spectrum);
  const bool any = is_own || find_steps(x, q->config->time.safety * bound, &x->euler);
  if (is_own) x->euler = q->step;
  add_row(x, any ? tc_method_counts_euler(&x->matrix, &x->euler) : without_counts("euler", too_many_steps),
          is_own);
}

/* ---- stabilised method ---- */

/* Collective. Finds the ellipse that contains the eigenvalues. If it is not known from the setup, searches
 * for it, but only if the trials may take long (is_thorough). The number of products of a search follows from
 * the number of stages of the error trial. */
static tc_status find_ellipse(comparison *x) {
  const tc_method_question *q = x->question;
  const int stages = tc_error_trial_stages(x->end, x->largest, 0.0);
  tc_ellipse ellipse = q->stable->ellipse;
  x->knows_ellipse = own_method(x)->stabilised || q->problem->scheme->symmetric;
  x->axis_ratio = own_method(x)->stabilised ? ellipse.axis_ratio : 0.0;
  x->searches = x->knows_ellipse ? ellipse.products : 2 * TC_ELLIPSE_PRODUCTS_MIN;
  if (x->knows_ellipse || !q->is_thorough || stages == 0) return TC_OK;
  TC_TRY(tc_ellipse_find(q->problem, x->largest, tc_ellipse_trial(stages), q->log, &ellipse));
  x->out->table.trials += ellipse.products;
  x->searches = ellipse.products;
  if (stages > tc_ellipse_certain_stages(&ellipse, x->matrix.cells))
    ellipse = tc_ellipse_widen(&ellipse, x->matrix.cells);
  x->knows_ellipse = ellipse.found;
  x->largest = fmax(x->largest, ellipse.largest);
  x->axis_ratio = ellipse.found ? ellipse.axis_ratio : 0.0;
  return TC_OK;
}

/* Collective. Makes the trial of the config's steps with error control, unless the question contains it. */
static tc_status try_controlled(const comparison *x, tc_control_trial *out) {
  const tc_method_question *q = x->question;
  const tc_stabilised_steps stabilised = {.axis_ratio = x->axis_ratio};
  const tc_implicit_steps implicit = {.options = x->out->options, .largest = x->largest};
  const tc_integrator_setup how = {.problem = q->problem,
                                   .dt = q->step.dt,
                                   .input = q->forcing,
                                   .stabilised = own_method(x)->stabilised ? &stabilised : NULL,
                                   .implicit = own_method(x)->solves ? &implicit : NULL,
                                   .control = q->control,
                                   .log = q->log};
  const tc_control_extent extent = {.share = q->is_full ? 1 : TC_CONTROL_TRIAL_SHARE};
  *out = q->controlled ? *q->controlled : (tc_control_trial){.until = 0.0};
  return q->controlled ? TC_OK : tc_control_trial_run(own_method(x), &how, q->initial, &extent, out);
}

/* Collective. Adds the row of the config's method with error control. A trial that fails leaves it unknown.
 */
static tc_status add_controlled(comparison *x) {
  const tc_method_question *q = x->question;
  tc_control_trial trial;
  tc_status status = try_controlled(x, &trial);
  const bool any = !status;
  if (status && tc_status_code(status) != TC_NUMERICAL) return status;
  tc_status_free(&status);
  tc_time_method *row =
      add_row(x,
              any ? tc_method_counts_controlled(&x->matrix, own_method(x), q->control, &trial)
                  : without_counts(own_method(x)->name, "its trial has failed"),
              true);
  row->searches = own_method(x)->stabilised ? x->searches : 0;
  if (any && own_method(x)->solves) x->out->implicit = tc_control_trial_mean_step(&trial);
  x->out->table.trials += trial.record.products;
  x->out->table.trial_tolerance = trial.tolerance;
  x->out->table.trial_until = trial.until;
  return TC_OK;
}

/* Returns the counts of equal steps of the stabilised method. They are unknown if there are boundary data or
 * other forcing, because the comparison supports these only with error control. */
static tc_time_method count_stabilised(const comparison *x) {
  const tc_method_question *q = x->question;
  const int most = q->config->time.stages;
  tc_stages_advice advice;
  if (own_method(x)->stabilised)
    return tc_method_counts_stabilised(&x->matrix, own_method(x)->name, &q->step, q->stable->stages);
  if (q->forcing)
    return without_counts("rkl2", "boundary data, sources and states need steps with error control");
  if (x->euler.steps == 0)
    return without_counts("rkl2", "its steps are derived from those of explicit Euler, which are unknown");
  if (!tc_stages_advice_compute(&x->euler, x->largest, x->axis_ratio, most, &advice))
    return without_counts("rkl2", "no number of stages up to time.stages suffices");
  const tc_step_size step = {advice.steps, x->end / (double)advice.steps};
  return tc_method_counts_stabilised(&x->matrix, "rkl2", &step, advice.stages);
}

static tc_status add_stabilised(comparison *x) {
  TC_TRY(find_ellipse(x));
  if (own_method(x)->stabilised && x->question->control) return add_controlled(x);
  tc_time_method *row = add_row(x, count_stabilised(x), own_method(x)->stabilised);
  row->is_least = row->steps > 0 && !x->knows_ellipse;
  row->searches = row->steps > 0 ? x->searches : 0;
  return TC_OK;
}

/* ---- implicit steps ---- */

/* Collective. Runs the trial step of implicit steps. If the config has another method, the theta of the
 * forcing is 0 before and after the trial step. */
static tc_status run_implicit(comparison *x, const tc_step_size *step) {
  const tc_method_question *q = x->question;
  const tc_implicit_steps implicit = {.options = x->out->options, .largest = x->largest};
  const tc_integrator_setup how = {.problem = q->problem,
                                   .dt = step->dt,
                                   .input = q->forcing,
                                   .implicit = &implicit,
                                   .log = q->log};
  if (q->forcing) tc_forcing_set_theta(q->forcing, implicit.options.theta);
  tc_status status = tc_trial_step_run(tc_integrator_find("implicit"), &how, q->initial, &x->out->implicit);
  if (q->forcing) tc_forcing_set_theta(q->forcing, tc_config_theta(q->config));
  x->out->table.trials += x->out->implicit.work.products + x->out->implicit.work.adjoint_products;
  if (tc_status_code(status) != TC_NUMERICAL) return status;
  tc_status_free(&status);
  return TC_OK;
}

static tc_status add_implicit(comparison *x) {
  const tc_method_question *q = x->question;
  const bool is_own = own_method(x)->solves;
  tc_step_size step = q->step;
  const double bound = tc_spectrum_step_bound(&q->stable->spectrum);
  x->out->options = tc_config_implicit(q->config);
  if (is_own && q->control) return add_controlled(x);
  if (!is_own && !find_steps(x, q->config->time.multiple * bound, &step)) {
    add_row(x, without_counts("implicit", too_many_steps), false);
    return TC_OK;
  }
  if (is_own && q->implicit && q->implicit->solved)
    x->out->implicit = *q->implicit;
  else
    TC_TRY(run_implicit(x, &step));
  if (x->out->implicit.method) x->out->options.solver.method = x->out->implicit.method;
  tc_time_method *row = add_row(x, tc_method_counts_implicit(&x->matrix, &step, &x->out->implicit), is_own);
  if (row->products == 0) snprintf(row->reason, sizeof row->reason, "the solve of its trial step failed");
  return TC_OK;
}

/* ---- errors ---- */

/* Returns the products that the run of the config needs; 0 if unknown. */
static int64_t own_products(const comparison *x) {
  const tc_time_methods *table = &x->out->table;
  for (int i = 0; i < table->count; i++)
    if (table->item[i].is_own) return table->item[i].products;
  return 0;
}

static tc_status find_derivatives(comparison *x) {
  const tc_method_question *q = x->question;
  const int stages = tc_error_trial_stages(x->end, x->largest, x->axis_ratio);
  const int64_t products = (int64_t)TC_ERROR_TRIAL_STEPS * stages;
  x->norm = (tc_method_derivatives){NAN, NAN};
  if (q->forcing || !x->knows_ellipse || stages == 0) return TC_OK;
  if (q->control && own_method(x)->stabilised && stages > q->control->most_stages) return TC_OK;
  if (!q->is_thorough && 4 * products > own_products(x)) return TC_OK;
  x->out->table.trials += products;
  return tc_error_trial_run(q->problem, q->initial, x->end, stages, x->axis_ratio, &x->norm);
}

static double error_of(const comparison *x, const tc_time_method *row) {
  const tc_integrator *method = tc_integrator_find(row->method);
  if (row->steps == 0 || row->products_high > 0) return NAN;
  if (method->solves)
    return tc_method_error_implicit(&x->norm, x->end, row->dt, x->question->config->time.theta);
  if (is_euler(method)) return tc_method_error_euler(&x->norm, x->end, row->dt);
  /* For rkc2 the leading term does not describe the errors in rough parts of the field, so its error remains
   * unknown. */
  return method->stabilised == &tc_stabilised_rkl2
             ? tc_method_error_rkl2(&x->norm, x->end, row->dt, row->stages)
             : NAN;
}

static tc_status set_errors(comparison *x) {
  tc_time_methods *table = &x->out->table;
  TC_TRY(find_derivatives(x));
  for (int i = 0; i < table->count; i++) table->item[i].error = error_of(x, &table->item[i]);
  return TC_OK;
}

tc_status tc_method_trials_run(const tc_method_question *q, tc_method_trials *out) {
  comparison x = {.question = q,
                  .matrix = {q->problem->space->cells, q->problem->scheme->width},
                  .end = q->control ? q->control->end : (double)q->step.steps * q->step.dt,
                  .largest = fmax(q->stable->spectrum.largest, q->stable->ellipse.largest),
                  .out = out};
  const tc_log_phase phase = tc_log_begin_phase(q->log, TC_JOB_PHASE_methods, "comparing time methods");
  *out = (tc_method_trials){.table = {.end = x.end}};
  add_euler(&x);
  TC_TRY(add_stabilised(&x));
  TC_TRY(add_implicit(&x));
  TC_TRY(set_errors(&x));
  tc_log_end_phase(&phase);
  return TC_OK;
}
