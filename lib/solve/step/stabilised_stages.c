/* Stages of stabilised steps. D_j is the change of the field after stage j, F_0 the rate of change at the
 * beginning of the step (stabilised_internal.h). A step begins with F_0 = R y_0 + f(t) and D_1, where f is
 * the forcing. Each further stage is one product R D_(j-1), whose rows are directly combined with D_(j-1),
 * D_(j-2) and F_0 (linear/operator/operator_rows.h). D_j overwrites D_(j-2). A stage then adds the change of
 * the forcing since the beginning of the step to its rows. Every row receives its terms in this order, so the
 * bits do not depend on the distribution of the rows. */
#include "solve/step/stabilised_internal.h"

#include <omp.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "linear/operator/operator_rows.h"
#include "linear/operator/operator_sweep.h"
#include "solve/problem/forcing_stages.h"
#define TC_PHASE "preparing the stages"

static void swap_pointers(tc_vector **a, tc_vector **b) {
  tc_vector *const old = *a;
  *a = *b;
  *b = old;
}

/* ---- flows ---- */

/* Lists the owned cells whose values contribute to a flow through the boundary, in ascending order. */
static void list_flow_cells(const tc_stabilised *s, tc_stabilised_flow *flow) {
  const tc_marker_flux *through = s->setup.problem->system->marker_flux;
  for (int32_t k = 0; k < through->begin[through->markers]; k++) flow->value[through->cell[k]] = 1.0;
  for (int32_t i = 0; i < s->field->owned; i++)
    if (flow->value[i] > 0.0) flow->cell[flow->cells++] = i;
}

static tc_status alloc_flow(tc_stabilised *s) {
  tc_stabilised_flow *flow = &s->flow;
  TC_TRY(TC_POOL_ARRAY_ZERO(&flow->memory, flow->value, s->field->owned));
  TC_TRY(TC_POOL_ARRAY_ZERO(&flow->memory, flow->cell, s->field->owned));
  list_flow_cells(s, flow);
  return TC_POOL_ARRAY_ZERO(&flow->memory, flow->sum, flow->cells);
}

/* Creates the plan of sweeps, passes through the matrix that compute several stages. With forcing, or with a
 * strategy that reads remote values during the product, the complete result of a stage is needed before the
 * next one. Stages are then computed one by one. */
static tc_status create_plan(tc_stabilised *s) {
  const int powers = s->setup.stabilised->powers;
  if (powers < 2 || s->setup.input || s->scratch) return TC_OK;
  return tc_sweep_plan_create(s->setup.problem->system->rates, powers, TC_SWEEP_CHUNK * omp_get_max_threads(),
                              &s->plan);
}

tc_status tc_stabilised_begin_stages(tc_stabilised *s) {
  const tc_world *world = s->setup.problem->space->world;
  TC_TRY(tc_world_agree(world, create_plan(s)));
  if (!s->setup.input) return TC_OK;
  TC_TRY(tc_world_agree(world, alloc_flow(s)));
  return tc_forcing_begin_stages(s->setup.input, s->setup.control != NULL);
}

void tc_stabilised_free_stages(tc_stabilised *s) {
  tc_sweep_plan_destroy(&s->plan);
  tc_pool_free(&s->flow.memory);
}

static void clear_flow(tc_stabilised_flow *flow) {
  for (int32_t k = 0; k < flow->cells; k++) flow->sum[k] = 0.0;
}

static void add_to_flow(const tc_stabilised_flow *flow, double weight, const double *difference) {
  for (int32_t k = 0; k < flow->cells; k++) flow->sum[k] += weight * difference[flow->cell[k]];
}

static void end_flow(const tc_stabilised *s) {
  const tc_stabilised_flow *flow = &s->flow;
  for (int32_t k = 0; k < flow->cells; k++)
    flow->value[flow->cell[k]] = s->field->value[flow->cell[k]] + flow->sum[k];
}

/* ---- stages ---- */

/* Computes the change D_1 after the first stage from the rate of change F_0. D_0 is 0 and not stored. */
static void compute_first_stage(tc_stabilised *s, double dt, tc_ledger *ledger) {
  const double start_s = tc_now_s(), first = s->coefficients->stage[1].first, factor = first * dt;
  const double *const rate = s->rate->value;
  double *const last = s->last->value;
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < s->field->owned; i++) last[i] = factor * rate[i];
  tc_ledger_add_values(ledger, TC_PHASE_compute, 2 * (int64_t)s->field->owned);
  tc_ledger_add_time(ledger, TC_PHASE_compute, start_s);
  if (s->setup.input) tc_forcing_begin_attempt(s->setup.input, dt, first);
  clear_flow(&s->flow);
}

/* Factors and vectors with which the rows of a product are combined in a stage: before = last_factor last +
 * before_factor before + product_factor product + rate_factor rate. In stage 2 the old content of `before` is
 * not read, because it would be D_0, which is 0. */
typedef struct stage {
  bool is_second;
  double last_factor, before_factor, product_factor, rate_factor;
  const double *last, *rate;
  double *before;
} stage;

static void combine_second_rows(const stage *second, int32_t begin, int32_t end, const double *product) {
  const stage c = *second;
  const double no_change = c.before_factor * 0.0;
  for (int32_t i = begin; i < end; i++)
    c.before[i] = c.last_factor * c.last[i] + no_change + c.product_factor * product[i - begin] +
                  c.rate_factor * c.rate[i];
}

static void combine_rows(void *self, int32_t begin, int32_t end, const double *product) {
  const stage c = *(const stage *)self;
  if (c.is_second) {
    combine_second_rows(self, begin, end, product);
    return;
  }
  for (int32_t i = begin; i < end; i++)
    c.before[i] = c.last_factor * c.last[i] + c.before_factor * c.before[i] +
                  c.product_factor * product[i - begin] + c.rate_factor * c.rate[i];
}

/* Returns the factors and vectors with which stage j of a step of length dt computes D_j, the change of the
 * field after this stage. D_j overwrites D_(j-2) in `before`. */
static stage stage_of_step(const tc_stabilised *s, int j, double dt, const tc_vector *last,
                           tc_vector *before) {
  const tc_stage_coefficients *c = &s->coefficients->stage[j];
  return (stage){.is_second = j == 2,
                 .last_factor = c->last,
                 .before_factor = c->before,
                 .product_factor = c->product * dt,
                 .rate_factor = c->first * dt,
                 .last = last->value,
                 .rate = s->rate->value,
                 .before = before->value};
}

/* Adds to s->before, which contains D_j, the contribution of the change of the forcing since the beginning of
 * the step. */
static tc_status add_forcing(tc_stabilised *s, int j, double t, double dt, tc_ledger *ledger) {
  const tc_stage_coefficients *c = &s->coefficients->stage[j];
  const tc_forcing_stage stage_j = {.time = t + c[-1].time * dt,
                                    .last = c->last,
                                    .before = c->before,
                                    .product = c->product * dt,
                                    .first = c->first * dt,
                                    .flow = c->flow};
  if (!s->setup.input) return TC_OK;
  add_to_flow(&s->flow, c->flow, s->last->value);
  return tc_forcing_add_stage(s->setup.input, &stage_j, s->field->value, s->last->value, s->before->value,
                              ledger);
}

/* Collective. Computes D_j for j >= 2 in a step of length dt from time t. */
static tc_status compute_stage(tc_stabilised *s, int j, double t, double dt, tc_ledger *ledger) {
  stage stage_j = stage_of_step(s, j, dt, s->last, s->before);
  const tc_row_combination combination = {&stage_j, combine_rows};
  TC_TRY(tc_operator_apply_rows(s->R, s->last, &combination, s->scratch, ledger));
  TC_TRY(add_forcing(s, j, t, dt, ledger));
  swap_pointers(&s->last, &s->before);
  return TC_OK;
}

static void combine_stage_rows(void *self, int k, int32_t begin, int32_t end, const double *product) {
  combine_rows((stage *)self + k, begin, end, product);
}

/* Collective. Computes D_j .. D_(j+count-1) in one pass through the matrix. */
static tc_status compute_stages(tc_stabilised *s, int j, int count, double dt, tc_ledger *ledger) {
  stage stages[TC_SWEEP_STAGES_MAX];
  tc_vector *input[TC_SWEEP_STAGES_MAX];
  const tc_sweep_combination combination = {stages, combine_stage_rows};
  for (int k = 0; k < count; k++) {
    input[k] = k % 2 ? s->before : s->last;
    stages[k] = stage_of_step(s, j + k, dt, input[k], k % 2 ? s->last : s->before);
  }
  TC_TRY(tc_operator_sweep(s->R, s->plan, input, &combination, ledger));
  if (count % 2) swap_pointers(&s->last, &s->before);
  return TC_OK;
}

/* Returns the number of stages that the next pass through the matrix computes, if `left` stages remain. The
 * last stages, too few for a full pass, are computed one by one, because creating a plan for their number
 * would take more time than it saves. */
static int count_at_once(const tc_stabilised *s, int left) {
  return s->plan && left >= s->plan->stages ? s->plan->stages : 1;
}

tc_status tc_stabilised_compute_rate(tc_stabilised *s, double t, tc_vector *y, tc_vector *rate,
                                     tc_ledger *ledger) {
  const tc_forcing_side side = y == s->field ? TC_FORCING_BEGIN : TC_FORCING_END;
  TC_TRY(tc_operator_apply(s->R, y, rate, ledger));
  return s->setup.input ? tc_forcing_add_rate(s->setup.input, side, t, y->value, rate->value, ledger) : TC_OK;
}

tc_status tc_stabilised_compute_change(tc_stabilised *s, double t, double dt, tc_ledger *ledger) {
  const int stages = s->coefficients->stages;
  compute_first_stage(s, dt, ledger);
  for (int j = 2, count; j <= stages; j += count) {
    count = count_at_once(s, stages - j + 1);
    TC_TRY(count > 1 ? compute_stages(s, j, count, dt, ledger) : compute_stage(s, j, t, dt, ledger));
  }
  s->covered = s->coefficients->beta / dt;
  end_flow(s);
  return TC_OK;
}

void tc_stabilised_accept(tc_stabilised *s) {
  if (s->setup.input) tc_forcing_accept(s->setup.input);
}
