#include "solve/stability/growth.h"

#include <math.h>

#include "solve/stability/hessenberg.h"
#include "solve/stability/spectrum.h"
#include "support/bodies.h"
#include "support/parallel.h"
#include "support/problems.h"

static tc_growth estimate_growth(const tc_problem *p, double dt, int products) {
  tc_growth growth;
  expect_ok(tc_growth_estimate(p, dt, products, NULL, NULL, &growth));
  return growth;
}

/* Returns the step size that `time.dt: auto` would select. */
static double stable_step(const tc_problem *p) {
  tc_spectrum spectrum;
  expect_ok(tc_spectrum_estimate(p, &spectrum));
  return 0.9 * tc_spectrum_step_bound(&spectrum);
}

/* Adds `by` to the diagonal of I + dt R. */
static void shift(tc_problem *p, double dt, double by) {
  for (int32_t i = 0; i < p->space->owned; i++) p->system->rates->diagonal[i] += by / dt;
}

/* All modes of the matrix decay. A shift of the diagonal, computed from the slowest mode, makes this mode
 * grow by 1e-5 per step. The estimate must detect this growth. */
ParallelTest(growth, slow_growth_is_seen_on_any_number_of_ranks) {
  static const cutting cuttings[] = {{"gradient", "metis", TC_DISTRIBUTION_METIS, 65536},
                                     {"two-point", "rcm", TC_DISTRIBUTION_CYCLIC, 7}};
  tc_mesh *mesh = mesh_box(5, 4, 3, 0.15);
  for (int c = 0; c < 2; c++) {
    tc_problem *p = problem_make(world, &cuttings[c], mesh);
    const double dt = stable_step(p);
    const tc_growth falls = estimate_growth(p, dt, 1000);
    cr_assert(!falls.grows && falls.settled && falls.rate < 0.0 && falls.energy < 0.0, "%g", falls.rate);
    shift(p, dt, -expm1(falls.rate) + 1e-5);
    const tc_growth grows = estimate_growth(p, dt, 1000);
    cr_assert(grows.grows && grows.settled);
    cr_assert_float_eq(grows.rate, 1e-5, 2e-6, "%g", grows.rate);
    cr_assert_gt(grows.energy, 0.0);
    tc_problem_destroy(&p);
    twin t = twin_make(cuttings[c].scheme, mesh);
    p = problem_make(world, &cuttings[c], mesh);
    const tc_growth alone = estimate_growth(t.problem, 1e-3, 100), together = estimate_growth(p, 1e-3, 100);
    cr_assert(together.rate == alone.rate && together.place.cell == alone.place.cell);
    tc_problem_destroy(&p);
    twin_free(&t);
  }
  tc_mesh_destroy(&mesh);
}

/* In a mesh of two closed bodies, fields that are constant in each body do not decay and must not count as
 * modes. The slowest mode of the mesh must be that of one body. */
ParallelTest(growth, constants_of_closed_components_are_no_modes) {
  const cutting how = {"gradient", "metis", TC_DISTRIBUTION_METIS, 65536};
  tc_mesh *mesh[2] = {mesh_box(3, 3, 3, 0.0), mesh_bodies(3, 3, 0.5)};
  tc_growth growth[2];
  double dt = 0.0;
  for (int k = 0; k < 2; k++) {
    tc_problem *p = problem_make(world, &how, mesh[k]);
    if (k == 0) dt = stable_step(p);
    growth[k] = estimate_growth(p, dt, 960);
    cr_assert(growth[k].settled && !growth[k].grows && growth[k].energy < 0.0, "%g", growth[k].rate);
    tc_problem_destroy(&p);
  }
  cr_assert_float_eq(growth[1].rate / growth[0].rate, 1.0, 0.01, "%g, %g", growth[1].rate, growth[0].rate);
  twin t = twin_make("gradient", mesh[1]);
  cr_assert(estimate_growth(t.problem, dt, 960).rate == growth[1].rate);
  t.problem->system->rates->diagonal[7] = INFINITY;
  cr_assert(estimate_growth(t.problem, dt, 960).grows);
  twin_free(&t);
  for (int k = 0; k < 2; k++) tc_mesh_destroy(&mesh[k]);
}

/* One cell has a positive diagonal entry, so the growing mode is localised there. The estimate must name
 * this cell. */
ParallelTest(growth, the_cell_is_named) {
  const cutting how = {"gradient", "metis", TC_DISTRIBUTION_METIS, 65536};
  tc_mesh *mesh = mesh_box(4, 4, 4, 0.15);
  tc_problem *p = problem_make(world, &how, mesh);
  const double dt = stable_step(p);
  for (int32_t i = 0; i < p->space->owned; i++)
    if (p->space->id[i] == 200) p->system->rates->diagonal[i] = 0.5 / dt;
  const tc_growth growth = estimate_growth(p, dt, 200);
  cr_assert(growth.grows && growth.settled);
  cr_assert_eq(growth.place.cell, 200 + mesh->base, "cell %d", growth.place.cell);
  for (int32_t i = 0; i < p->space->owned; i++) {
    if (p->space->id[i] == 200) p->system->rates->diagonal[i] = INFINITY;
  }
  cr_assert(estimate_growth(p, dt, 200).grows);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

ParallelTest(growth, nothing_grows_in_a_single_cell) {
  const cutting how = {"gradient", "rcm", TC_DISTRIBUTION_METIS, 7};
  tc_mesh *mesh = mesh_single(1.0);
  tc_problem *p = problem_make(world, &how, mesh);
  cr_assert(!estimate_growth(p, 1.0, 100).grows);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* Tests matrices with known eigenvalues: real ones, a complex pair, a defective one, and only 0. */
ParallelTest(growth, spectral_radius_of_small_matrices) {
  double log_radius, part[TC_HESSENBERG_MAX];
  tc_hessenberg h = {.size = 2, .entry = {{0.5, 3.0}, {0.0, -0.9}}};
  tc_hessenberg_dominant(&h, &log_radius, part);
  cr_assert_float_eq(log_radius, log(0.9), 1e-12);
  cr_assert_float_eq(part[0] / part[1], 3.0 / -1.4, 1e-9);
  h = (tc_hessenberg){.size = 3, .entry = {{0.6, -0.8, 0.0}, {0.8, 0.6, 0.0}, {0.0, 0.0, 0.99}}};
  tc_hessenberg_dominant(&h, &log_radius, part);
  cr_assert_float_eq(log_radius, 0.0, 1e-11, "%g", log_radius);
  cr_assert_float_eq(part[2], 0.0, 1e-9);
  h = (tc_hessenberg){.size = 2, .entry = {{1.0, 1.0}, {0.0, 1.0}}};
  tc_hessenberg_dominant(&h, &log_radius, part);
  cr_assert_float_eq(log_radius, 0.0, 1e-9);
  h = (tc_hessenberg){.size = 2, .entry = {{0.0, 1.0}, {0.0, 0.0}}};
  tc_hessenberg_dominant(&h, &log_radius, part);
  cr_assert(isinf(log_radius) && log_radius < 0.0);
  (void)world;
}
