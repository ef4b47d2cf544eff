/* Tests of boundary data that are far from the values of the field and have little effect on the field. Such
 * data must not make solutions less accurate. */
#include "solve/problem/background.h"

#include <math.h>
#include <stdio.h>

#include "solve/observe/balance.h"
#include "solve/space/field.h"
#include "support/forcing.h"
#include "support/large_steps.h"
#include "support/parallel.h"
#include "support/problems.h"

static const cutting how = {"gradient", "metis", TC_DISTRIBUTION_METIS, 65536};
static const cutting symmetric = {"two-point", "rcm", TC_DISTRIBUTION_CYCLIC, 7};

/* Problem on a box with prescribed values on some of its sides and an exchange condition on one side. */
typedef struct scene {
  tc_problem *problem;
  tc_expression *formula[2];
  tc_boundary_forcing list[8];
  tc_forcing *input;
} scene;

enum { exchange_side = 1 };

static const double outside = 1e7;

/* Boundary data of a scene. `constant` is added to all data. `value` is the formula of the prescribed values
 * on `sides` sides. `h` and `outside` define the exchange condition. */
typedef struct data {
  double constant;
  const char *value;
  int sides;
  double h, outside;
} data;

static void set_boundaries(scene *s, const data *d) {
  tc_physics *physics = s->problem->physics;
  expect_ok(tc_physics_alloc_exchange(physics));
  for (int32_t f = 0; f < physics->faces; f++) physics->exchange[f] = d->h;
  for (int m = 0; m <= d->sides; m++) {
    physics->boundary[m].kind = m == exchange_side ? TC_BOUNDARY_EXCHANGE : TC_BOUNDARY_VALUE;
    physics->boundary[m].has_data = true;
    s->list[m] = (tc_boundary_forcing){m, s->formula[m == exchange_side], NULL};
  }
}

static scene scene_make(tc_world *world, const cutting *cut, tc_mesh *mesh, const data *d) {
  scene s = {.problem = problem_make(world, cut, mesh)};
  char text[2][80];
  snprintf(text[0], sizeof text[0], "%.17g + %s", d->constant, d->value);
  snprintf(text[1], sizeof text[1], "%.17g", d->constant + d->outside);
  for (int k = 0; k < 2; k++)
    expect_ok(tc_expression_create("here", text[k], tc_expression_xyzt, 4, &s.formula[k]));
  set_boundaries(&s, d);
  expect_ok(tc_problem_assemble(s.problem, strcmp(cut->scheme, "gradient") ? 0.0 : 0.3, false));
  expect_ok(tc_forcing_create(s.problem, s.list, d->sides + 1, NULL, &s.input));
  return s;
}

static void scene_free(scene *s) {
  tc_forcing_destroy(&s->input);
  for (int k = 0; k < 2; k++) tc_expression_destroy(&s->formula[k]);
  tc_problem_destroy(&s->problem);
}

/* Runs from the uniform field `constant` to a steady state or for 30 steps. */
static void run(scene *s, const char *integrator, double tolerance, double constant, double *value) {
  const bool steps = !strcmp(integrator, "implicit");
  tc_implicit_steps implicit = {.options = tc_implicit_options_default()};
  tc_measurement measure;
  implicit.options.solver.tolerance = tolerance;
  for (int32_t i = 0; i < s->problem->space->owned; i++) value[i] = constant;
  const tc_step_options choice = large_steps(integrator, &implicit, s->input, steps ? 30 : 1, 1.0);
  expect_ok(tc_step_run(s->problem, &choice, NULL, 0, NULL, value, &measure));
}

static tc_field_stats describe(const scene *s, const double *value) {
  tc_field_stats field;
  expect_ok(tc_field_stats_compute(s->problem->space, value, &field));
  return field;
}

static double error_of_balance(const scene *s, const double *value) {
  const tc_run_state begin = {.value = value},
                     end = {.step = 1, .last = true, .dt = 1.0, .previous_value = value};
  tc_balance *balance = NULL;
  expect_ok(tc_balance_create(s->problem, NULL, &balance));
  balance->steady = true;
  const tc_hook hook = tc_balance_hook(balance);
  expect_ok(hook.begin(hook.self, &begin));
  expect_ok(hook.run(hook.self, &end));
  expect_ok(tc_balance_update(balance));
  const double error = tc_balance_error(balance, 0.0);
  tc_balance_destroy(&balance);
  return error;
}

/* Compares solutions with the tolerance 1e-8 and with a much smaller tolerance. The difference must be
 * small relative to the range of the field. */
static void expect_precise(scene *s, const char *integrator, double constant) {
  double *value = problem_zeros(s->problem), *right = problem_zeros(s->problem), l2, largest;
  run(s, integrator, 1e-8, constant, value);
  run(s, integrator, strcmp(integrator, "steady") ? 1e-12 : 1e-16, constant, right);
  const tc_field_stats field = describe(s, right);
  expect_ok(tc_field_compare(s->problem->space, value, right, &l2, &largest));
  cr_expect(field.max - field.min > 1.0 && largest < 1e-5 * (field.max - field.min),
            "%s, %s, constant %g: off by %g of %g", s->problem->scheme->name, integrator, constant, largest,
            field.max - field.min);
  if (!strcmp(integrator, "steady")) cr_expect_lt(error_of_balance(s, value), 1e-7);
  free(value);
  free(right);
}

/* A user may approximate a flux by an exchange with a small h and an outside value far above or below the
 * field. The solution must remain accurate. */
ParallelTest(background, a_weak_exchange_with_a_far_value_outside) {
  static const double sign[] = {1.0, -1.0};
  tc_mesh *mesh = mesh_box(5, 4, 3, 0.1);
  for (int k = 0; k < 4; k++) {
    const data d = {k < 2 ? 0.0 : 101325.0, "300", 1, 1e-6, sign[k % 2] * outside};
    scene s = scene_make(world, k % 2 ? &how : &symmetric, mesh, &d);
    expect_precise(&s, "steady", d.constant + 300.0);
    expect_precise(&s, "implicit", d.constant + 300.0);
    scene_free(&s);
  }
  tc_mesh_destroy(&mesh);
}

/* Returns the hash of the solution for an exchange condition with h = 0 and the outside value `far`, which
 * therefore has no effect. */
static uint64_t find_unread(tc_world *world, const cutting *cut, tc_mesh *mesh, const char *integrator,
                            double far) {
  const data d = {0.0, "x", 5, 0.0, far};
  scene s = scene_make(world, cut, mesh, &d);
  double *value = problem_zeros(s.problem);
  run(&s, integrator, 1e-8, 0.0, value);
  const uint64_t hash = describe(&s, value).hash;
  free(value);
  scene_free(&s);
  return hash;
}

/* With h = 0 the outside value must not change any bit of the solution, neither on one rank nor on all
 * ranks. */
ParallelTest(background, a_value_outside_that_nothing_reads) {
  tc_mesh *mesh = mesh_box(4, 4, 3, 0.1);
  static const char *const integrator[] = {"steady", "implicit"};
  tc_world *alone = NULL;
  expect_ok(tc_world_create(MPI_COMM_SELF, 0, &alone));
  for (int k = 0; k < 4; k++) {
    const cutting *cut = k % 2 ? &how : &symmetric;
    const uint64_t near = find_unread(alone, cut, mesh, integrator[k / 2], 0.0);
    cr_expect_eq(find_unread(world, cut, mesh, integrator[k / 2], outside), near, "%s, %s", integrator[k / 2],
                 cut->scheme);
  }
  tc_world_destroy(&alone);
  tc_mesh_destroy(&mesh);
}

static double level_of(tc_world *world, const data *d) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  scene s = scene_make(world, &symmetric, mesh, d);
  double *value = problem_zeros(s.problem), level = NAN;
  bool found;
  expect_ok(tc_forcing_begin(s.input, value));
  expect_ok(tc_background_level(s.problem, &level, &found));
  cr_expect_eq(found, d->sides > 0 || d->h > 0.0);
  free(value);
  scene_free(&s);
  tc_mesh_destroy(&mesh);
  return level;
}

/* The background level is a weighted mean of the boundary data. A constant added to all boundary data must be
 * added to the level exactly. */
ParallelTest(background, is_a_mean_of_what_drives_the_field) {
  data d = {0.0, "300", 1, 1e-6, outside};
  const double level = level_of(world, &d);
  cr_expect(level > 300.0 && level < 310.0, "%g", level);
  d.constant = 1e6;
  cr_expect_eq(level_of(world, &d), 1e6 + level);
  d = (data){0.0, "x", 5, 0.0, outside};
  cr_expect(level_of(world, &d) >= 0.0 && level_of(world, &d) <= 1.0);
}

/* The outside value of an exchange with h = 0 must not widen the range that the watchdog allows. */
ParallelTest(background, what_nothing_reads_is_no_range) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  const data d = {0.0, "x", 5, 0.0, outside};
  scene s = scene_make(world, &symmetric, mesh, &d);
  double *value = problem_zeros(s.problem), range[2] = {INFINITY, -INFINITY}, change;
  expect_ok(tc_forcing_begin(s.input, value));
  expect_ok(tc_forcing_take_change(s.input, &change));
  tc_forcing_widen_range(s.input, range);
  cr_expect(range[0] >= 0.0 && range[1] <= 1.0, "%g, %g", range[0], range[1]);
  free(value);
  scene_free(&s);
  tc_mesh_destroy(&mesh);
}
