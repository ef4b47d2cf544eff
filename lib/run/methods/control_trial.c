#include "run/methods/control_trial.h"

#include <math.h>

/* Smallest tolerance of a trial that is not complete. */
static const double trial_tolerance = 0.1;

static tc_error_control control_of_trial(const tc_error_control *control, bool is_complete) {
  tc_error_control out = *control;
  if (is_complete) return out;
  out.tolerance = fmax(control->tolerance, trial_tolerance);
  out.end = control->end / TC_CONTROL_TRIAL_SHARE;
  return out;
}

static tc_status run_steps(const tc_integrator *integrator, void *ctx, double end, tc_control_trial *out) {
  double time = 0.0;
  while (time < end) {
    const tc_step_request request = {.time = time, .until = end, .dt = end};
    tc_ledger ledger = {0};
    TC_TRY(integrator->advance(ctx, &request, &ledger));
    tc_work_add(&out->work, 1, &ledger.work);
    time = integrator->controlled(ctx)->last.time;
  }
  out->record = *integrator->controlled(ctx);
  return TC_OK;
}

tc_status tc_control_trial_run(const tc_integrator *integrator, const tc_integrator_setup *how,
                               const double *initial, bool is_complete, tc_control_trial *out) {
  const tc_error_control control = control_of_trial(how->control, is_complete);
  tc_integrator_setup setup = *how;
  void *ctx = NULL;
  *out = (tc_control_trial){.tolerance = control.tolerance, .until = control.end, .is_complete = is_complete};
  setup.control = &control;
  setup.strategy = tc_strategy_find("neighbour");
  setup.format = tc_format_at(0);
  if (setup.input) TC_TRY(tc_forcing_begin(setup.input, initial));
  tc_status status = integrator->create(&setup, initial, &ctx);
  if (!status) status = run_steps(integrator, ctx, control.end, out);
  integrator->destroy(ctx);
  return status;
}

/* ---- forecast ---- */

/* Returns x^(1/3) for x >= 1 by Newton's method, which ends after a fixed number of iterations. `cbrt` and
 * `pow` of the C library may differ between processors. */
static double cube_root(double x) {
  double root = x;
  for (int k = 0; k < 100; k++) root -= (root * root * root - x) / (3.0 * root * root);
  return root;
}

/* Returns the products after the trial. */
static double extend(const tc_control_trial *t, double end) {
  const tc_controlled_step *last = &t->record.last;
  const double products_per_time = last->stages / last->dt;
  return 2.0 * products_per_time * t->until * (sqrt(end / t->until) - 1.0);
}

tc_control_forecast tc_control_trial_forecast(const tc_control_trial *t, const tc_error_control *control) {
  const double made = (double)t->record.products, ratio = t->tolerance / control->tolerance;
  if (t->is_complete || t->record.steps == 0) return (tc_control_forecast){made, made, made};
  const double all = made + extend(t, control->end), low = sqrt(sqrt(cube_root(ratio))),
               middle = cube_root(cube_root(ratio)), high = sqrt(sqrt(sqrt(ratio)));
  return (tc_control_forecast){floor(0.8 * all * low), floor(all * middle), ceil(1.2 * all * high)};
}
