/* Error control of stabilised steps. A step of length tau changes the field y_0 by D_s to y_1; F_0 and F_1
 * are the rates of change of y_0 and y_1. The error of an attempt is estimated as 0.4 tau (F_0 + F_1) - 0.8
 * D_s, the leading term of which is tau^3 v'''/15 (Sommeijer, Shampine and Verwer, J. Comput. Appl. Math. 88,
 * 315, 1998). F_1 is F_0 of the next step, so only a rejected attempt costs additional products. y_1
 * overwrites the difference of the last stage but one, D_(s-1). y_0, F_0 and D_s remain until the attempt is
 * accepted. */
#include "solve/step/stabilised_internal.h"

#include <math.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "solve/stability/ellipse.h"

#define TC_PHASE "preparing the error control"

/* ---- coefficients ---- */

static void clear_cache(tc_stabilised *s) {
  for (int k = 0; s->control->cache && k <= s->setup.control->most_stages; k++) {
    tc_free(s->control->cache[k]);
    s->control->cache[k] = NULL;
  }
  s->coefficients = NULL;
}

/* Returns the longest step that is stable with the largest number of stages, minus a small margin. Rounding
 * of the product of length and largest |eigenvalue| then cannot make the step unstable. */
static double longest_step(const tc_stabilised *s) {
  const tc_error_control *settings = s->setup.control;
  const double q = s->control->controlled.record.axis_ratio, margin = 1e-12;
  return (1.0 - margin) * tc_stabilised_beta(s->method, settings->most_stages, q) / settings->rate;
}

/* Collective. Sets the coefficients of the smallest number of stages with which a step of length dt is
 * stable. */
static tc_status set_coefficients(tc_stabilised *s, double dt) {
  const tc_error_control *settings = s->setup.control;
  const double q = s->control->controlled.record.axis_ratio;
  const int stages = tc_stabilised_count_stages(s->method, q, dt * settings->rate, settings->most_stages);
  tc_stabilised_coefficients **entry = &s->control->cache[stages];
  if (!*entry)
    TC_TRY(tc_world_agree(s->setup.problem->space->world,
                          tc_stabilised_coefficients_create(s->method, stages, q, entry)));
  s->coefficients = *entry;
  return TC_OK;
}

/* ---- begin ---- */

/* Requests the norm test if diffusion alone changes the field and nothing flows out. With matrices that are
 * not symmetric, modes are not orthogonal and may raise the norm slightly for some steps. */
static void request_growth_test(tc_stabilised *s) {
  const tc_problem *problem = s->setup.problem;
  if (s->setup.input || !tc_physics_is_conservative(problem->physics)) return;
  tc_controlled_test_growth(&s->control->controlled, problem->scheme->symmetric ? 1.0 + 1e-9 : 1.01);
}

tc_status tc_stabilised_control_create(tc_stabilised *s, const double *value, tc_vector *next_rate) {
  const tc_space *space = s->setup.problem->space;
  TC_TRY(TC_WORLD_ALLOC(space->world, s->control, 1));
  s->control->next_rate = next_rate;
  TC_TRY(TC_WORLD_ALLOC(space->world, s->control->cache, s->setup.control->most_stages + 1));
  TC_TRY(tc_controlled_begin(space, s->setup.control, value, &s->control->controlled));
  s->control->controlled.record.axis_ratio = s->setup.stabilised->axis_ratio;
  request_growth_test(s);
  return TC_OK;
}

void tc_stabilised_control_free(tc_stabilised *s) {
  if (!s->control) return;
  clear_cache(s);
  tc_free(s->control->cache);
  tc_controlled_free(&s->control->controlled);
  tc_free(s->control);
  s->control = NULL;
}

tc_status tc_stabilised_control_load(tc_stabilised *s, const double *value) {
  s->control->has_rate = s->control->repeats_rate = false;
  return tc_controlled_load(&s->control->controlled, value);
}

void tc_stabilised_control_resume(tc_stabilised *s) {
  tc_controlled_resume(&s->control->controlled);
  clear_cache(s);
  s->control->has_rate = false;
  s->control->repeats_rate = s->control->controlled.record.steps > 0;
}

/* ---- growth ---- */

/* Collective. Finds the cell in which |v - mean| has grown most in the attempt. */
static tc_status locate_growth(tc_stabilised *s, tc_extreme_cell *out) {
  const tc_controlled *c = &s->control->controlled;
  for (int32_t i = 0; i < c->space->owned; i++) {
    const double growth = fabs(s->before->value[i] - c->mean) - fabs(s->field->value[i] - c->mean);
    c->scratch[i] = isfinite(growth) ? growth : INFINITY;
  }
  return tc_field_find_max(c->space, c->scratch, out);
}

/* Returns the smallest axis ratio of the list TC_ELLIPSE_RUNGS (solve/stability/ellipse.h) that is larger
 * than `axis_ratio`; `axis_ratio` if there is none. */
static double next_axis_ratio(double axis_ratio) {
  for (int rung = 0; rung < TC_ELLIPSE_RUNGS; rung++)
    if (tc_ellipse_axis_ratio(rung) > axis_ratio) return tc_ellipse_axis_ratio(rung);
  return axis_ratio;
}

static tc_status growth_error(const tc_stabilised *s, const tc_extreme_cell *place) {
  const tc_controlled *c = &s->control->controlled;
  const char *remedy = s->setup.problem->scheme->symmetric ? "use a better mesh (tetgen -q)"
                                                           : "use a larger diffusion.stabilisation or a "
                                                             "better mesh (tetgen -q)";
  return tc_status_create(TC_NUMERICAL,
                          "unstable: in step %lld the norm of the field's deviation from its mean, which "
                          "diffusion can only reduce, has risen from %.6g to %.6g, most in cell %lld at "
                          "(%.4g, %.4g, %.4g), although the assumed ellipse of the eigenvalues was widened "
                          "%lld time%s (axis ratio now %.3g): %s",
                          (long long)c->record.steps + 1, c->least, c->norm, (long long)place->cell,
                          place->position[0], place->position[1], place->position[2],
                          (long long)c->record.widened, c->record.widened == 1 ? "" : "s",
                          c->record.axis_ratio, remedy);
}

/* Collective. Raises the axis ratio of the ellipse that must contain the eigenvalues, after an attempt in
 * which the field has grown. The growth shows that an eigenvalue is outside the present ellipse. */
static tc_status widen_ellipse(tc_stabilised *s) {
  tc_error_control_record *record = &s->control->controlled.record;
  const double last = record->axis_ratio, next = next_axis_ratio(last);
  tc_extreme_cell place;
  TC_TRY(locate_growth(s, &place));
  if (record->widened == TC_STABILISED_WIDENINGS || !(next > last)) return growth_error(s, &place);
  tc_log_warn(s->setup.log,
              "step %lld is repeated with more damping, because the deviation of the field from its mean has "
              "grown, most in cell %lld at (%.4g, %.4g, %.4g): the axis ratio of the assumed ellipse of the "
              "eigenvalues rises from %.3g to %.3g",
              (long long)record->steps + 1, (long long)place.cell, place.position[0], place.position[1],
              place.position[2], last, next);
  record->axis_ratio = next;
  record->widened++;
  clear_cache(s);
  return TC_OK;
}

/* ---- steps ---- */

/* Computes the estimated error 0.4 dt (F_0 + F_1) - 0.8 D_s (see the head of this file). */
static void estimate_error(const tc_stabilised *s, double dt, tc_ledger *ledger) {
  const double start_s = tc_now_s(), rate_factor = 0.4 * dt, change_factor = 0.8;
  const double *const first = s->rate->value, *const last = s->control->next_rate->value,
                      *const change = s->last->value;
  double *const error = s->control->controlled.scratch;
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < s->field->owned; i++)
    error[i] = rate_factor * (first[i] + last[i]) - change_factor * change[i];
  tc_ledger_add_values(ledger, TC_PHASE_compute, 4 * (int64_t)s->field->owned);
  tc_ledger_add_time(ledger, TC_PHASE_compute, start_s);
}

/* Collective. Computes F_0, the rate of change at the beginning of the step, unless the last step has already
 * computed it. Returns in *products the number of these products (0 or 1) that the record has not counted
 * yet. */
static tc_status prepare_rate(tc_stabilised *s, double t, int64_t *products, tc_ledger *ledger) {
  tc_stabilised_control *c = s->control;
  *products = c->has_rate || c->repeats_rate ? 0 : 1;
  if (!c->has_rate) TC_TRY(tc_stabilised_compute_rate(s, t, s->field, s->rate, ledger));
  c->has_rate = true;
  c->repeats_rate = false;
  return TC_OK;
}

/* Collective. Computes for an attempt of length dt the field y_1 at its end in s->before, its rate of change
 * F_1, and the estimated error. */
static tc_status compute_attempt(tc_stabilised *s, const tc_step_request *request, double dt,
                                 tc_ledger *ledger) {
  TC_TRY(set_coefficients(s, dt));
  TC_TRY(tc_stabilised_compute_change(s, request->time, dt, ledger));
  tc_stabilised_add_change(s, ledger);
  TC_TRY(tc_stabilised_compute_rate(s, tc_controlled_end_time(request, dt), s->before, s->control->next_rate,
                                    ledger));
  estimate_error(s, dt, ledger);
  return TC_OK;
}

/* Collective. Performs an attempt and decides if it is accepted. `products` is the number of products that
 * computed F_0 before this attempt. The counts of the attempt include them. */
static tc_status perform_attempt(tc_stabilised *s, const tc_step_request *request, int64_t products,
                                 tc_ledger *ledger, bool *accepted) {
  tc_controlled *c = &s->control->controlled;
  const double dt = tc_controlled_length(c, request, longest_step(s));
  TC_TRY(compute_attempt(s, request, dt, ledger));
  const double start_s = tc_now_s();
  const tc_attempt attempt = {dt, s->coefficients->stages, products + s->coefficients->stages, c->scratch,
                              s->before->value};
  const tc_status status = tc_controlled_decide(c, request, &attempt, accepted);
  tc_ledger_add_time(ledger, TC_PHASE_reduce, start_s);
  if (status || !c->has_grown) return status;
  return widen_ellipse(s);
}

static void swap_rates(tc_stabilised *s) {
  tc_vector *const old = s->rate;
  s->rate = s->control->next_rate;
  s->control->next_rate = old;
}

tc_status tc_stabilised_control_advance(tc_stabilised *s, const tc_step_request *request, tc_ledger *ledger) {
  bool accepted = false;
  int64_t products;
  TC_TRY(prepare_rate(s, request->time, &products, ledger));
  for (; !accepted; products = 0) TC_TRY(perform_attempt(s, request, products, ledger, &accepted));
  tc_stabilised_end_step(s);
  swap_rates(s);
  return TC_OK;
}
