#include "comm/layout/transpose.h"

#include <math.h>

#include "base/core/memory.h"
#include "sparse/ell_kernels.h"
#include "support/parallel.h"
#include "support/problems.h"

/* The blocks of the last distribution are larger than the mesh, so rank 0 owns all rows. */
static const cutting cuttings[] = {{NULL, "rcm", TC_DISTRIBUTION_METIS, 7},
                                   {NULL, "none", TC_DISTRIBUTION_CYCLIC, 7},
                                   {NULL, "metis", TC_DISTRIBUTION_CYCLIC, 40},
                                   {NULL, "none", TC_DISTRIBUTION_CYCLIC, 1000000}};
enum { cutting_count = sizeof cuttings / sizeof *cuttings };

static tc_ell *create_adjoint(const tc_problem *p) {
  tc_ell *adjoint = NULL;
  expect_ok(tc_adjoint_create(p->space->world, p->space->halo, p->system->rates, p->space->volume, &adjoint));
  return adjoint;
}

static double compute_skewness(const tc_problem *p, const tc_ell *adjoint) {
  double skewness;
  expect_ok(
      tc_adjoint_compute_skewness(p->space->world, p->system->rates, adjoint, p->space->volume, &skewness));
  return skewness;
}

/* Returns the inner product of x and y, weighted with the cell volumes. *size receives the sum of the
 * absolute values of its terms. */
static double dot(const tc_problem *p, const double *x, const double *y, double *size) {
  long double sum = 0.0L, sizes = 0.0L;
  for (int32_t i = 0; i < p->space->owned; i++) {
    const long double term = (long double)p->space->volume[i] * x[i] * y[i];
    sum += term;
    sizes += fabsl(term);
  }
  *size = (double)sizes;
  return (double)sum;
}

/* Checks that <A x, y> = <x, A* y> for the problem on one rank. */
static void expect_adjoint(const tc_problem *p, const tc_ell *adjoint) {
  const int32_t n = p->space->owned;
  double *v = NULL, size[2];
  expect_ok(TC_ALLOC(v, 4 * n));
  double *const x = v, *const y = v + n, *const Ax = v + 2 * n, *const Ay = v + 3 * n;
  for (int32_t i = 0; i < n; i++) {
    x[i] = noise((uint64_t)i);
    y[i] = noise((uint64_t)(i + n));
  }
  tc_ell_multiply(p->system->rates, x, Ax);
  tc_ell_multiply(adjoint, y, Ay);
  const double left = dot(p, Ax, y, &size[0]), right = dot(p, x, Ay, &size[1]);
  cr_assert(fabs(left - right) <= 1e-13 * (size[0] + size[1]), "%s: %.17g and %.17g", p->scheme->name, left,
            right);
  tc_free(v);
}

/* Each row of the adjoint must have the columns of A. Its values must have the bits that the row of this
 * cell has on one rank. */
static void expect_rows(const tc_problem *p, const tc_ell *adjoint, const tc_ell *wanted) {
  const tc_ell *A = p->system->rates;
  for (int32_t i = 0; i < A->rows; i++) {
    const int64_t here = (int64_t)i * A->width, there = (int64_t)p->space->id[i] * A->width;
    cr_assert_eq(adjoint->diagonal[i], wanted->diagonal[p->space->id[i]]);
    for (int k = 0; k < A->width; k++) {
      const double value = adjoint->value[here + k], want = wanted->value[there + k];
      cr_assert_eq(adjoint->column[here + k], A->column[here + k]);
      cr_assert(memcmp(&value, &want, sizeof value) == 0, "cell %d, entry %d: %.17g, one rank %.17g",
                (int)p->space->id[i], k, value, want);
    }
  }
}

static void expect_transposes(tc_world *world, const char *scheme, tc_mesh *mesh) {
  twin t = twin_make(scheme, mesh);
  tc_ell *wanted = create_adjoint(t.problem);
  const double skewness = compute_skewness(t.problem, wanted);
  expect_adjoint(t.problem, wanted);
  for (int c = 0; c < cutting_count; c++) {
    cutting how = cuttings[c];
    how.scheme = scheme;
    tc_problem *p = problem_make(world, &how, mesh);
    tc_ell *adjoint = create_adjoint(p);
    expect_rows(p, adjoint, wanted);
    cr_assert_eq(compute_skewness(p, adjoint), skewness);
    tc_ell_destroy(&adjoint);
    tc_problem_destroy(&p);
  }
  tc_ell_destroy(&wanted);
  twin_free(&t);
}

ThreadedTest(transpose, the_adjoint_in_the_same_bits_everywhere) {
  tc_mesh *mesh = mesh_box(4, 5, 6, 0.12);
  for (int s = 0; s < tc_scheme_count(); s++) expect_transposes(world, tc_scheme_at(s)->name, mesh);
  tc_mesh_destroy(&mesh);
}

/* Computes the asymmetry of A by definition, from all pairs of entries of the dense matrix V A. V are the
 * volumes. */
static double dense_skewness(const tc_problem *p) {
  const tc_ell *A = p->system->rates;
  const int32_t n = A->rows;
  double *dense = NULL, skew = 0.0, all = 0.0;
  expect_ok(TC_ALLOC_ZERO(dense, n * n));
  for (int32_t i = 0; i < n; i++) {
    dense[i * n + i] = p->space->volume[i] * A->diagonal[i];
    for (int32_t e = i * A->width; e < (i + 1) * A->width; e++)
      dense[i * n + A->column[e]] += p->space->volume[i] * A->value[e];
  }
  for (int32_t i = 0; i < n; i++)
    for (int32_t j = 0; j < n; j++) {
      all += dense[i * n + j] * dense[i * n + j];
      skew += (dense[i * n + j] - dense[j * n + i]) * (dense[i * n + j] - dense[j * n + i]);
    }
  tc_free(dense);
  return sqrt(skew / all);
}

ParallelTest(transpose, two_point_rows_are_self_adjoint_and_gradient_rows_are_not) {
  tc_mesh *mesh = mesh_box(4, 3, 2, 0.15);
  twin even = twin_make("two-point", mesh), skew = twin_make("gradient", mesh);
  tc_ell *even_adjoint = create_adjoint(even.problem), *skew_adjoint = create_adjoint(skew.problem);
  cr_assert_lt(compute_skewness(even.problem, even_adjoint), 1e-15);
  const double skewness = compute_skewness(skew.problem, skew_adjoint), dense = dense_skewness(skew.problem);
  cr_assert_gt(skewness, 0.01);
  cr_assert(fabs(skewness / dense - 1.0) < 1e-12, "%.17g, from the dense matrix %.17g", skewness, dense);
  cr_assert_eq(compute_skewness(even.problem, even.problem->system->rates), 0.0);
  tc_ell_destroy(&even_adjoint);
  tc_ell_destroy(&skew_adjoint);
  twin_free(&even);
  twin_free(&skew);
  tc_mesh_destroy(&mesh);
  (void)world;
}

/* The matrix of a single cell has no off-diagonal entries, so its asymmetry is 0. */
ParallelTest(transpose, a_single_cell) {
  tc_mesh *mesh = mesh_single(1.0);
  const cutting how = {"gradient", "rcm", TC_DISTRIBUTION_METIS, 7};
  tc_problem *p = problem_make(world, &how, mesh);
  tc_ell *adjoint = create_adjoint(p);
  cr_assert_eq(compute_skewness(p, adjoint), 0.0);
  tc_ell_destroy(&adjoint);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* Removes the first entry in a ghost column (if `ghost` is true) or in an owned column. Only the last rank
 * changes its rows. */
static void remove_entry(const tc_problem *p, bool ghost) {
  tc_ell *A = p->system->rates;
  if (p->space->world->rank != p->space->world->ranks - 1) return;
  for (int32_t e = 0; e < A->rows * A->width; e++) {
    const int32_t row = e / A->width;
    if (A->column[e] == row || (A->column[e] >= A->rows) != ghost) continue;
    A->column[e] = row;
    A->value[e] = 0.0;
    return;
  }
}

ParallelTest(transpose, patterns_that_are_not_symmetric) {
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  for (int ghost = 0; ghost < 2; ghost++) {
    const cutting how = {"two-point", "rcm", TC_DISTRIBUTION_METIS, 7};
    tc_problem *p = problem_make(world, &how, mesh);
    tc_ell *adjoint = NULL;
    remove_entry(p, ghost);
    if (world->ranks > 1 || !ghost)
      expect_error(tc_adjoint_create(world, p->space->halo, p->system->rates, p->space->volume, &adjoint),
                   TC_INTERNAL, ghost ? "expected" : "no mirror entry");
    cr_assert_null(adjoint);
    tc_problem_destroy(&p);
  }
  tc_mesh_destroy(&mesh);
}
