/* Tests of properties that every integrator with steps must have, independently of its order. */
#include "solve/step/integrator.h"

#include <math.h>

#include "base/core/memory.h"
#include "solve/space/field.h"
#include "solve/stability/estimate_operator.h"
#include "solve/stability/spectrum.h"
#include "support/forcing.h"
#include "support/parallel.h"
#include "support/problems.h"

static const cutting usual = {"gradient", "rcm", TC_DISTRIBUTION_CYCLIC, 7};

static double stable_step(const tc_problem *p) {
  tc_spectrum spectrum;
  expect_ok(tc_spectrum_estimate(p, &spectrum));
  return 0.9 * tc_spectrum_step_bound(&spectrum);
}

/* Runs `steps` steps with forcing. value is the initial field and receives the result. input: may be NULL. */
static void run_forced_steps(const tc_integrator *integrator, const tc_problem *p, tc_forcing *input,
                             double dt, int steps, double *value) {
  const tc_stabilised_steps stabilised = {.stages = 5, .axis_ratio = 0.3};
  const tc_integrator_setup how = {.problem = p,
                                   .strategy = tc_strategy_find("condensed"),
                                   .format = tc_format_at(0),
                                   .dt = dt,
                                   .input = input,
                                   .stabilised = integrator->stabilised ? &stabilised : NULL};
  const size_t bytes = (size_t)p->space->owned * sizeof *value;
  tc_ledger ledger = {0};
  void *ctx = NULL;
  if (input) expect_ok(tc_forcing_begin(input, value));
  expect_ok(integrator->create(&how, value, &ctx));
  if (bytes)
    cr_assert_arr_eq(integrator->value(ctx), value, bytes, "the first value must be the initial field");
  for (int step = 0; step < steps; step++) {
    const tc_step_request request = {step * dt, (step + 1) * dt, dt};
    expect_ok(integrator->advance(ctx, &request, &ledger));
  }
  if (bytes) memcpy(value, integrator->value(ctx), bytes);
  integrator->destroy(ctx);
}

static void run_steps(const tc_integrator *integrator, const tc_problem *p, double dt, int steps,
                      double *value) {
  run_forced_steps(integrator, p, NULL, dt, steps, value);
}

static void set_wave(const tc_problem *p, double *value) {
  for (int32_t i = 0; i < p->space->owned; i++)
    value[i] = 2.0 + cos(3.14 * p->space->centroid[3 * (size_t)i]) + 0.1 * noise((uint64_t)p->space->id[i]);
}

/* Returns the index of the next integrator that makes steps. The integrator `steady` has a separate test. */
static int next_stepping_integrator(int k) {
  do k++;
  while (k < tc_integrator_count() && !tc_integrator_at(k)->steps);
  return k;
}

ParallelTest(integrator, the_registry) {
  for (int k = 0; k < tc_integrator_count(); k++)
    cr_assert_eq(tc_integrator_find(tc_integrator_at(k)->name), tc_integrator_at(k));
  cr_assert_not_null(tc_integrator_find("euler"));
  cr_assert_null(tc_integrator_find("no such integrator"));
  tc_integrator_find("euler")->destroy(NULL);
  (void)world;
}

ThreadedTest(integrator, the_same_bits_as_on_one_rank) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  twin t = twin_make(usual.scheme, mesh);
  tc_problem *p = problem_make(world, &usual, mesh);
  const double dt = stable_step(p);
  double *v = problem_zeros(p), *alone = problem_zeros(t.problem);
  for (int k = next_stepping_integrator(-1); k < tc_integrator_count(); k = next_stepping_integrator(k)) {
    set_wave(p, v);
    set_wave(t.problem, alone);
    run_steps(tc_integrator_at(k), p, dt, 9, v);
    run_steps(tc_integrator_at(k), t.problem, dt, 9, alone);
    for (int32_t i = 0; i < p->space->owned; i++) cr_assert_eq(v[i], alone[p->space->id[i]]);
  }
  free(v);
  free(alone);
  tc_problem_destroy(&p);
  twin_free(&t);
  tc_mesh_destroy(&mesh);
}

/* Without flux through the boundary, the integral must be conserved and a constant field must not change. */
ParallelTest(integrator, keeps_the_integral) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &usual, mesh);
  const double dt = stable_step(p);
  double *v = problem_zeros(p), before, after;
  for (int k = next_stepping_integrator(-1); k < tc_integrator_count(); k = next_stepping_integrator(k)) {
    set_wave(p, v);
    expect_ok(tc_field_integral(p->space, v, &before));
    run_steps(tc_integrator_at(k), p, dt, 100, v);
    expect_ok(tc_field_integral(p->space, v, &after));
    cr_assert_float_eq(after / before, 1.0, 1e-13, "%.17g", after / before);
    for (int32_t i = 0; i < p->space->owned; i++) v[i] = 3.0;
    run_steps(tc_integrator_at(k), p, dt, 100, v);
    for (int32_t i = 0; i < p->space->owned; i++) cr_assert_float_eq(v[i], 3.0, 1e-12);
  }
  free(v);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* A linear field with the same linear boundary values must not change. A flux of 1 through the six sides of
 * the unit cube must add 6 to the integral per unit of time. */
ParallelTest(integrator, adds_what_comes_in) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &usual, mesh);
  const double dt = 0.3 * stable_step(p);
  const int32_t n = p->space->owned;
  double *w = problem_zeros(p), *v = problem_zeros(p), integral;
  for (int32_t i = 0; i < n; i++)
    w[i] = 2.0 - p->space->centroid[3 * (size_t)i] + 3.0 * p->space->centroid[3 * (size_t)i + 2];
  for (int k = next_stepping_integrator(-1); k < tc_integrator_count(); k = next_stepping_integrator(k)) {
    if (tc_integrator_at(k)->stabilised) continue; /* see test_stabilised_forcing.c */
    entry e = entry_make(p, TC_BOUNDARY_VALUE, "2 - x + 3*z", NULL);
    for (int32_t i = 0; i < n; i++) v[i] = w[i];
    run_forced_steps(tc_integrator_at(k), p, e.input, dt, 50, v);
    entry_free(&e);
    for (int32_t i = 0; i < n; i++) cr_assert_float_eq(v[i], w[i], 1e-11, "%g, %g", v[i], w[i]);
    e = entry_make(p, TC_BOUNDARY_FLUX, "1", NULL);
    for (int32_t i = 0; i < n; i++) v[i] = 0.0;
    run_forced_steps(tc_integrator_at(k), p, e.input, dt, 50, v);
    entry_free(&e);
    expect_ok(tc_field_integral(p->space, v, &integral));
    cr_assert_float_eq(integral / (6.0 * 50.0 * dt), 1.0, 1e-12, "%g", integral);
  }
  free(w);
  free(v);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* With half the step, the error must be at most 0.6 times as large. The factor is valid for methods of order
 * 1 or higher. */
ParallelTest(integrator, converges) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &usual, mesh);
  const double dt = stable_step(p);
  double *v[3] = {problem_zeros(p), problem_zeros(p), problem_zeros(p)}, l2, largest[2];
  for (int k = next_stepping_integrator(-1); k < tc_integrator_count(); k = next_stepping_integrator(k)) {
    for (int half = 0; half < 3; half++) {
      set_wave(p, v[half]);
      run_steps(tc_integrator_at(k), p, dt / (1 << half), 20 << half, v[half]);
      if (half > 0) expect_ok(tc_field_compare(p->space, v[half - 1], v[half], &l2, &largest[half - 1]));
    }
    cr_assert_lt(largest[1], 0.6 * largest[0] + 1e-14, "%g, then %g", largest[0], largest[1]);
  }
  for (int half = 0; half < 3; half++) free(v[half]);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}
