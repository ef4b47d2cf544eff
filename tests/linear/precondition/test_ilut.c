/* Tests of incomplete factors with fill (ILUT). The expected factors come from the same algorithm on dense
 * rows. */
#define _GNU_SOURCE
#include "support/out_of_memory.h"

#include "linear/precondition/ilut.h"

#include <math.h>

#include "linear/small.h"
#include "linear/systems.h"

static bool is_larger(double a, int32_t i, double b, int32_t j) {
  return fabs(a) > fabs(b) || (fabs(a) == fabs(b) && i < j);
}

/* Reference of dropping. In the columns first .. end - 1 of w, retains the `most` largest values with a
 * magnitude above `least`, and sets the others to 0. */
static void keep(int32_t first, int32_t end, double least, int most, double *w) {
  double *all = NULL;
  expect_ok(TC_ALLOC(all, end + 1));
  for (int32_t j = first; j < end; j++) all[j] = fabs(w[j]) > least ? w[j] : 0.0;
  for (int32_t j = first; j < end; j++) {
    int larger = 0;
    for (int32_t k = first; k < end; k++) larger += k != j && is_larger(all[k], k, all[j], j);
    w[j] = larger < most ? all[j] : 0.0;
  }
  tc_free(all);
}

/* Sets w to row i of A without columns of ghosts. Sets `own` to the numbers of entries before and after the
 * diagonal. */
static void dense_row(const tc_linear_system *system, int32_t i, double *w, int own[2]) {
  const tc_ell *R = system->R;
  own[0] = own[1] = 0;
  for (int32_t j = 0; j < R->rows; j++) w[j] = 0.0;
  w[i] = system->shift + system->scale * R->diagonal[i];
  for (int k = 0; k < R->width; k++) {
    const int32_t j = R->column[(int64_t)i * R->width + k];
    if (j == i || j >= R->rows) continue;
    w[j] = system->scale * R->value[(int64_t)i * R->width + k];
    own[j > i]++;
  }
}

/* Returns both factors in one dense array, with the diagonal of U. */
static double *dense_factors(const tc_linear_system *system, int fill, double drop) {
  const int32_t n = system->R->rows;
  double *F = NULL;
  expect_ok(TC_ALLOC(F, (int64_t)n * n + 1));
  for (int32_t i = 0; i < n; i++) {
    double *w = F + (int64_t)i * n, square = 0.0;
    int own[2];
    dense_row(system, i, w, own);
    for (int32_t j = 0; j < n; j++) square += w[j] * w[j];
    const double least = drop * sqrt(square);
    for (int32_t k = 0; k < i; k++) {
      w[k] *= 1.0 / F[(int64_t)k * n + k];
      if (!(fabs(w[k]) > least)) w[k] = 0.0;
      for (int32_t j = k + 1; j < n; j++)
        if (w[k] != 0.0 && F[(int64_t)k * n + j] != 0.0) w[j] -= w[k] * F[(int64_t)k * n + j];
    }
    keep(0, i, 0.0, own[0] + fill, w);
    keep(i + 1, n, least, own[1] + fill, w);
  }
  return F;
}

static int64_t expect_triangle(const tc_ilut *f, const tc_ilut_triangle *t, bool upper, const double *F) {
  const int32_t n = f->rows;
  for (int32_t i = 0; i < n; i++) {
    int64_t e = t->begin[i];
    for (int32_t j = upper ? i + 1 : 0; j < (upper ? n : i); j++) {
      if (F[(int64_t)i * n + j] == 0.0) continue;
      cr_assert_lt(e, t->begin[i + 1], "row %d", i);
      cr_assert_eq(t->column[e], j, "row %d: column %d, not %d", i, t->column[e], j);
      cr_assert_eq(t->value[e], F[(int64_t)i * n + j], "row %d, column %d", i, j);
      e++;
    }
    cr_assert_eq(e, t->begin[i + 1], "row %d", i);
  }
  return t->begin[n];
}

/* Compares the factors with the dense reference. Returns the number of entries of the factors. */
static int64_t expect_factors(const tc_linear_system *system, int fill, double drop) {
  double *F = dense_factors(system, fill, drop);
  tc_ilut *f = NULL;
  expect_ok(tc_ilut_create(system, fill, drop, &f));
  for (int32_t i = 0; i < f->rows; i++) cr_assert_eq(f->inverse[i], 1.0 / F[(int64_t)i * f->rows + i]);
  const int64_t entries = expect_triangle(f, &f->lower, false, F) + expect_triangle(f, &f->upper, true, F);
  tc_ilut_destroy(&f);
  tc_free(F);
  return entries;
}

/* In the last distribution one rank has all rows. */
ParallelTest(ilut, factors) {
  const cutting hows[] = {{"gradient", "rcm", TC_DISTRIBUTION_METIS, 7},
                          {"two-point", "none", TC_DISTRIBUTION_CYCLIC, 16},
                          {"gradient", "none", TC_DISTRIBUTION_CYCLIC, 1 << 20}};
  for (int k = 0; k < 3; k++) {
    scene s = scene_make(world, &hows[k], 0.0);
    scene_set_step(&s, 100.0);
    const int64_t none = expect_factors(&s.system, 0, 0.0), dropped = expect_factors(&s.system, 0, 0.05),
                  some = expect_factors(&s.system, 3, 0.0), both = expect_factors(&s.system, 3, 0.01),
                  all = expect_factors(&s.system, 1000, 0.0);
    if (k != 1 && s.system.R->rows > 50) {
      cr_expect_lt(dropped, none);
      cr_expect_lt(none, some);
      cr_expect_lt(both, some);
      cr_expect_lt(some, all);
    }
    scene_free(&s);
  }
}

/* If all fill is retained and nothing is dropped, the factors are those of LU. Solves with them must be exact
 * up to rounding. */
ParallelTest(ilut, exact) {
  (void)world;
  tc_world *self = NULL;
  expect_ok(tc_world_create(MPI_COMM_SELF, 0, &self));
  const cutting whole = {"gradient", "none", TC_DISTRIBUTION_CYCLIC, 1 << 30};
  scene s = scene_make(self, &whole, 0.0);
  scene_set_step(&s, 100.0);
  const int32_t rows = s.system.R->rows;
  tc_ilut *f = NULL;
  tc_ell *A = NULL;
  double *z = NULL, *Az = NULL;
  expect_ok(tc_ilut_create(&s.system, rows, 0.0, &f));
  expect_ok(tc_ell_combine(s.system.R, s.system.shift, s.system.scale, &A));
  expect_ok(TC_ALLOC(z, rows));
  expect_ok(TC_ALLOC(Az, rows));
  tc_ilut_solve(f, s.b, z);
  tc_ell_multiply(A, z, Az);
  for (int32_t i = 0; i < rows; i++) cr_expect_float_eq(Az[i], s.b[i], 1e-11, "row %d", i);
  memcpy(z, s.b, (size_t)rows * sizeof *z); /* from here on, the transposed system z A = b */
  tc_ilut_solve_transposed(f, z);
  for (int32_t i = 0; i < rows; i++) Az[i] = A->diagonal[i] * z[i];
  for (int64_t k = 0; k < (int64_t)rows * A->width; k++) Az[A->column[k]] += A->value[k] * z[k / A->width];
  for (int32_t i = 0; i < rows; i++) cr_expect_float_eq(Az[i], s.b[i], 1e-11, "transposed, row %d", i);
  tc_free(Az);
  tc_free(z);
  tc_ell_destroy(&A);
  tc_ilut_destroy(&f);
  scene_free(&s);
  tc_world_destroy(&self);
}

static tc_status open(const tc_linear_system *system, const char *method, tc_solver **solver) {
  tc_solver_options choice = small_choice(method);
  choice.preconditioner = tc_preconditioner_find("ilut");
  choice.preconditioner_options.scope = TC_SCOPE_RANK;
  return tc_solver_create(system, &choice, solver);
}

ParallelTest(ilut, pivots_that_vanish) {
  (void)world;
  static const double first[4] = {0, 1, 1, 0}, second[4] = {1, 1, 1, 1}, wild[4] = {1e308, 1, 1, INFINITY};
  const double *const all[] = {first, second, wild};
  static const char *const cells[] = {"pivot of cell 1 vanishes", "pivot of cell 2 vanishes",
                                      "pivot of cell 2 vanishes"};
  for (int k = 0; k < 3; k++) {
    tc_solver *solver = NULL;
    small s;
    small_make(2, all[k], &s);
    expect_error(open(&s.system, "bicgstab", &solver), TC_NUMERICAL, cells[k]);
    small_free(&s);
  }
}

/* A vanishing pivot on one rank must be an error on all ranks. */
ParallelTest(ilut, pivot_of_one_rank) {
  const cutting how = {"two-point", "rcm", TC_DISTRIBUTION_METIS, 64};
  scene s = scene_make(world, &how, 0.1);
  tc_solver *solver = NULL;
  tc_ell *R = NULL;
  expect_ok(tc_ell_combine(s.system.R, 0.0, 1.0, &R));
  for (int32_t i = 0; i < R->rows; i++) {
    if (s.system.id[i] != 17) continue;
    R->diagonal[i] = 10.0; /* the diagonal of A becomes 1 - 0.1 * 10 */
    for (int k = 0; k < R->width; k++) R->value[(int64_t)i * R->width + k] = 0.0;
  }
  s.system.R = R;
  s.system.base = 1;
  expect_error(open(&s.system, "bicgstab", &solver), TC_NUMERICAL, "pivot of cell 18 vanishes");
  tc_ell_destroy(&R);
  scene_free(&s);
}

/* The factors are not symmetric even if the matrix is, because entries are dropped by row. cg must reject
 * ilut. */
ParallelTest(ilut, is_not_for_cg) {
  const cutting how = {"two-point", "rcm", TC_DISTRIBUTION_METIS, 64};
  scene s = scene_make(world, &how, 0.1);
  tc_solver *solver = NULL;
  expect_error(open(&s.system, "cg", &solver), TC_USAGE,
               "cg needs a symmetric preconditioner, but ilut is not symmetric");
  scene_free(&s);
}

/* Each allocation of the factorisation fails once. The error must name the option `fill` if the size of the
 * array depends on this option. Not collective. */
ParallelTest(ilut, memory_that_fill_takes) {
  const cutting how = {"two-point", "rcm", TC_DISTRIBUTION_METIS, 64};
  scene s = scene_make(world, &how, 0.1);
  int named = 0, failures = 0;
  for (bool hit = true; hit; failures += hit) {
    tc_ilut *f = NULL;
    short_memory_hit = false;
    short_memory_left = failures;
    tc_status status = tc_ilut_create(&s.system, 77, 0.0, &f);
    short_memory_left = -1;
    hit = short_memory_hit;
    cr_assert_eq(status != NULL, hit);
    if (hit) cr_assert(strstr(tc_status_text(status), "out of memory"), "%s", tc_status_text(status));
    named += hit && strstr(tc_status_text(status), "grow with solver.preconditioner.fill (now 77)");
    tc_status_free(&status);
    tc_ilut_destroy(&f);
  }
  /* Without sanitizers, one block of a pool serves several arrays. With sanitizers each array has its own
   * block. The number of allocations that do not depend on `fill` therefore differs between builds. */
  cr_expect(named > failures / 2 && named >= failures - 13, "%d of %d failures name the option fill", named,
            failures);
  scene_free(&s);
}
