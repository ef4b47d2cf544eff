#include "solve/equilibrium.h"

#include <math.h>

#include "solve/field.h"
#include "support/problems.h"

static const cutting how = {"gradient", "metis", TC_DISTRIBUTION_METIS, 65536};

/* Values on all sides of a box. */
static void prescribe_values(tc_problem *p) {
  for (int m = 0; m < p->physics->boundaries; m++) {
    p->physics->boundary[m].kind = TC_BOUNDARY_VALUE;
    p->physics->boundary[m].given = true;
  }
  expect_ok(tc_problem_assemble(p, 0.3, false));
}

static double linear(const double *at) { return 1.0 + at[0] - 2.0 * at[1] + 3.0 * at[2]; }

/* What data of a field do to the rows. */
static double *rate_of(const tc_problem *p, double (*field)(const double *at)) {
  double *rate = calloc((size_t)p->space->owned + 1, sizeof *rate);
  tc_inflow *in = p->system->inflow;
  for (int32_t f = 0; f < in->faces; f++) in->datum[f] = field(in->point + 3 * (size_t)f);
  tc_inflow_add(in, 1.0, rate);
  return rate;
}

/* Of values that are linear the steady state is linear, on any number of ranks with the same bits. */
ThreadedTest(equilibrium, linear_data_have_a_linear_solution) {
  tc_mesh *mesh = mesh_box(5, 4, 3, 0.15);
  tc_problem *p = problem_make(world, &how, mesh);
  twin t = twin_make("gradient", mesh);
  tc_problem *const both[] = {p, t.problem};
  tc_field field[2];
  for (int k = 0; k < 2; k++) {
    prescribe_values(both[k]);
    double *rate = rate_of(both[k], linear),
           *value = calloc((size_t)both[k]->space->owned + 1, sizeof *value);
    int products = 0;
    expect_ok(tc_equilibrium_find(both[k], rate, NULL, value, &products));
    cr_assert(products > 10 && products < 1000, "%d products", products);
    for (int32_t i = 0; i < both[k]->space->owned; i++)
      cr_assert_float_eq(value[i], linear(both[k]->space->centroid + 3 * (size_t)i), 1e-9);
    expect_ok(tc_field_describe(both[k]->space, value, &field[k]));
    free(rate);
    free(value);
  }
  cr_assert_eq(field[0].hash, field[1].hash);
  twin_free(&t);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* Nothing that comes in: the field is 0, also from a guess that is not. */
ParallelTest(equilibrium, without_anything_coming_in_nothing_is_left) {
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &how, mesh);
  prescribe_values(p);
  double *rate = calloc((size_t)p->space->owned + 1, sizeof *rate);
  double *value = calloc((size_t)p->space->owned + 1, sizeof *value);
  int products = 0;
  expect_ok(tc_equilibrium_find(p, rate, NULL, value, &products));
  cr_assert_eq(products, 1, "0 is a solution");
  for (int32_t i = 0; i < p->space->owned; i++) cr_assert_eq(value[i], 0.0);
  for (int32_t i = 0; i < p->space->owned; i++) rate[i] = 1e3 * p->system->rates->diagonal[i];
  expect_ok(tc_equilibrium_find(p, rate, NULL, value, &products));
  for (int32_t i = 0; i < p->space->owned; i++) cr_assert_lt(value[i], 0.0, "all cells are cooled");
  for (int32_t i = 0; i < p->space->owned; i++) rate[i] = 0.0;
  expect_ok(tc_equilibrium_find(p, rate, NULL, value, &products));
  cr_assert_eq(products, 1);
  for (int32_t i = 0; i < p->space->owned; i++) cr_assert_eq(value[i], 0.0);
  free(rate);
  free(value);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

ParallelTest(equilibrium, fluxes_alone_leave_a_constant_open) {
  tc_mesh *mesh = mesh_box(2, 2, 2, 0.0);
  tc_problem *p = problem_make(world, &how, mesh);
  double *value = calloc((size_t)p->space->owned + 1, sizeof *value);
  int products = 0;
  expect_error(tc_equilibrium_find(p, value, NULL, value, &products), TC_USAGE, "constant");
  free(value);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* An exchange with h = 0 keeps all in: what enters has nowhere to go. */
ParallelTest(equilibrium, what_cannot_leave_is_no_steady_state) {
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &how, mesh);
  double *rate = calloc((size_t)p->space->owned + 1, sizeof *rate);
  double *value = calloc((size_t)p->space->owned + 1, sizeof *value);
  int products = 0;
  for (int m = 0; m < p->physics->boundaries; m++) {
    p->physics->boundary[m].kind = TC_BOUNDARY_EXCHANGE;
    p->physics->boundary[m].given = true;
  }
  expect_ok(tc_physics_exchange(p->physics));
  expect_ok(tc_problem_assemble(p, 0.3, false));
  for (int32_t i = 0; i < p->space->owned; i++) rate[i] = 1.0;
  expect_error(tc_equilibrium_find(p, rate, NULL, value, &products), TC_NUMERICAL, "no steady state");
  free(rate);
  free(value);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* The upper half of the box conducts so many times better than the lower one. */
static const double jump = 1e6;

/* Linear in each half, with the same flux through the plane between them: -0.3 + 0.2*-2 + 0.7*3 of the lower
 * one. */
static double layered(const double *at) {
  const double z = at[2] - 0.5;
  return 1.0 + at[0] - 2.0 * at[1] + (z < 0.0 ? 3.0 : 1.0 + 2.0 / jump) * z;
}

static void raise_upper_half(tc_problem *p) {
  expect_ok(tc_physics_vary(p->physics));
  for (int32_t i = 0; i < p->physics->cells; i++)
    for (int k = 0; p->space->submesh->region[i] == 2 && k < 6; k++)
      p->physics->tensor[6 * (size_t)i + (size_t)k] *= jump;
}

/* Rows at the plane have terms that are far larger than the field times their diagonals; so is what rounding
 * leaves in them, and the field is right all the same, whatever it starts from. */
ParallelTest(equilibrium, rounding_beside_a_jump_is_no_residual) {
  tc_mesh *mesh = mesh_box(4, 4, 4, 0.0);
  for (int32_t c = 0; c < mesh->cells; c++) {
    double z = 0.0;
    for (int k = 0; k < 4; k++)
      z += mesh->points[3 * (size_t)mesh->vertices[4 * (size_t)c + (size_t)k] + 2] / 4.0;
    mesh->region[c] = z < 0.5 ? 1 : 2;
  }
  tc_problem *p = problem_make(world, &how, mesh);
  raise_upper_half(p);
  prescribe_values(p);
  double *rate = rate_of(p, layered), *value = calloc((size_t)p->space->owned + 1, sizeof *value);
  int products = 0;
  for (int start = 0; start < 2; start++) {
    for (int32_t i = 0; i < p->space->owned; i++) value[i] = 1e3 * start;
    expect_ok(tc_equilibrium_find(p, rate, NULL, value, &products));
    for (int32_t i = 0; i < p->space->owned; i++)
      cr_assert_float_eq(value[i], layered(p->space->centroid + 3 * (size_t)i), 1e-9);
  }
  free(rate);
  free(value);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}
