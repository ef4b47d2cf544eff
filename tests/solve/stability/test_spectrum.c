#include "solve/stability/spectrum.h"

#include <math.h>

#include "sparse/ell_kernels.h"
#include "support/parallel.h"
#include "support/problems.h"

/* Returns the largest |eigenvalue| by plain power iteration. The number of iterations is large enough for
 * three correct digits. */
static double long_power(const tc_ell *rates) {
  const int32_t n = rates->rows;
  double *v = malloc(8 * (size_t)n), *next = malloc(8 * (size_t)n), largest = 0.0;
  for (int32_t i = 0; i < n; i++) v[i] = noise((uint64_t)i);
  for (int round = 0; round < 5000; round++) {
    double above = 0.0, below = 0.0;
    tc_ell_multiply(rates, v, next);
    for (int32_t i = 0; i < n; i++) {
      above += next[i] * next[i];
      below += v[i] * v[i];
    }
    largest = sqrt(above / below);
    for (int32_t i = 0; i < n; i++) v[i] = next[i] / largest;
  }
  free(v);
  free(next);
  return largest;
}

static tc_spectrum estimate_spectrum(const tc_problem *p) {
  tc_spectrum spectrum;
  expect_ok(tc_spectrum_estimate(p, &spectrum));
  return spectrum;
}

static void expect_near_and_reproducible(tc_world *world, const char *scheme, tc_mesh *mesh) {
  const cutting cuttings[] = {
      {scheme, "metis", TC_DISTRIBUTION_METIS, 65536},
      {scheme, "rcm", TC_DISTRIBUTION_CYCLIC, 7},
      {scheme, "none", TC_DISTRIBUTION_CYCLIC, 100000},
  };
  twin t = twin_make(scheme, mesh);
  const tc_spectrum alone = estimate_spectrum(t.problem);
  const double sure = long_power(t.problem->system->rates);
  cr_assert_leq(alone.largest, alone.gershgorin);
  cr_assert(fabs(alone.largest / sure - 1.0) < 0.03, "%s: %g, long iteration %g", scheme, alone.largest,
            sure);
  for (int c = 0; c < 3; c++) {
    tc_problem *p = problem_make(world, &cuttings[c], mesh);
    const tc_spectrum spectrum = estimate_spectrum(p);
    cr_assert_eq(spectrum.largest, alone.largest, "%s: %.17g, one rank %.17g", scheme, spectrum.largest,
                 alone.largest);
    cr_assert_eq(spectrum.gershgorin, alone.gershgorin);
    cr_assert_eq(spectrum.products, alone.products);
    tc_problem_destroy(&p);
  }
  cr_assert_eq(tc_spectrum_step_bound(&alone), 2.0 / alone.largest);
  twin_free(&t);
}

ThreadedTest(spectrum, the_same_bits_everywhere_and_close) {
  tc_mesh *even = mesh_box(5, 4, 4, 0.0), *distorted = mesh_box(5, 4, 4, 0.15);
  for (int s = 0; s < tc_scheme_count(); s++) {
    expect_near_and_reproducible(world, tc_scheme_at(s)->name, even);
    expect_near_and_reproducible(world, tc_scheme_at(s)->name, distorted);
  }
  tc_mesh_destroy(&even);
  tc_mesh_destroy(&distorted);
}

ParallelTest(spectrum, nothing_diffuses_in_a_single_cell) {
  tc_mesh *mesh = mesh_single(1.0);
  const cutting how = {"gradient", "rcm", TC_DISTRIBUTION_METIS, 7};
  tc_problem *p = problem_make(world, &how, mesh);
  const tc_spectrum spectrum = estimate_spectrum(p);
  cr_assert_eq(spectrum.largest, 0.0);
  cr_assert(isinf(tc_spectrum_step_bound(&spectrum)));
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* A matrix with a NaN or infinite entry has no stable step. The estimate must return an error. */
ParallelTest(spectrum, what_is_not_finite_is_refused) {
  static const double bad[] = {NAN, INFINITY, -INFINITY};
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  const cutting how = {"gradient", "rcm", TC_DISTRIBUTION_METIS, 7};
  for (int i = 0; i < 3; i++) {
    tc_spectrum spectrum;
    tc_problem *p = problem_make(world, &how, mesh);
    if (world->rank == world->ranks - 1) p->system->rates->value[5] = bad[i];
    expect_error(tc_spectrum_estimate(p, &spectrum), TC_NUMERICAL, "no step is stable");
    tc_problem_destroy(&p);
  }
  tc_mesh_destroy(&mesh);
}
