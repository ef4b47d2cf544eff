#include "linear/precondition/ilu0.h"

#include <math.h>

#include "base/core/memory.h"
#include "linear/systems.h"

static const cutting cuttings[] = {{NULL, "rcm", TC_DISTRIBUTION_METIS, 64},
                                   {NULL, "none", TC_DISTRIBUTION_CYCLIC, 7},
                                   {NULL, "none", TC_DISTRIBUTION_CYCLIC, 1000}};

static tc_ell *matrix_of(const scene *s) {
  tc_ell *A = NULL;
  expect_ok(tc_ell_combine(s->system.R, s->system.shift, s->system.scale, &A));
  return A;
}

/* Returns the ILU(0) factor of the scene's matrix, and its elimination order in *order. The caller frees
 * both. */
static tc_ell *factor_of(const scene *s, tc_scope scope, tc_elimination_order **order) {
  tc_ell *F = matrix_of(s);
  expect_ok(tc_elimination_order_create(&s->system, scope, order));
  expect_ok(tc_ilu0_factorise(*order, F));
  return F;
}

/* Returns the entry of row i in column j, which is the diagonal for j = i. Returns NULL if there is none. */
static double *entry(tc_ell *A, int32_t i, int32_t j) {
  if (i == j) return &A->diagonal[i];
  for (int32_t e = i * A->width; e < (i + 1) * A->width; e++)
    if (A->column[e] == j) return &A->value[e];
  return NULL;
}

/* Reference factorisation. Processes the rows in the order of their keys and then of their numbers. Reduces
 * each row by all rows with lower keys, in this order. */
static void eliminate(tc_ell *A, const int32_t *key) {
  int32_t last = 0;
  for (int32_t i = 0; i < A->rows; i++) last = key[i] > last ? key[i] : last;
  for (int32_t step = 0; step <= last; step++)
    for (int32_t i = 0; i < A->rows; i++)
      for (int32_t before = 0; before < step && key[i] == step; before++)
        for (int32_t e = i * A->width; e < (i + 1) * A->width; e++) {
          const int32_t k = A->column[e];
          if (k == i || key[k] != before) continue;
          const double times = A->value[e] / A->diagonal[k];
          for (int32_t f = k * A->width; f < (k + 1) * A->width; f++) {
            double *hit = key[A->column[f]] > before ? entry(A, i, A->column[f]) : NULL;
            if (hit) *hit -= times * A->value[f];
          }
        }
}

static void expect_same(const tc_ell *got, const tc_gid *id, const tc_ell *wanted, const char *what) {
  for (int32_t i = 0; i < got->rows; i++) {
    const int32_t cell = id ? (int32_t)id[i] : i;
    cr_assert_eq(got->diagonal[i], wanted->diagonal[cell], "%s, cell %d: pivot %.17g, wanted %.17g", what,
                 (int)cell, got->diagonal[i], wanted->diagonal[cell]);
    for (int k = 0; k < got->width; k++)
      cr_assert_eq(got->value[i * got->width + k], wanted->value[cell * got->width + k],
                   "%s, cell %d, entry %d: %.17g, wanted %.17g", what, (int)cell, k,
                   got->value[i * got->width + k], wanted->value[cell * got->width + k]);
  }
}

/* Checks that (D + L) D^-1 (D + U) equals A in every entry of A. */
static void expect_agreement(tc_ell *F, tc_ell *A, const int32_t *key) {
  for (int32_t i = 0; i < A->rows; i++)
    for (int k = -1; k < A->width; k++) {
      const int32_t j = k < 0 ? i : A->column[i * A->width + k];
      double sum = *entry(F, i, j);
      for (int e = 0; e < A->width; e++) {
        const int32_t m = A->column[i * A->width + e];
        const double *behind = m == i || m == j ? NULL : entry(F, m, j);
        if (behind && key[m] < key[i] && key[m] < key[j])
          sum += F->value[i * A->width + e] * *behind / F->diagonal[m];
      }
      cr_assert(fabs(sum - *entry(A, i, j)) < 1e-13, "entry %d %d: %g", (int)i, (int)j, sum);
    }
}

static void expect_factors(tc_world *world, const char *scheme) {
  const cutting whole = {scheme, "none", TC_DISTRIBUTION_CYCLIC, 1 << 30};
  tc_world *self = NULL;
  tc_elimination_order *order = NULL;
  expect_ok(tc_world_create(MPI_COMM_SELF, 0, &self));
  scene alone = scene_make(self, &whole, 0.1);
  tc_ell *F = factor_of(&alone, TC_SCOPE_GLOBAL, &order), *A = matrix_of(&alone), *wanted = matrix_of(&alone);
  eliminate(wanted, order->forward_key);
  expect_same(F, NULL, wanted, scheme);
  expect_agreement(F, A, order->forward_key);
  cr_assert_neq(F->diagonal[0] + F->diagonal[1], A->diagonal[0] + A->diagonal[1]);
  tc_elimination_order_destroy(&order);
  for (int c = 0; c < 3; c++) {
    cutting how = cuttings[c];
    how.scheme = scheme;
    scene s = scene_make(world, &how, 0.1);
    tc_ell *got = factor_of(&s, TC_SCOPE_GLOBAL, &order);
    expect_same(got, s.system.id, wanted, scheme);
    tc_ell_destroy(&got);
    tc_elimination_order_destroy(&order);
    scene_free(&s);
  }
  tc_ell_destroy(&F);
  tc_ell_destroy(&A);
  tc_ell_destroy(&wanted);
  scene_free(&alone);
  tc_world_destroy(&self);
}

ThreadedTest(factor, as_one_row_after_the_other_on_any_ranks) {
  for (int k = 0; k < tc_scheme_count(); k++) expect_factors(world, tc_scheme_at(k)->name);
}

/* With scope `rank` each rank factorises its own rows. Entries in columns of ghosts must have no effect. */
ThreadedTest(factor, of_each_rank_alone) {
  for (int k = 0; k < tc_scheme_count(); k++) {
    const cutting how = {tc_scheme_at(k)->name, "rcm", TC_DISTRIBUTION_METIS, 64};
    scene s = scene_make(world, &how, 0.1);
    tc_elimination_order *order = NULL;
    tc_ell *F = factor_of(&s, TC_SCOPE_RANK, &order), *wanted = matrix_of(&s);
    for (int32_t e = 0; e < F->rows * F->width; e++)
      if (F->column[e] >= F->rows) {
        cr_assert_eq(order->forward_key[F->column[e]], INT32_MAX);
        F->column[e] = wanted->column[e] = e / F->width;
        F->value[e] = wanted->value[e] = 0.0;
      }
    eliminate(wanted, order->forward_key);
    expect_same(F, NULL, wanted, "rank");
    tc_ell_destroy(&F);
    tc_ell_destroy(&wanted);
    tc_elimination_order_destroy(&order);
    scene_free(&s);
  }
}
