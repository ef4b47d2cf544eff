#include "solve/observe/balance.h"

#include <math.h>

#include "solve/space/field.h"
#include "solve/stability/estimate_operator.h"
#include "solve/stability/spectrum.h"
#include "support/problems.h"

static const cutting cuttings[] = {
    {"gradient", "none", TC_DISTRIBUTION_CYCLIC, 1},
    {"gradient", "metis", TC_DISTRIBUTION_METIS, 10},
    {"two-point", "rcm", TC_DISTRIBUTION_CYCLIC, 7},
    {"gradient", "none", TC_DISTRIBUTION_CYCLIC, 100000},
};

/* A run with explicit Euler steps in which the boundary data and the source change in every step. */
typedef struct run {
  tc_problem *problem;
  tc_estimate_operator product;
  tc_balance *balance;
  double *source, dt;
  int64_t step;
} run;

static void set_boundaries(tc_problem *p) {
  static const tc_boundary_kind kind[] = {TC_BOUNDARY_VALUE, TC_BOUNDARY_FLUX, TC_BOUNDARY_EXCHANGE,
                                          TC_BOUNDARY_FLUX};
  tc_physics *physics = p->physics;
  for (int m = 0; m < physics->boundaries; m++) {
    physics->boundary[m].kind = kind[m % 4];
    physics->boundary[m].has_data = m % 4 < 3;
  }
  expect_ok(tc_physics_alloc_exchange(physics));
  for (int32_t f = 0; f < physics->faces; f++) physics->exchange[f] = 0.7 * (1 + physics->boundary_index[f]);
  expect_ok(tc_problem_assemble(p, 0.3, false));
}

static run begin(tc_world *world, const cutting *how, tc_mesh *mesh) {
  tc_spectrum spectrum;
  run r = {.problem = problem_make(world, how, mesh)};
  const tc_space *space = r.problem->space;
  double integral;
  set_boundaries(r.problem);
  expect_ok(tc_spectrum_estimate(r.problem, &spectrum));
  r.dt = 0.5 * tc_spectrum_step_bound(&spectrum);
  r.source = calloc((size_t)space->owned + 1, sizeof *r.source);
  expect_ok(tc_estimate_operator_init(r.problem, 1.0, r.dt, 2, &r.product));
  expect_ok(tc_balance_create(r.problem, r.source, &r.balance));
  for (int32_t i = 0; i < space->owned; i++) r.product.v[0].value[i] = 2.0 + noise((uint64_t)space->id[i]);
  expect_ok(tc_field_integral(space, r.product.v[0].value, &integral));
  tc_balance_begin(r.balance, integral);
  return r;
}

static void advance(run *r) {
  const tc_space *space = r->problem->space;
  tc_boundary_data *inflow = r->problem->system->boundary_data;
  const double t = (double)r->step++ * r->dt;
  for (int32_t f = 0; f < inflow->faces; f++)
    inflow->datum[f] = 1.0 + sin(3.0 * inflow->point[3 * (size_t)f] + 50.0 * t);
  for (int32_t i = 0; i < space->owned; i++)
    r->source[i] = cos(40.0 * t) * noise((uint64_t)space->id[i]) + 0.5;
  expect_ok(tc_estimate_operator_apply(&r->product, 0, 1));
  tc_boundary_data_apply(inflow, r->dt, r->product.v[1].value);
  for (int32_t i = 0; i < space->owned; i++) r->product.v[1].value[i] += r->dt * r->source[i];
  tc_balance_add(r->balance, r->dt, r->product.v[0].value);
  tc_estimate_operator_swap(&r->product, 0, 1);
}

static double integral_of(const run *r) {
  double integral;
  expect_ok(tc_field_integral(r->problem->space, r->product.v[0].value, &integral));
  return integral;
}

static void end(run *r) {
  tc_balance_destroy(&r->balance);
  tc_balance_destroy(&r->balance);
  tc_estimate_operator_free(&r->product);
  free(r->source);
  tc_problem_destroy(&r->problem);
}

ThreadedTest(balance, all_that_enters_is_all_that_changes) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.12);
  for (int c = 0; c < 4; c++) {
    run r = begin(world, &cuttings[c], mesh);
    for (int update = 0; update < 3; update++) {
      for (int step = 0; step < 400; step++) advance(&r);
      expect_ok(tc_balance_update(r.balance));
      const double integral = integral_of(&r);
      cr_assert_gt(fabs(integral - r.balance->initial_integral), 0.01, "the integral has hardly changed");
      for (int m = 0; m <= r.balance->markers; m++)
        if (m % 4 == 3 && m < r.balance->markers)
          cr_assert_eq(r.balance->cumulative[m], 0.0, "marker %d has no boundary data", m);
        else
          cr_assert_gt(fabs(r.balance->cumulative[m]), 1e-4, "%d", m);
      cr_assert_float_eq(r.balance->time, 400.0 * r.dt, 1e-12);
      cr_assert_lt(tc_balance_error(r.balance, integral), 1e-13, "%g after update %d",
                   tc_balance_error(r.balance, integral), update);
    }
    end(&r);
  }
  tc_mesh_destroy(&mesh);
}

/* The test changes one value by 1e-8 of this value. The defect of the balance must show the change. */
ParallelTest(balance, what_is_missing_shows) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.12);
  run r = begin(world, &cuttings[0], mesh);
  for (int step = 0; step < 10; step++) advance(&r);
  double lost = r.problem->space->volume[0] * r.product.v[0].value[0] * 1e-8;
  if (world->rank == 0) r.product.v[0].value[0] *= 1.0 - 1e-8;
  MPI_Bcast(&lost, 1, MPI_DOUBLE, 0, tc_world_comm(world));
  expect_ok(tc_balance_update(r.balance));
  const double integral = integral_of(&r);
  cr_assert_float_eq(tc_balance_defect(r.balance, integral), -lost, 1e-5 * fabs(lost));
  cr_assert_gt(tc_balance_error(r.balance, integral), 1e-12);
  end(&r);
  tc_mesh_destroy(&mesh);
}

/* Returns the balance error of a steady state. The field is *constant with boundary values of *constant.
 * If `constant` is NULL, the field is 0 and no marker has data. */
static double error_of_steady(tc_world *world, const double *constant, double (*source)(const double *at)) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.12);
  tc_problem *p = problem_make(world, &cuttings[0], mesh);
  const tc_space *space = p->space;
  tc_balance *balance = NULL;
  double *v = calloc((size_t)space->owned + 1, sizeof *v), *s = calloc((size_t)space->owned + 1, sizeof *s);
  for (int m = 0; m < p->physics->boundaries; m++) {
    p->physics->boundary[m].kind = constant ? TC_BOUNDARY_VALUE : TC_BOUNDARY_FLUX;
    p->physics->boundary[m].has_data = constant != NULL;
  }
  expect_ok(tc_problem_assemble(p, 0.3, false));
  for (int32_t f = 0; f < p->system->boundary_data->faces; f++)
    p->system->boundary_data->datum[f] = constant ? *constant : 0;
  for (int32_t i = 0; i < space->owned; i++) {
    v[i] = constant ? *constant : 0.0;
    if (source) s[i] = source(space->centroid + 3 * (size_t)i);
  }
  expect_ok(tc_balance_create(p, s, &balance));
  balance->steady = true;
  tc_balance_begin(balance, 0.0);
  tc_balance_add(balance, 1.0, v);
  expect_ok(tc_balance_update(balance));
  const double error = tc_balance_error(balance, 0.0);
  free(v);
  free(s);
  tc_balance_destroy(&balance);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
  return error;
}

static double source_without_mean(const double *at) { return at[0] - 0.5; }
static double source_with_mean(const double *at) { return at[0] - 0.4; }

/* If the net flow is 0, rounding must not be reported as an error. A source with a mean of 0.1 must be
 * reported, relative to the integral of its magnitude. */
ParallelTest(balance, of_a_steady_state_without_flows) {
  const double one = 1.0;
  cr_assert_lt(error_of_steady(world, NULL, source_without_mean), 1e-13);
  cr_assert_float_eq(error_of_steady(world, NULL, source_with_mean), 0.1 / 0.26, 0.05);
  cr_assert_lt(error_of_steady(world, &one, NULL), 1e-13);
}

ThreadedTest(balance, the_same_bits_for_every_layout) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.12);
  tc_world *single = NULL;
  expect_ok(tc_world_create(MPI_COMM_SELF, 0, &single));
  run alone = begin(single, &cuttings[3], mesh);
  for (int c = 0; c < 2; c++) {
    run r = begin(world, &cuttings[c], mesh);
    for (int update = 0; update < 2; update++) {
      for (int step = 0; step < 5; step++) advance(&r);
      for (int step = 0; c == 0 && step < 5; step++) advance(&alone);
      expect_ok(tc_balance_update(r.balance));
      if (c == 0) expect_ok(tc_balance_update(alone.balance));
      for (int m = 0; m <= r.balance->markers; m++) {
        if (update == 1)
          cr_assert_eq(r.balance->since_last_update[m], alone.balance->since_last_update[m], "%d", m);
        if (update == 1) cr_assert_eq(r.balance->cumulative[m], alone.balance->cumulative[m], "%d", m);
      }
    }
    end(&r);
  }
  end(&alone);
  tc_world_destroy(&single);
  tc_mesh_destroy(&mesh);
}

/* The function `begin` of the hook must reset the balance of an earlier run. */
ParallelTest(balance, as_a_hook) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.12);
  run r = begin(world, &cuttings[0], mesh);
  const tc_hook hook = tc_balance_hook(r.balance);
  for (int step = 0; step < 3; step++) advance(&r);
  expect_ok(tc_balance_update(r.balance));
  double *now = r.product.v[0].value, *before = r.product.v[1].value;
  tc_run_state instant = {.step = 0, .dt = 0.25, .value = now};
  cr_assert(hook.is_due(&hook, &instant));
  expect_ok(hook.begin(hook.self, &instant));
  expect_ok(hook.run(hook.self, &instant));
  cr_assert_eq(r.balance->initial_integral, integral_of(&r));
  cr_assert_eq(r.balance->cumulative[0], 0.0);
  instant.previous_value = before;
  for (instant.step = 1; instant.step <= 3; instant.step++) {
    instant.last = instant.step == 3;
    cr_assert(hook.is_due(&hook, &instant));
    expect_ok(hook.run(hook.self, &instant));
  }
  expect_ok(tc_balance_update(r.balance));
  /* There is no step between the two updates, so the second update must change nothing. */
  for (int update = 0; update < 2; update++) {
    cr_assert_eq(r.balance->time, 0.25, "the interval contains the last step only");
    cr_assert_neq(r.balance->cumulative[0], 0.0);
    cr_assert_float_eq(r.balance->cumulative[0], 3.0 * r.balance->since_last_update[0],
                       1e-12 * fabs(r.balance->cumulative[0]));
    expect_ok(tc_balance_update(r.balance));
  }
  r.problem->system->boundary_data->datum[0] = NAN;
  expect_ok(hook.run(hook.self, &instant));
  expect_ok(tc_balance_update(r.balance));
  double sum = 0.0;
  for (int m = 0; m <= r.balance->markers; m++) sum += r.balance->cumulative[m];
  cr_assert(isnan(sum) && isnan(tc_balance_error(r.balance, 1.0)));
  end(&r);
  tc_mesh_destroy(&mesh);
}
