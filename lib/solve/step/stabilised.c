/* Steps of the stabilised methods. y_0 is the field before a step, D_j the change of the field after j of the
 * s stages (stabilised.h), and F_0 the rate of change of y_0. The result y_0 + D_s overwrites D_(s-1), which
 * is no longer needed. The field before the step and its change therefore remain available until the next
 * step. */
#include "solve/step/stabilised.h"

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "solve/step/stabilised_internal.h"

#define TC_PHASE "preparing the steps"

/* Number of vectors, without the scratch vector: y_0, F_0, D_(j-1) and D_(j-2), and with error control F_1,
 * the rate of change at the end of the step. */
static int count_vectors(const tc_integrator_setup *setup) { return setup->control ? 5 : 4; }

static void assign_vectors(tc_stabilised *s, bool has_scratch) {
  s->field = tc_operator_vector(s->R, 0);
  s->rate = tc_operator_vector(s->R, 1);
  s->last = tc_operator_vector(s->R, 2);
  s->before = tc_operator_vector(s->R, 3);
  s->scratch = has_scratch ? tc_operator_vector(s->R, count_vectors(&s->setup)) : NULL;
}

/* Collective. Computes the coefficients, which are the same for all steps, or prepares the error control. */
static tc_status prepare_steps(tc_stabilised *s, const double *value) {
  const tc_stabilised_steps *steps = s->setup.stabilised;
  if (s->setup.control) return tc_stabilised_control_create(s, value, tc_operator_vector(s->R, 4));
  return tc_world_agree(s->setup.problem->space->world,
                        tc_stabilised_coefficients_create(s->method, steps->stages, steps->axis_ratio,
                                                          &s->coefficients));
}

tc_status tc_stabilised_create(const tc_integrator_setup *setup, const tc_stabilised_method *method,
                               const double *value, void **ctx) {
  const tc_space *space = setup->problem->space;
  const bool has_scratch = setup->strategy->access != NULL;
  const tc_operator_options choice =
      {setup->strategy, setup->format, 0.0, 1.0, count_vectors(setup) + has_scratch, true};
  tc_stabilised *s = NULL;
  TC_TRY(TC_WORLD_ALLOC(space->world, s, 1));
  s->setup = *setup;
  s->method = method;
  *ctx = s;
  TC_TRY(tc_operator_create(space->world, space->halo, setup->problem->system->rates, &choice, &s->R));
  assign_vectors(s, has_scratch);
  tc_vector_load(value, s->field);
  TC_TRY(tc_stabilised_begin_stages(s));
  return prepare_steps(s, value);
}

void tc_stabilised_destroy(void *ctx) {
  tc_stabilised *s = ctx;
  if (!s) return;
  tc_stabilised_free_stages(s);
  if (s->setup.control)
    tc_stabilised_control_free(s);
  else
    tc_free(s->coefficients);
  tc_operator_destroy(&s->R);
  tc_free(s);
}

tc_status tc_stabilised_load(void *ctx, const double *value) {
  tc_stabilised *s = ctx;
  tc_vector_load(value, s->field);
  return s->control ? tc_stabilised_control_load(s, value) : TC_OK;
}

void tc_stabilised_add_change(tc_stabilised *s, tc_ledger *ledger) {
  const double start_s = tc_now_s();
  const double *const field = s->field->value, *const change = s->last->value;
  double *const next = s->before->value;
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < s->field->owned; i++) next[i] = field[i] + change[i];
  tc_ledger_add_values(ledger, TC_PHASE_compute, 3 * (int64_t)s->field->owned);
  tc_ledger_add_time(ledger, TC_PHASE_compute, start_s);
}

void tc_stabilised_end_step(tc_stabilised *s) {
  tc_vector *const old = s->field;
  s->field = s->before;
  s->before = old;
  tc_stabilised_accept(s);
}

tc_status tc_stabilised_advance(void *ctx, const tc_step_request *request, tc_ledger *ledger) {
  tc_stabilised *s = ctx;
  if (s->control) return tc_stabilised_control_advance(s, request, ledger);
  TC_TRY(tc_stabilised_compute_rate(s, request->time, s->field, s->rate, ledger));
  TC_TRY(tc_stabilised_compute_change(s, request->time, request->dt, ledger));
  tc_stabilised_add_change(s, ledger);
  tc_stabilised_end_step(s);
  return TC_OK;
}

tc_status tc_stabilised_list_restart(void *ctx, tc_restart_list *list) {
  const tc_stabilised *s = ctx;
  TC_TRY(tc_restart_list_add_cells(list, s->field->value, s->field->owned, "field"));
  return s->control ? tc_controlled_list_restart(&s->control->controlled, list) : TC_OK;
}

void tc_stabilised_resume(void *ctx) {
  tc_stabilised *s = ctx;
  if (s->control) tc_stabilised_control_resume(s);
}

const double *tc_stabilised_value(const void *ctx) { return ((const tc_stabilised *)ctx)->field->value; }

const double *tc_stabilised_previous_value(const void *ctx) {
  return ((const tc_stabilised *)ctx)->before->value;
}

const double *tc_stabilised_flux_value(const void *ctx) {
  const tc_stabilised *s = ctx;
  return s->flow.value ? s->flow.value : s->before->value;
}

const double *tc_stabilised_rate(const void *ctx) { return ((const tc_stabilised *)ctx)->rate->value; }

double tc_stabilised_covered(const void *ctx) { return ((const tc_stabilised *)ctx)->covered; }

const double *tc_stabilised_change(const void *ctx) { return ((const tc_stabilised *)ctx)->last->value; }

const tc_operator *tc_stabilised_matrix(const void *ctx) { return ((const tc_stabilised *)ctx)->R; }

const tc_error_control_record *tc_stabilised_controlled(const void *ctx) {
  const tc_stabilised *s = ctx;
  return s->control ? &s->control->controlled.record : NULL;
}
