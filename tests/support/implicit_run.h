/* Runs of implicit steps with error control without the time loop (controlled_run.h), for tests of single
 * steps. */
#ifndef TC_TESTS_IMPLICIT_RUN_H
#define TC_TESTS_IMPLICIT_RUN_H

#include "support/controlled_run.h"

static inline tc_implicit_steps steps_of(double theta, double tolerance) {
  tc_implicit_steps steps = {.options = tc_implicit_options_default()};
  steps.options.theta = theta;
  steps.options.solver.tolerance = tolerance;
  return steps;
}

/* Prepares a run of implicit steps. `how` must outlive the run. */
static inline run prepare_implicit(const tc_problem *p, const tc_implicit_steps *how, double tolerance,
                                   double end, void (*set)(const tc_problem *p, double *v)) {
  run r = prepare(p, "implicit", 0.0, tolerance, end, set);
  r.implicit = how;
  return r;
}

/* Returns the norm of the deviation of the initial field from its mean. */
static inline double initial_norm(const run *r) {
  const tc_space *space = r->problem->space;
  double *mean = problem_zeros(r->problem), integral, volume, norm;
  for (int32_t i = 0; i < space->owned; i++) mean[i] = 1.0;
  expect_ok(tc_field_integral(space, mean, &volume));
  expect_ok(tc_field_integral(space, r->initial, &integral));
  for (int32_t i = 0; i < space->owned; i++) mean[i] = integral / volume;
  expect_ok(tc_field_difference_norm(space, r->initial, mean, &norm));
  free(mean);
  return norm;
}

#endif
