/* Tests of the local steps of operator splitting. A local step advances the field by the source and the
 * states of each cell, as ordinary differential equations without diffusion. */
#include <math.h>
#include <string.h>

#include "solve/split_case.h"

static const cutting usual = {"two-point", "rcm", TC_DISTRIBUTION_CYCLIC, 7};

static const tc_local_steps whole = {TC_SPLITTING_GODUNOV, 1}, halves = {TC_SPLITTING_STRANG, 3};

/* A local step consists of steps of Heun's method of length h, the parts. For v' = -2 v each part must
 * multiply v by 1 - z + z^2/2 with z = 2 h. A source t + w, where the state w has the rate 1, must be
 * integrated exactly. */
ThreadedTest(source_local, a_part_is_a_step_of_heun) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &usual, mesh);
  double *v = problem_zeros(p);
  for (int parts = 1; parts <= 4; parts++) {
    const double dt = 0.25, z = 2.0 * dt / parts;
    tc_ledger ledger = {0};
    split_case s;
    split_case_open(p, "-2*v", NULL, NULL, &whole, &s);
    for (int32_t i = 0; i < p->space->owned; i++) v[i] = 1.0 + (double)p->space->id[i];
    tc_source_advance_local(s.source, &(tc_local_steps){TC_SPLITTING_GODUNOV, parts}, 0, 0.5, dt, v, &ledger);
    for (int32_t i = 0; i < p->space->owned; i++) {
      const double first = 1.0 + (double)p->space->id[i], change = v[i] - first;
      cr_assert_float_eq(v[i] / first, pow(1.0 - z + 0.5 * z * z, parts), 1e-14);
      cr_assert_float_eq(tc_source_local_rate(s.source)[i], change / dt, 1e-12 * first);
      cr_assert_float_eq(tc_source_value(s.source)[i], change / dt, 1e-12 * first);
    }
    cr_assert_eq(ledger.count.source_cells, 2 * parts * p->space->owned);
    cr_assert_eq(ledger.calls[TC_PHASE_source], 1);
    split_case_close(&s);

    split_case_open(p, "2*t + 2*w", "1", NULL, &whole, &s);
    expect_ok(tc_source_init_states(s.source));
    memset(v, 0, (size_t)p->space->owned * sizeof *v);
    tc_source_advance_local(s.source, &(tc_local_steps){TC_SPLITTING_GODUNOV, parts}, 0, 0.5, dt, v, NULL);
    for (int32_t i = 0; i < p->space->owned; i++) {
      const double w = 1.0 + p->space->centroid[3 * (size_t)i];
      cr_assert_float_eq(v[i], 0.75 * 0.75 - 0.25 + 2.0 * w * dt + dt * dt, 1e-14);
      cr_assert_float_eq(tc_source_state(s.source, 0)[i], w + dt, 1e-14);
    }
    split_case_close(&s);
  }
  free(v);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* The source value of a time step must be the mean of the values in its two local steps. Without a source,
 * local steps must advance only the state. */
ThreadedTest(source_local, a_time_step_has_the_mean_source) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &usual, mesh);
  double *v = problem_zeros(p), *first = problem_zeros(p);
  split_case s;
  split_case_open(p, "x + t - v", NULL, NULL, &halves, &s);
  for (int32_t i = 0; i < p->space->owned; i++) v[i] = first[i] = 0.1 * (double)p->space->id[i];
  for (int k = 0; k < 2; k++) tc_source_advance_local(s.source, &halves, k, 0.125 * k, 0.125, v, NULL);
  for (int32_t i = 0; i < p->space->owned; i++)
    cr_assert_float_eq(0.25 * tc_source_value(s.source)[i], v[i] - first[i], 1e-14);
  split_case_close(&s);
  split_case_open(p, NULL, "-w", NULL, &halves, &s);
  expect_ok(tc_source_init_states(s.source));
  cr_assert_null(tc_source_value(s.source));
  memcpy(first, v, (size_t)p->space->owned * sizeof *v);
  tc_source_advance_local(s.source, &halves, 0, 0.0, 0.75, v, NULL);
  for (int32_t i = 0; i < p->space->owned; i++) {
    cr_assert_eq(v[i], first[i]);
    cr_assert_float_eq(tc_source_state(s.source, 0)[i],
                       (1.0 + p->space->centroid[3 * (size_t)i]) * pow(1.0 - 0.25 + 0.03125, 3.0), 1e-14);
  }
  split_case_close(&s);
  free(v);
  free(first);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* The message must contain the time and the cell of the first value that is not finite, also within a local
 * step. If the rate of a state is the cause, the message must name the state. */
ThreadedTest(source_local, invalid_values_are_reported) {
  static const struct {
    const char *source, *rate, *message;
  } all[] = {
      {"x < 0.5 ? 1 : 1/(0.5 - t)", NULL, "at t = 0.5, where v = "},
      {"v > 1.9 ? 1/0 : 4", NULL, "at t = 0.5, where v = 2"},
      {"w", "t < 0.25 ? 0 : 1e308", "the state has become NaN or infinite, or more than"},
  };
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &usual, mesh);
  double *v = problem_zeros(p);
  const tc_local_steps four = {TC_SPLITTING_GODUNOV, 4};
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
    split_case s;
    split_case_open(p, all[k].source, all[k].rate, NULL, &four, &s);
    expect_ok(tc_source_init_states(s.source));
    memset(v, 0, (size_t)p->space->owned * sizeof *v);
    tc_source_advance_local(s.source, &four, 0, 0.0, 1.0, v, NULL);
    expect_error(tc_source_check_finite(s.source), TC_NUMERICAL, all[k].message);
    split_case_close(&s);
  }
  free(v);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

static int return_zero(void *self, double t, const tc_space *space, const double *v, double *source) {
  (void)self, (void)t, (void)v;
  for (int32_t i = 0; i < space->owned; i++) source[i] = 0.0;
  return 0;
}

ParallelTest(source_local, functions_are_refused) {
  const tc_source_function function = {.evaluate = return_zero};
  const tc_source_options choice = {.function = &function};
  tc_mesh *mesh = mesh_box(2, 2, 2, 0.0);
  tc_problem *p = problem_make(world, &usual, mesh);
  tc_source *source = NULL;
  expect_ok(tc_source_create(p->space, &choice, &source));
  expect_error(tc_source_prepare_local(source), TC_USAGE,
               "time.splitting: operator splitting does not support a source function");
  tc_source_destroy(&source);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}
