#include "solve/space/region_stats.h"

#include <math.h>

#include "solve/space/field.h"
#include "support/problems.h"

static const cutting cuttings[] = {
    {"two-point", "none", TC_DISTRIBUTION_CYCLIC, 1},
    {"two-point", "rcm", TC_DISTRIBUTION_CYCLIC, 7},
    {"two-point", "metis", TC_DISTRIBUTION_METIS, 10},
    {"two-point", "none", TC_DISTRIBUTION_CYCLIC, 100000},
};

/* Returns a region number. The three numbers are not sorted, and one of them is negative. */
static int32_t region_of(int32_t cell) { return (int32_t[]){5, -3, 700}[cell % 7 % 3]; }

static tc_mesh *mesh_make(void) {
  tc_mesh *mesh = mesh_box(5, 4, 4, 0.15);
  for (int32_t cell = 0; cell < mesh->cells; cell++) mesh->region[cell] = region_of(cell);
  return mesh;
}

static tc_region_stats *compute_stats(const tc_problem *p, double *value) {
  tc_region_stats *digest = NULL;
  for (int32_t i = 0; i < p->space->owned; i++) value[i] = wild(p->space->id[i]);
  expect_ok(tc_region_stats_create(p->space, &digest));
  expect_ok(tc_region_stats_update(digest, value));
  return digest;
}

ThreadedTest(digest, the_same_bits_for_every_layout) {
  tc_mesh *mesh = mesh_make();
  twin t = twin_make("two-point", mesh);
  double *value = malloc(8 * (size_t)mesh->cells);
  tc_region_stats *alone = compute_stats(t.problem, value);
  for (int c = 0; c < 4; c++) {
    tc_problem *p = problem_make(world, &cuttings[c], mesh);
    tc_region_stats *digest = compute_stats(p, value);
    double integral;
    expect_ok(tc_field_integral(p->space, value, &integral));
    cr_assert_eq(digest->integral, integral, "the integral of the field must be the same");
    cr_assert(digest->integral == alone->integral && digest->min == alone->min && digest->max == alone->max);
    for (int k = 0; k < 3; k++) cr_assert_eq(digest->region_integral[k], alone->region_integral[k]);
    tc_region_stats_destroy(&digest);
    tc_problem_destroy(&p);
  }
  tc_region_stats_destroy(&alone);
  tc_region_stats_destroy(&alone);
  free(value);
  twin_free(&t);
  tc_mesh_destroy(&mesh);
}

/* Compares the results with plain sums for a field that is constant in each region. */
ParallelTest(digest, means_of_regions) {
  static const double wanted[] = {-30.0, 50.0, 7000.0};
  tc_mesh *mesh = mesh_make();
  tc_problem *p = problem_make(world, &cuttings[1], mesh);
  double *value = malloc(8 * (size_t)p->space->owned + 8), volume = 0.0, most = 0.0, sum = 0.0;
  tc_region_stats *digest = compute_stats(p, value);
  for (int32_t i = 0; i < p->space->owned; i++) value[i] = 10.0 * (double)region_of((int32_t)p->space->id[i]);
  expect_ok(tc_region_stats_update(digest, value));
  for (int k = 0; k < 3; k++) {
    cr_assert_float_eq(tc_region_stats_mean(digest, k), wanted[k], 1e-11);
    volume += p->space->regions->size[k];
    sum += wanted[k] * p->space->regions->size[k];
    most = fmax(most, fabs(wanted[k]));
  }
  cr_assert_float_eq(volume, 1.0, 1e-13);
  cr_assert_float_eq(digest->integral, sum, 1e-12 * most);
  cr_assert(digest->min == -30.0 && digest->max == 7000.0);
  if (world->rank == world->ranks - 1) value[0] = NAN;
  expect_ok(tc_region_stats_update(digest, value));
  cr_assert(isnan(digest->integral) && isnan(digest->region_integral[0]) && digest->max == 7000.0);
  tc_region_stats_destroy(&digest);
  free(value);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}
