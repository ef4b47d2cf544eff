#include "run/methods/control_trial.h"

#include <math.h>

#include "base/core/memory.h"

#define TC_PHASE "making a trial"

/* Smallest tolerance of a trial that does not make all steps of the run. */
static const double trial_tolerance = 0.1;

static tc_error_control control_of_trial(const tc_error_control *control, int share) {
  tc_error_control out = *control;
  if (share == 1) return out;
  out.tolerance = fmax(control->tolerance, trial_tolerance);
  out.end = control->end / share;
  return out;
}

static tc_status run_steps(const tc_integrator *integrator, void *ctx, int64_t most_products,
                           tc_ledger *ledger, tc_control_trial *out) {
  while (out->record.last.time < out->until && !out->is_ended) {
    const int64_t before = out->record.products;
    const tc_step_request request = {.time = out->record.last.time, .until = out->until, .dt = out->until};
    TC_TRY(integrator->advance(ctx, &request, ledger));
    out->record = *integrator->controlled(ctx);
    out->last_products = out->record.products - before;
    out->is_ended = most_products > 0 && out->record.products > most_products;
  }
  return TC_OK;
}

/* Creates the integrator and runs its steps with the control setup->control. */
static tc_status run_controlled(const tc_integrator *integrator, const tc_integrator_setup *setup,
                                const double *initial, int64_t most_products, tc_ledger *ledger,
                                tc_control_trial *out) {
  void *ctx = NULL;
  if (setup->input) TC_TRY(tc_forcing_begin(setup->input, initial));
  tc_status status = integrator->create(setup, initial, &ctx);
  if (!status) status = run_steps(integrator, ctx, most_products, ledger, out);
  integrator->destroy(ctx);
  return status;
}

tc_status tc_control_trial_run(const tc_integrator *integrator, const tc_integrator_setup *how,
                               const double *initial, const tc_control_extent *extent,
                               tc_control_trial *out) {
  const tc_error_control control = control_of_trial(how->control, extent->share);
  tc_implicit_steps implicit =
      how->implicit ? *how->implicit : (tc_implicit_steps){.options = tc_implicit_options_default()};
  tc_integrator_setup setup = *how;
  /* The statistics are allocated, because they are too large for the stack. */
  tc_solve_statistics *record = NULL;
  tc_ledger ledger = {0};
  *out = (tc_control_trial){.tolerance = control.tolerance,
                            .until = control.end,
                            .is_complete = extent->share == 1};
  setup.control = &control;
  setup.strategy = tc_strategy_find("neighbour");
  setup.format = tc_format_at(0);
  TC_TRY(TC_WORLD_ALLOC(how->problem->space->world, record, 1));
  implicit.record = record;
  setup.implicit = &implicit;
  const tc_status status = run_controlled(integrator, &setup, initial, extent->most_products, &ledger, out);
  if (integrator->solves) tc_trial_step_describe(&setup, record, &ledger, &out->solver);
  tc_free(record);
  return status;
}

tc_trial_step tc_control_trial_mean_step(const tc_control_trial *trial) {
  const int64_t steps = trial->record.steps;
  tc_trial_step out = tc_trial_step_mean(&trial->solver, steps > 0 ? steps : 1);
  out.solved = steps > 0;
  return out;
}

/* ---- forecast ---- */

/* Returns x^(1/3) for x >= 1 by Newton's method, which ends after a fixed number of iterations. `cbrt` and
 * `pow` of the C library may differ between processors. */
static double cube_root(double x) {
  double root = x;
  for (int k = 0; k < 100; k++) root -= (root * root * root - x) / (3.0 * root * root);
  return root;
}

/* Returns the forecast number of products from the end of the trial to the end of the run, `end`. */
static double extend(const tc_control_trial *t, double end) {
  const tc_controlled_step *last = &t->record.last;
  const double products = last->stages > 0 ? (double)last->stages : (double)t->last_products,
               products_per_time = products / last->dt;
  return 2.0 * products_per_time * t->until * (sqrt(end / t->until) - 1.0);
}

tc_control_forecast tc_control_trial_forecast(const tc_control_trial *t, const tc_error_control *control) {
  const double made = (double)t->record.products, ratio = t->tolerance / control->tolerance;
  if (t->is_complete || t->record.steps == 0) return (tc_control_forecast){made, made, made};
  const double all = made + extend(t, control->end), low = sqrt(sqrt(cube_root(ratio))),
               middle = cube_root(cube_root(ratio)), high = sqrt(sqrt(sqrt(ratio)));
  return (tc_control_forecast){floor(0.8 * all * low), floor(all * middle), ceil(1.2 * all * high)};
}
