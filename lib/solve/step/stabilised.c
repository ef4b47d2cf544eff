/* A step begins with F_0 = R y_0 and D_1, and each further stage is one product whose rows are combined with
 * the differences of the two stages before it (linear/operator/operator_rows.h). D_j overwrites D_(j-2). The
 * result y_0 + D_s overwrites the difference that is no longer needed, so the field before the step and its
 * change remain available until the next step. */
#include "solve/step/stabilised.h"

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "linear/operator/operator_rows.h"
#include "solve/step/integrator.h"

#define TC_PHASE "preparing the steps"

typedef struct stabilised {
  tc_integrator_setup setup;
  tc_stabilised_coefficients *coefficients;
  tc_operator *R;
  tc_vector *field; /* y_0 during a step, y_1 after it. */
  tc_vector *rate;  /* F_0. */
  /* D_(j-1) and D_(j-2) during a step. After it `last` is D_s, and `before` is the field before the step. */
  tc_vector *last, *before;
  tc_vector *scratch; /* Product of a strategy with an access; NULL for other strategies. */
} stabilised;

static void assign_vectors(stabilised *s, bool has_scratch) {
  s->field = tc_operator_vector(s->R, 0);
  s->rate = tc_operator_vector(s->R, 1);
  s->last = tc_operator_vector(s->R, 2);
  s->before = tc_operator_vector(s->R, 3);
  s->scratch = has_scratch ? tc_operator_vector(s->R, 4) : NULL;
}

tc_status tc_stabilised_create(const tc_integrator_setup *setup, const tc_stabilised_method *method,
                               const double *value, void **ctx) {
  const tc_space *space = setup->problem->space;
  const bool has_scratch = setup->strategy->access != NULL;
  const tc_operator_options choice = {setup->strategy, setup->format, 0.0, 1.0, has_scratch ? 5 : 4};
  stabilised *s = NULL;
  if (setup->input)
    return tc_status_create(TC_USAGE, "time.method: stabilised steps support neither boundary data nor a "
                                      "source: set it to euler or implicit");
  TC_TRY(TC_WORLD_ALLOC(space->world, s, 1));
  s->setup = *setup;
  *ctx = s;
  TC_TRY(tc_world_agree(space->world,
                        tc_stabilised_coefficients_create(method, setup->stabilised->stages,
                                                          setup->stabilised->axis_ratio, &s->coefficients)));
  TC_TRY(tc_operator_create(space->world, space->halo, setup->problem->system->rates, &choice, &s->R));
  assign_vectors(s, has_scratch);
  tc_vector_load(value, s->field);
  return TC_OK;
}

void tc_stabilised_destroy(void *ctx) {
  stabilised *s = ctx;
  if (!s) return;
  tc_operator_destroy(&s->R);
  tc_free(s->coefficients);
  tc_free(s);
}

tc_status tc_stabilised_load(void *ctx, const double *value) {
  tc_vector_load(value, ((const stabilised *)ctx)->field);
  return TC_OK;
}

static void swap_pointers(tc_vector **a, tc_vector **b) {
  tc_vector *const old = *a;
  *a = *b;
  *b = old;
}

/* Computes D_1 from F_0 and sets D_0 to 0. */
static void compute_first_stage(const stabilised *s, tc_ledger *ledger) {
  const double start_s = tc_now_s(), factor = s->coefficients->stage[1].product * s->setup.dt;
  const double *const rate = s->rate->value;
  double *const last = s->last->value, *const before = s->before->value;
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < s->field->owned; i++) {
    last[i] = factor * rate[i];
    before[i] = 0.0;
  }
  tc_ledger_add_values(ledger, TC_PHASE_compute, 3 * (int64_t)s->field->owned);
  tc_ledger_add_time(ledger, TC_PHASE_compute, start_s);
}

/* A stage as the combination of rows sees it: the factors and vectors of
 * before = last_factor last + before_factor before + product_factor product + rate_factor rate. */
typedef struct stage {
  double last_factor, before_factor, product_factor, rate_factor;
  const double *last, *rate;
  double *before;
} stage;

static void combine_rows(void *self, int32_t begin, int32_t end, const double *product) {
  const stage c = *(const stage *)self;
  for (int32_t i = begin; i < end; i++)
    c.before[i] = c.last_factor * c.last[i] + c.before_factor * c.before[i] +
                  c.product_factor * product[i - begin] + c.rate_factor * c.rate[i];
}

/* Collective. Computes D_j for j >= 2. */
static tc_status compute_stage(stabilised *s, int j, tc_ledger *ledger) {
  const tc_stage_coefficients *c = &s->coefficients->stage[j];
  stage stage_j = {.last_factor = c->last,
                   .before_factor = c->before,
                   .product_factor = c->product * s->setup.dt,
                   .rate_factor = c->first * s->setup.dt,
                   .last = s->last->value,
                   .rate = s->rate->value,
                   .before = s->before->value};
  const tc_row_combination combination = {&stage_j, combine_rows};
  TC_TRY(tc_operator_apply_rows(s->R, s->last, &combination, s->scratch, ledger));
  swap_pointers(&s->last, &s->before);
  return TC_OK;
}

/* Adds the change D_s to the field. */
static void end_step(stabilised *s, tc_ledger *ledger) {
  const double start_s = tc_now_s();
  const double *const field = s->field->value, *const change = s->last->value;
  double *const next = s->before->value;
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < s->field->owned; i++) next[i] = field[i] + change[i];
  tc_ledger_add_values(ledger, TC_PHASE_compute, 3 * (int64_t)s->field->owned);
  tc_ledger_add_time(ledger, TC_PHASE_compute, start_s);
  swap_pointers(&s->field, &s->before);
}

tc_status tc_stabilised_advance(void *ctx, tc_ledger *ledger) {
  stabilised *s = ctx;
  TC_TRY(tc_operator_apply(s->R, s->field, s->rate, ledger));
  compute_first_stage(s, ledger);
  for (int j = 2; j <= s->coefficients->stages; j++) TC_TRY(compute_stage(s, j, ledger));
  end_step(s, ledger);
  return TC_OK;
}

tc_status tc_stabilised_list_restart(void *ctx, tc_restart_list *list) {
  const stabilised *s = ctx;
  return tc_restart_list_add_cells(list, s->field->value, s->field->owned, "field");
}

const double *tc_stabilised_value(const void *ctx) { return ((const stabilised *)ctx)->field->value; }

const double *tc_stabilised_previous_value(const void *ctx) {
  return ((const stabilised *)ctx)->before->value;
}

const double *tc_stabilised_change(const void *ctx) { return ((const stabilised *)ctx)->last->value; }

const tc_operator *tc_stabilised_matrix(const void *ctx) { return ((const stabilised *)ctx)->R; }
