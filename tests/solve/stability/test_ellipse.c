/* Tests of the search for an ellipse that contains all eigenvalues. The result is compared with all
 * eigenvalues of small matrices, and must have the same bits on any number of ranks. */
#include "solve/stability/ellipse.h"

#include <limits.h>

#include "solve/stability/spectrum.h"
#include "support/bodies.h"
#include "support/eigenvalues.h"
#include "support/parallel.h"
#include "support/problems.h"

static const cutting cuttings[] = {{"gradient", "metis", TC_DISTRIBUTION_METIS, 65536},
                                   {"gradient", "rcm", TC_DISTRIBUTION_CYCLIC, 7},
                                   {"gradient", "none", TC_DISTRIBUTION_CYCLIC, 100000}};

static double find_largest(const tc_problem *p) {
  tc_spectrum spectrum;
  expect_ok(tc_spectrum_estimate(p, &spectrum));
  return spectrum.largest;
}

static tc_ellipse find_ellipse(const tc_problem *p, int trial) {
  tc_ellipse ellipse;
  expect_ok(tc_ellipse_find(p, find_largest(p), trial, NULL, &ellipse));
  return ellipse;
}

/* Returns a box of 3 x 3 x n bricks whose height is multiplied by `height`. */
static tc_mesh *create_flat_mesh(int n, double height) {
  tc_mesh *mesh = mesh_box(3, 3, n, 0.15);
  for (int32_t node = 0; node < mesh->nodes; node++) mesh->points[3 * (size_t)node + 2] *= height;
  return mesh;
}

/* Returns the axis ratio of the smallest ellipse with the vertices -largest and 0 that contains all
 * eigenvalues. */
static double smallest_axis_ratio(const tc_ell *R, double largest) {
  eigen_number *value = calloc((size_t)R->rows, sizeof *value);
  double q = 0.0;
  eigenvalues_find(R, value);
  for (int32_t i = 0; i < R->rows; i++) {
    const double x = 1.0 + 2.0 * creal(value[i]) / largest, y = 2.0 * fabs(cimag(value[i])) / largest;
    cr_assert(fabs(x) < 1.0 + 1e-9, "%g", x);
    if (y > 1e-12) q = fmax(q, y / sqrt(1.0 - x * x));
  }
  free(value);
  return q;
}

ParallelTest(ellipse, has_the_axis_ratio_of_all_eigenvalues) {
  static const double height[] = {1.0, 0.3, 0.1};
  (void)world;
  for (int k = 0; k < 3; k++) {
    tc_mesh *mesh = create_flat_mesh(3 + k, height[k]);
    twin t = twin_make("gradient", mesh);
    const double largest = find_largest(t.problem);
    const double q = smallest_axis_ratio(t.problem->system->rates, largest);
    const tc_ellipse found = find_ellipse(t.problem, TC_ELLIPSE_PRODUCTS_MIN);
    int rung = 0;
    while (tc_ellipse_axis_ratio(rung) < q) rung++;
    cr_assert_gt(q, 0.01, "the test needs complex eigenvalues");
    cr_assert(found.found && abs(found.rung - rung) <= 1, "q %g, found %g", q, found.axis_ratio);
    cr_assert_eq(found.axis_ratio, tc_ellipse_axis_ratio(found.rung));
    cr_assert(found.products <= 3 * TC_ELLIPSE_PRODUCTS_MIN + 2 && found.rate > 0.0, "%d", found.products);
    cr_assert_gt(found.place.value, 0.0);
    twin_free(&t);
    tc_mesh_destroy(&mesh);
  }
}

static void expect_equal(const tc_ellipse *a, const tc_ellipse *b) {
  cr_assert(a->found == b->found && a->rung == b->rung && a->axis_ratio == b->axis_ratio &&
            a->rate == b->rate && a->largest == b->largest && a->trial == b->trial &&
            a->products == b->products);
  cr_assert(a->place.cell == b->place.cell && a->place.value == b->place.value);
}

ThreadedTest(ellipse, the_same_bits_everywhere) {
  tc_mesh *mesh[2] = {create_flat_mesh(4, 0.2), mesh_bodies(3, 2, 0.5)};
  for (int m = 0; m < 2; m++) {
    twin t = twin_make("gradient", mesh[m]);
    const tc_ellipse alone = find_ellipse(t.problem, TC_ELLIPSE_PRODUCTS_MIN);
    cr_assert(alone.found);
    for (int c = 0; c < 3; c++) {
      tc_problem *p = problem_make(world, &cuttings[c], mesh[m]);
      const tc_ellipse together = find_ellipse(p, TC_ELLIPSE_PRODUCTS_MIN);
      expect_equal(&together, &alone);
      tc_problem_destroy(&p);
    }
    twin_free(&t);
    tc_mesh_destroy(&mesh[m]);
  }
}

ParallelTest(ellipse, symmetric_matrices_need_no_product) {
  const cutting how = {"two-point", "metis", TC_DISTRIBUTION_METIS, 65536};
  tc_mesh *mesh = create_flat_mesh(3, 0.1), *single = mesh_single(1.0);
  tc_problem *p = problem_make(world, &how, mesh);
  tc_ellipse e = find_ellipse(p, TC_ELLIPSE_PRODUCTS_MIN);
  cr_assert(e.found && e.axis_ratio == 0.0 && e.products == 0 && e.trial == 0);
  cr_assert_eq(tc_ellipse_certain_stages(&e, mesh->cells), INT_MAX);
  cr_assert_eq(tc_ellipse_widen(&e, mesh->cells).axis_ratio, 0.0);
  tc_problem_destroy(&p);
  p = problem_make(world, &cuttings[0], single);
  e = find_ellipse(p, TC_ELLIPSE_PRODUCTS_MIN);
  cr_assert(e.found && e.axis_ratio == 0.0 && e.products == 0);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
  tc_mesh_destroy(&single);
}

/* In this mesh of equal bricks the estimate of the largest |eigenvalue| is too small by 0.3 %, in spite of
 * its margin. No ellipse with this length of the axis contains this eigenvalue, so the search must make the
 * ellipse longer. */
ParallelTest(ellipse, becomes_longer_if_a_mode_exceeds_it) {
  const double unit[6] = {1, 1, 1, 0, 0, 0};
  tc_mesh *mesh = mesh_box(4, 4, 4, 0.0);
  tc_problem *p = problem_make(world, &cuttings[0], mesh);
  memcpy(p->physics->tensor, unit, sizeof unit);
  expect_ok(tc_problem_assemble(p, 0.0, false));
  const double largest = find_largest(p);
  tc_ellipse exact, low;
  expect_ok(tc_ellipse_find(p, largest, TC_ELLIPSE_PRODUCTS_MIN, NULL, &exact));
  cr_assert(exact.found && exact.rung <= 1, "%g", exact.axis_ratio);
  cr_assert(exact.largest > 1.01 * largest && exact.largest < 1.02 * largest, "%g", exact.largest / largest);
  expect_ok(tc_ellipse_find(p, 0.5 * largest, TC_ELLIPSE_PRODUCTS_MIN, NULL, &low));
  cr_assert(low.found && low.rung <= 1, "%g", low.axis_ratio);
  cr_assert_float_eq(low.largest / exact.largest, 1.0, 0.02);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* A mode that grows with any step size has its eigenvalue outside all ellipses. The search must name the cell
 * of this mode and end after a few trials. */
ParallelTest(ellipse, a_growing_mode_is_in_none) {
  static const double positive[] = {1e-3, INFINITY};
  tc_mesh *mesh = mesh_box(4, 4, 4, 0.15);
  tc_problem *p = problem_make(world, &cuttings[0], mesh);
  const double largest = find_largest(p);
  for (int k = 0; k < 2; k++) {
    tc_ellipse e;
    for (int32_t i = 0; i < p->space->owned; i++)
      if (p->space->id[i] == 200) p->system->rates->diagonal[i] = positive[k] * largest;
    expect_ok(tc_ellipse_find(p, largest, TC_ELLIPSE_PRODUCTS_MIN, NULL, &e));
    cr_assert(!e.found && e.rung == TC_ELLIPSE_RUNGS - 1 && e.rate > 0.0);
    cr_assert_lt(e.products, 15 * TC_ELLIPSE_PRODUCTS_MIN);
    if (k == 0) cr_assert_eq(e.place.cell, 200 + mesh->base, "%d", e.place.cell);
  }
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

ParallelTest(ellipse, table_and_ceiling) {
  (void)world;
  cr_assert_eq(tc_ellipse_axis_ratio(0), 0.0);
  cr_assert_eq(tc_ellipse_axis_ratio(1), 0.01);
  cr_assert_float_eq(tc_ellipse_axis_ratio(TC_ELLIPSE_RUNGS - 1), 0.64, 1e-15);
  for (int rung = 2; rung < TC_ELLIPSE_RUNGS; rung++)
    cr_assert_float_eq(tc_ellipse_axis_ratio(rung) / tc_ellipse_axis_ratio(rung - 1), pow(2.0, 0.125), 1e-14);
  cr_assert(isinf(tc_ellipse_ceiling(0.0)));
  cr_assert_float_eq(tc_ellipse_ceiling(0.6), 1.5, 1e-15);
  cr_assert_eq(tc_ellipse_trial(2), 400);
  cr_assert_eq(tc_ellipse_trial(175), 700);
  cr_assert_eq(tc_ellipse_trial(1000), 2000);
}

/* A search of 400 products with N = 2^20 cells has an uncertainty of atanh(axis ratio) of ln(sqrt(N)) / 400 =
 * 0.01733. Steps without a wider ellipse are certain up to 1.8 * 400 / ln(sqrt(N)) = 103.9 stages. */
ParallelTest(ellipse, uncertainty_of_the_search) {
  const tc_gid cells = 1 << 20;
  (void)world;
  for (int rung = 0; rung < TC_ELLIPSE_RUNGS; rung++) {
    const tc_ellipse e = {.found = true,
                          .rung = rung,
                          .axis_ratio = tc_ellipse_axis_ratio(rung),
                          .trial = 400};
    const tc_ellipse wide = tc_ellipse_widen(&e, cells);
    const double least = atanh(e.axis_ratio) + 10.0 * log(2.0) / 400.0;
    cr_assert_eq(wide.found, atanh(0.64) >= least);
    if (!wide.found) continue;
    cr_assert(atanh(wide.axis_ratio) >= least && wide.rung > rung);
    cr_assert(wide.rung == rung + 1 || atanh(tc_ellipse_axis_ratio(wide.rung - 1)) < least);
  }
  const tc_ellipse e = {.found = true, .trial = 400};
  cr_assert_eq(tc_ellipse_certain_stages(&e, cells), 103);
  cr_assert_eq(tc_ellipse_certain_stages(&e, cells - 1), 103,
               "numbers of cells are rounded to powers of two");
  cr_assert_eq(tc_ellipse_certain_stages(&e, 1), INT_MAX);
}
