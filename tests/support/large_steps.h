/* Options for implicit steps and steady solves. */
#ifndef TC_TESTS_LARGE_STEPS_H
#define TC_TESTS_LARGE_STEPS_H

#include "solve/step/implicit.h"
#include "solve/step/step.h"

/* Returns options for implicit steps that use cg with jacobi. The tolerance is far below the error of a
 * step. */
static inline tc_implicit_steps exact_steps(double theta) {
  tc_implicit_steps steps = {.options = tc_implicit_options_default()};
  steps.options.theta = theta;
  steps.options.solver.tolerance = 1e-13;
  return steps;
}

/* Returns options for steps of "implicit" or "steady" with the strategy condensed. `input` may be NULL. All
 * arguments must outlive the result. */
static inline tc_step_options large_steps(const char *integrator, const tc_implicit_steps *how,
                                          tc_forcing *input, int64_t steps, double dt) {
  return (tc_step_options){.integrator = tc_integrator_find(integrator),
                           .strategy = tc_strategy_find("condensed"),
                           .format = tc_format_at(0),
                           .steps = steps,
                           .dt = dt,
                           .proved = true,
                           .input = input,
                           .implicit = how};
}

#endif
