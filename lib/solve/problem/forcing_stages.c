/* Forcing in the stages of stabilised steps. The boundary data at the beginning of the step are stored, so
 * that a stage can add the change since then. Each evaluation of the forcing is also compared with the
 * previous one. From these differences the watchdog gets a bound of the change of the forcing. */
#include "solve/problem/forcing_stages.h"

#include <string.h>

#include "base/core/timer.h"
#include "comm/world/mpi_world.h"
#include "solve/problem/forcing_internal.h"

#define TC_PHASE "preparing stages of the forcing"

static size_t data_bytes(const tc_forcing *input) {
  return (size_t)input->inflow->faces * sizeof *input->inflow->datum;
}

static void copy_data(const tc_forcing *input, double *to, const double *from) {
  if (data_bytes(input) > 0) memcpy(to, from, data_bytes(input));
}

static tc_status alloc_stages(tc_forcing *input, bool keeps_end) {
  tc_forcing_stages *g = &input->stages;
  const size_t faces = (size_t)input->inflow->faces;
  if (!g->mean) TC_TRY(TC_POOL_ARRAY_ZERO(&input->memory, g->mean, faces));
  for (int side = 0; side < (keeps_end ? 2 : 1); side++)
    if (!g->datum[side]) TC_TRY(TC_POOL_ARRAY_ZERO(&input->memory, g->datum[side], faces));
  tc_source *source = tc_forcing_step_source(input);
  TC_TRY(tc_forcing_change_begin_stages(&input->drift));
  return source ? tc_source_begin_stages(source, keeps_end) : TC_OK;
}

tc_status tc_forcing_begin_stages(tc_forcing *input, bool keeps_end) {
  tc_forcing_stages *g = &input->stages;
  tc_forcing_set_theta(input, 0.0);
  TC_TRY(tc_world_agree(input->space->world, alloc_stages(input, keeps_end)));
  g->is_active = true;
  g->is_attempt = g->has_end = false;
  g->time = g->pending = 0.0;
  copy_data(input, input->before, input->inflow->datum);
  return TC_OK;
}

/* Evaluates the boundary data that depend on time, at time t. */
static tc_status evaluate_data(tc_forcing *input, double t) {
  input->stages.time = t;
  if (input->varying == 0) return TC_OK;
  TC_TRY(tc_forcing_evaluate_varying(input, t));
  tc_forcing_change_add_data(&input->drift, input->inflow, input->before);
  copy_data(input, input->before, input->inflow->datum);
  return TC_OK;
}

tc_status tc_forcing_list_stages(tc_forcing *input, tc_restart_list *list) {
  TC_TRY(tc_restart_list_add_common(list, &input->stages.time, 1, "input.time"));
  return tc_restart_list_add_common(list, &input->stages.pending, 1, "input.pending");
}

tc_status tc_forcing_resume_stages(tc_forcing *input) {
  TC_TRY(tc_world_agree(input->space->world, tc_forcing_evaluate_varying(input, input->stages.time)));
  copy_data(input, input->before, input->inflow->datum);
  return TC_OK;
}

static void end_boundary(const tc_forcing *input, double start_s, tc_ledger *ledger) {
  ledger->count.boundary_data += input->varying;
  ledger->count.boundary_rows += input->inflow->rows;
  tc_ledger_add_time(ledger, TC_PHASE_boundary, start_s);
}

/* Adds the difference of the last two evaluations of the source to the sums of changes
 * (solve/problem/forcing_change.h). */
static void compare_source(tc_forcing *input, tc_ledger *ledger) {
  const double start_s = tc_now_s();
  if (tc_source_value(input->source))
    tc_forcing_change_add_source(&input->drift, tc_source_value(input->source));
  tc_ledger_add_time(ledger, TC_PHASE_source, start_s);
}

tc_status tc_forcing_add_rate(tc_forcing *input, tc_forcing_side side, double t, const double *v,
                              double *rate, tc_ledger *ledger) {
  const double start_s = tc_now_s();
  tc_forcing_change_add_evaluation(&input->drift, true);
  TC_TRY(evaluate_data(input, t));
  copy_data(input, input->stages.datum[side], input->inflow->datum);
  input->stages.has_end = side == TC_FORCING_END;
  if (input->inflow->rows > 0) {
    if (input->counts_from_level)
      tc_boundary_data_add_distance(input->inflow, 1.0, input->level, rate);
    else
      tc_boundary_data_apply(input->inflow, 1.0, rate);
    end_boundary(input, start_s, ledger);
  }
  if (!tc_forcing_step_source(input)) return TC_OK;
  tc_source_add_rate(input->source, side, t, v, rate, ledger);
  compare_source(input, ledger);
  return TC_OK;
}

/* Changes of the forcing in the stages of a step affect the rate of change at the end of this step. If the
 * step has not evaluated this rate, the next step does, so the bound of these changes is stored in `pending`
 * until then. */
tc_status tc_forcing_compute_stage_change(tc_forcing *input, double *change, double *push) {
  /* The bound by the Cauchy-Schwarz inequality is nearly sharp if the forcing changes equally in all stages.
   * It is too large by the square root of the number of stages if the forcing changes in one stage only. With
   * the factor `of_stages` the bound also covers the response of the rate to a single change, averaged over
   * all eigenvectors of R. */
  const double of_stages = 2.0;
  tc_forcing_stages *g = &input->stages;
  double rates, stages;
  TC_TRY(tc_forcing_change_compute_stages(&input->drift, &rates, &stages, push));
  /* With operator splitting the watchdog compares changes of the field in two consecutive steps, which depend
   * on the stages of both steps. */
  if (tc_local_steps_count(&input->split) > 0) {
    const double now = rates + of_stages * stages;
    *change = g->pending + now;
    g->pending = now;
    return TC_OK;
  }
  *change = g->pending + rates + (g->ends_with_rate ? of_stages * stages : 0.0);
  g->pending = g->ends_with_rate ? 0.0 : of_stages * stages;
  return TC_OK;
}

static void discard_attempt(tc_forcing *input) {
  const tc_forcing_stages *g = &input->stages;
  input->fault = g->fault;
  input->failure = g->failure;
  memcpy(input->range, g->range, sizeof input->range);
  copy_data(input, input->before, g->datum[TC_FORCING_BEGIN]);
}

/* Resets the sums of changes after a rejected attempt. `time` and `strongest`, which bound the contribution
 * of the source, return to their values before the attempt, because implicit steps accumulate them over many
 * steps. */
static void discard_change(tc_forcing *input, const double *source) {
  tc_forcing_change_begin(&input->drift, source);
  input->drift.time = input->stages.change_time;
  input->drift.strongest = input->stages.strongest;
}

/* Begins the sums of changes of an attempt with the source at the beginning of the step. */
static void begin_change(tc_forcing *input, double dt) {
  const tc_source *of_steps = tc_forcing_step_source(input);
  const double *source = of_steps ? tc_source_value_at_begin(of_steps) : NULL;
  if (input->stages.is_attempt) discard_change(input, source);
  input->stages.change_time = input->drift.time;
  input->stages.strongest = input->drift.strongest;
  if (source) tc_forcing_change_add_source(&input->drift, source);
  tc_forcing_change_add_time(&input->drift, dt);
}

void tc_forcing_begin_attempt(tc_forcing *input, double dt, double first) {
  tc_forcing_stages *g = &input->stages;
  if (g->is_attempt) discard_attempt(input);
  g->has_end = false;
  g->fault = input->fault;
  g->failure = input->failure;
  memcpy(g->range, input->range, sizeof g->range);
  if (tc_forcing_step_source(input)) tc_source_begin_attempt(input->source, first * dt);
  begin_change(input, dt);
  if (data_bytes(input) > 0) memset(g->mean, 0, data_bytes(input));
  g->is_attempt = true;
}

static void add_data_to_mean(const tc_forcing *input, double flow) {
  const double *start = input->stages.datum[TC_FORCING_BEGIN], *now = input->inflow->datum;
  for (int32_t f = 0; f < input->inflow->faces; f++) input->stages.mean[f] += flow * (now[f] - start[f]);
}

static tc_status add_boundary_stage(tc_forcing *input, const tc_forcing_stage *stage, double *next,
                                    tc_ledger *ledger) {
  const double start_s = tc_now_s();
  if (input->varying == 0 || input->inflow->rows == 0) return TC_OK;
  TC_TRY(evaluate_data(input, stage->time));
  tc_boundary_data_apply_change(input->inflow, stage->product, input->stages.datum[TC_FORCING_BEGIN], next);
  add_data_to_mean(input, stage->flow);
  end_boundary(input, start_s, ledger);
  return TC_OK;
}

tc_status tc_forcing_add_stage(tc_forcing *input, const tc_forcing_stage *stage, const double *field,
                               const double *change, double *next, tc_ledger *ledger) {
  tc_forcing_change_add_evaluation(&input->drift, false);
  TC_TRY(add_boundary_stage(input, stage, next, ledger));
  if (!tc_forcing_step_source(input) || tc_source_is_fixed(input->source)) return TC_OK;
  tc_source_add_stage(input->source, stage, field, change, next, ledger);
  compare_source(input, ledger);
  return TC_OK;
}

void tc_forcing_accept(tc_forcing *input) {
  tc_forcing_stages *g = &input->stages;
  double *const start = g->datum[TC_FORCING_BEGIN];
  for (int32_t f = 0; f < input->inflow->faces; f++) input->inflow->datum[f] = start[f] + g->mean[f];
  if (g->has_end) {
    g->datum[TC_FORCING_BEGIN] = g->datum[TC_FORCING_END];
    g->datum[TC_FORCING_END] = start;
  }
  if (tc_forcing_step_source(input)) tc_source_accept(input->source);
  g->ends_with_rate = g->has_end;
  g->is_attempt = g->has_end = false;
}
