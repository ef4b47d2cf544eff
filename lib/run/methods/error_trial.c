#include "run/methods/error_trial.h"

#include <math.h>
#include <string.h>

#include "base/core/memory.h"
#include "solve/space/field.h"
#include "solve/step/integrator.h"

#define TC_PHASE "comparing time methods"

enum { field_count = 5 };

/* Weights of the last five fields, the last one first, in backward differences for the second and the third
 * time derivative. The two formulas are of second order in the length of a step. */
static const double second_weight[field_count] = {2.0, -5.0, 4.0, -1.0, 0.0},
                    third_weight[field_count] = {2.5, -9.0, 12.0, -7.0, 1.5};

int tc_error_trial_stages(double end, double largest, double axis_ratio) {
  return tc_stabilised_count_stages(&tc_stabilised_rkl2, axis_ratio, end / TC_ERROR_TRIAL_STEPS * largest,
                                    TC_STABILISED_STAGES_MAX);
}

/* The last fields of the trial; field[k] is that of step TC_ERROR_TRIAL_STEPS - k. */
typedef struct trial {
  const tc_space *space;
  double *field[field_count];
  double *difference; /* [owned] weighted sum of the fields */
} trial;

static tc_status create_trial(const tc_space *space, trial *t) {
  *t = (trial){.space = space};
  for (int k = 0; k < field_count; k++) TC_TRY(TC_WORLD_ALLOC(space->world, t->field[k], space->owned));
  return TC_WORLD_ALLOC(space->world, t->difference, space->owned);
}

static void free_trial(trial *t) {
  for (int k = 0; k < field_count; k++) tc_free(t->field[k]);
  tc_free(t->difference);
}

static tc_status run_steps(const tc_integrator *rkl2, void *ctx, double end, trial *t) {
  tc_ledger ledger = {0};
  for (int step = 1; step <= TC_ERROR_TRIAL_STEPS; step++) {
    const double dt = end / TC_ERROR_TRIAL_STEPS;
    const tc_step_request request = {.time = dt * (step - 1), .until = dt * step, .dt = dt};
    const int k = TC_ERROR_TRIAL_STEPS - step;
    TC_TRY(rkl2->advance(ctx, &request, &ledger));
    if (k < field_count && t->space->owned > 0)
      memcpy(t->field[k], rkl2->value(ctx), (size_t)t->space->owned * sizeof *t->field[k]);
  }
  return TC_OK;
}

/* Collective. Computes the norm of the weighted sum of the fields. */
static tc_status compute_norm(trial *t, const double weight[field_count], double *out) {
  double square;
  for (int32_t i = 0; i < t->space->owned; i++) {
    double sum = 0.0;
    for (int k = 0; k < field_count; k++) sum += weight[k] * t->field[k][i];
    t->difference[i] = sum;
  }
  TC_TRY(tc_field_dot(t->space, t->difference, t->difference, &square));
  *out = sqrt(square);
  return TC_OK;
}

static tc_status compute_derivatives(trial *t, double dt, tc_method_derivatives *out) {
  static const double last[field_count] = {1.0};
  double second, third, norm;
  TC_TRY(compute_norm(t, second_weight, &second));
  TC_TRY(compute_norm(t, third_weight, &third));
  TC_TRY(compute_norm(t, last, &norm));
  *out = (tc_method_derivatives){norm > 0.0 ? second / (dt * dt) / norm : NAN,
                                 norm > 0.0 ? third / (dt * dt * dt) / norm : NAN};
  return TC_OK;
}

tc_status tc_error_trial_run(const tc_problem *problem, const double *initial, double end, int stages,
                             double axis_ratio, tc_method_derivatives *out) {
  const tc_integrator *rkl2 = tc_integrator_find("rkl2");
  const tc_stabilised_steps steps = {.stages = stages, .axis_ratio = axis_ratio};
  const tc_integrator_setup setup = {.problem = problem,
                                     .strategy = tc_strategy_find("neighbour"),
                                     .format = tc_format_at(0),
                                     .dt = end / TC_ERROR_TRIAL_STEPS,
                                     .stabilised = &steps};
  trial t = {0};
  void *ctx = NULL;
  tc_status status = create_trial(problem->space, &t);
  if (!status) status = rkl2->create(&setup, initial, &ctx);
  if (!status) status = run_steps(rkl2, ctx, end, &t);
  if (!status) status = compute_derivatives(&t, setup.dt, out);
  rkl2->destroy(ctx);
  free_trial(&t);
  return status;
}
