#include "linear/precondition/ldu_factors.h"

#include <math.h>

#include "base/core/memory.h"
#include "count/count_exchange.h"
#include "linear/systems.h"

static const cutting cuttings[] = {{NULL, "rcm", TC_DISTRIBUTION_METIS, 64},
                                   {NULL, "none", TC_DISTRIBUTION_CYCLIC, 7},
                                   {NULL, "none", TC_DISTRIBUTION_CYCLIC, 1000}};
static const char *const names[] = {"ssor", "ilu0"};
static const double relaxation = 1.3;

static tc_preconditioner_setup place(const scene *s, tc_scope scope, bool adjoint) {
  return (tc_preconditioner_setup){.system = &s->system,
                                   .adjoint = adjoint,
                                   .options = {.scope = scope, .relaxation = relaxation}};
}

/* Returns P^-1 r[owned]. The caller frees the result with tc_free. */
static double *apply(const scene *s, const char *name, tc_scope scope, bool adjoint, const double *r,
                     tc_ledger *ledger) {
  const tc_preconditioner *p = tc_preconditioner_find(name);
  const tc_preconditioner_setup where = place(s, scope, adjoint);
  double *z = NULL;
  void *ctx = NULL;
  expect_ok(TC_ALLOC(z, s->system.R->rows));
  expect_ok(p->create(&where, &ctx));
  expect_ok(p->apply(ctx, r, z, ledger));
  p->destroy(ctx);
  return z;
}

static scene serial_scene(const char *scheme, tc_world **self) {
  const cutting whole = {scheme, "none", TC_DISTRIBUTION_CYCLIC, 1 << 30};
  expect_ok(tc_world_create(MPI_COMM_SELF, 0, self));
  return scene_make(*self, &whole, 0.1);
}

static void expect_bits(tc_world *world, const scene *alone, const char *scheme, const char *name,
                        bool adjoint) {
  tc_ledger ledger = {0};
  double *wanted = apply(alone, name, TC_SCOPE_GLOBAL, adjoint, alone->b, &ledger);
  for (int c = 0; c < 3; c++) {
    cutting how = cuttings[c];
    how.scheme = scheme;
    scene s = scene_make(world, &how, 0.1);
    double *z = apply(&s, name, TC_SCOPE_GLOBAL, adjoint, s.b, &ledger);
    for (int32_t i = 0; i < s.system.R->rows; i++)
      cr_assert_eq(z[i], wanted[s.system.id[i]], "%s, %s: cell %d: %.17g, one rank %.17g", scheme, name,
                   (int)s.system.id[i], z[i], wanted[s.system.id[i]]);
    tc_free(z);
    scene_free(&s);
  }
  tc_free(wanted);
}

ThreadedTest(triangles, global_scope_has_the_bits_of_one_rank) {
  for (int k = 0; k < tc_scheme_count(); k++) {
    tc_world *self = NULL;
    const char *scheme = tc_scheme_at(k)->name;
    scene alone = serial_scene(scheme, &self);
    for (int n = 0; n < 2; n++)
      for (int adjoint = 0; adjoint < 2; adjoint++) expect_bits(world, &alone, scheme, names[n], adjoint);
    scene_free(&alone);
    tc_world_destroy(&self);
  }
}

/* Computes (D/w + L) x, where L has the entries in columns with lower keys. */
static void multiply_half(const tc_ell *A, const int32_t *key, const double *x, double *y) {
  for (int32_t i = 0; i < A->rows; i++) {
    y[i] = A->diagonal[i] / relaxation * x[i];
    for (int32_t e = i * A->width; e < (i + 1) * A->width; e++)
      if (key[A->column[e]] < key[i]) y[i] += A->value[e] * x[A->column[e]];
  }
}

/* Checks the defining equation of ssor, r = w / (2 - w) (D/w + L) (D/w)^-1 (D/w + U) z, for z = P^-1 r.
 * Entries in columns of ghosts do not contribute. */
static void expect_ssor(const scene *s, tc_scope scope) {
  const int32_t n = s->system.R->rows;
  tc_elimination_order *order = NULL;
  tc_ell *A = NULL;
  tc_ledger ledger = {0};
  double *z = apply(s, "ssor", scope, false, s->b, &ledger), *y = NULL, *r = NULL;
  expect_ok(tc_elimination_order_create(&s->system, scope, &order));
  expect_ok(tc_ell_combine(s->system.R, s->system.shift, s->system.scale, &A));
  expect_ok(TC_ALLOC(y, n));
  expect_ok(TC_ALLOC(r, n));
  multiply_half(A, order->backward_key, z, y);
  for (int32_t i = 0; i < n; i++) y[i] *= relaxation / A->diagonal[i];
  multiply_half(A, order->forward_key, y, r);
  for (int32_t i = 0; i < n; i++) {
    r[i] *= relaxation / (2.0 - relaxation);
    cr_assert(fabs(r[i] - s->b[i]) < 1e-12, "row %d: %g, wanted %g", (int)i, r[i], s->b[i]);
  }
  cr_assert_eq(ledger.work.sweeps, 2);
  tc_free(z);
  tc_free(y);
  tc_free(r);
  tc_ell_destroy(&A);
  tc_elimination_order_destroy(&order);
}

ParallelTest(triangles, ssor_is_what_its_name_says) {
  for (int k = 0; k < tc_scheme_count(); k++) {
    tc_world *self = NULL;
    scene alone = serial_scene(tc_scheme_at(k)->name, &self);
    expect_ssor(&alone, TC_SCOPE_GLOBAL);
    scene_free(&alone);
    tc_world_destroy(&self);
    const cutting how = {tc_scheme_at(k)->name, "rcm", TC_DISTRIBUTION_METIS, 64};
    scene s = scene_make(world, &how, 0.1);
    expect_ssor(&s, TC_SCOPE_RANK);
    scene_free(&s);
  }
}

/* Returns the sum of V x y on a rank that has all rows. */
static double dot(const scene *s, const double *x, const double *y) {
  long double sum = 0.0L;
  for (int32_t i = 0; i < s->system.R->rows; i++) sum += (long double)s->system.volume[i] * x[i] * y[i];
  return (double)sum;
}

/* Checks that <P^-1 x, y> = <x, P*^-1 y>, where P* is the preconditioner created for the adjoint. */
ParallelTest(triangles, of_the_adjoint_are_the_adjoint) {
  tc_world *self = NULL;
  scene s = serial_scene("gradient", &self);
  double *y = NULL;
  tc_ledger ledger = {0};
  expect_ok(TC_ALLOC(y, s.system.R->rows));
  for (int32_t i = 0; i < s.system.R->rows; i++) y[i] = noise((uint64_t)i + 5000);
  for (int scope = TC_SCOPE_GLOBAL; scope <= TC_SCOPE_RANK; scope++)
    for (int n = 0; n < 2; n++) {
      double *z = apply(&s, names[n], (tc_scope)scope, false, s.b, &ledger),
             *w = apply(&s, names[n], (tc_scope)scope, true, y, &ledger);
      const double left = dot(&s, z, y), right = dot(&s, s.b, w), size = sqrt(dot(&s, z, z) * dot(&s, y, y));
      cr_assert(fabs(left - right) < 1e-12 * size, "%s: %.17g and %.17g", names[n], left, right);
      cr_assert(fabs(dot(&s, z, y) - dot(&s, s.b, y)) > 1e-6 * size, "the preconditioner is the identity");
      tc_free(z);
      tc_free(w);
    }
  tc_free(y);
  scene_free(&s);
  tc_world_destroy(&self);
  (void)world;
}

/* Computes the expected counts of one application. The forward sweep exchanges all colours except the last
 * one. The backward sweep exchanges all except the first one. */
static void predict(const scene *s, tc_counts *out) {
  const tc_space *space = s->problem->space;
  tc_elimination_order *order = NULL;
  tc_pattern *pattern = NULL;
  tc_counts of[65];
  *out = (tc_counts){0};
  expect_ok(tc_elimination_order_create(&s->system, TC_SCOPE_GLOBAL, &order));
  expect_ok(tc_problem_pattern(s->problem, &pattern));
  expect_ok(tc_count_colours(pattern, space->distribution, space->world->node_of_rank, space->world->rank,
                             order->colouring->colour, order->colours, of));
  for (int c = 0; c < order->colours; c++) {
    if (c < order->colours - 1) tc_counts_add(out, &of[c]);
    if (c > 0) tc_counts_add(out, &of[c]);
  }
  tc_pattern_destroy(&pattern);
  tc_elimination_order_destroy(&order);
}

ParallelTest(triangles, what_they_move_is_known_beforehand) {
  for (int c = 0; c < 3; c++) {
    cutting how = cuttings[c];
    how.scheme = "gradient";
    scene s = scene_make(world, &how, 0.1);
    tc_ledger global = {0}, rank = {0};
    tc_counts predicted;
    predict(&s, &predicted);
    tc_free(apply(&s, "ilu0", TC_SCOPE_GLOBAL, false, s.b, &global));
    tc_free(apply(&s, "ilu0", TC_SCOPE_RANK, false, s.b, &rank));
    const int off = tc_counts_difference(&global.sweep_counts, &predicted);
    cr_assert_lt(off, 0, "%s: %lld, predicted %lld", tc_count_name(off < 0 ? 0 : off),
                 (long long)global.sweep_counts.by_index[off < 0 ? 0 : off],
                 (long long)predicted.by_index[off < 0 ? 0 : off]);
    cr_assert_eq(global.work.sweep_messages, predicted.local_messages);
    cr_assert_eq(global.work.sweep_values, predicted.local_values_out);
    cr_assert_lt(tc_counts_difference(&rank.sweep_counts, &(tc_counts){0}), 0);
    cr_assert_lt(tc_counts_difference(&global.count, &(tc_counts){0}), 0);
    cr_assert(global.seconds.precond > 0.0 && tc_seconds_total(&global.seconds) == global.seconds.precond);
    scene_free(&s);
  }
}

/* With the scheme gradient, a cell and its four neighbours are all coupled with each other, so at least five
 * colours are needed. The scope `rank` needs no colours. */
ParallelTest(triangles, only_the_scope_global_has_colours) {
  const cutting how = {"gradient", "rcm", TC_DISTRIBUTION_METIS, 64};
  scene s = scene_make(world, &how, 0.1);
  for (int scope = TC_SCOPE_GLOBAL; scope <= TC_SCOPE_RANK; scope++) {
    tc_elimination_order *order = NULL;
    expect_ok(tc_elimination_order_create(&s.system, (tc_scope)scope, &order));
    if (scope == TC_SCOPE_GLOBAL)
      cr_assert_geq(order->colours, 5);
    else
      cr_assert_eq(order->colours, 0);
    cr_assert_eq(order->colouring != NULL, scope == TC_SCOPE_GLOBAL);
    tc_elimination_order_destroy(&order);
  }
  scene_free(&s);
}

/* With shift = 0 the diagonal of A vanishes at one cell. The error must name this cell on all ranks. */
ParallelTest(triangles, a_pivot_that_vanishes_is_named) {
  const cutting how = {"two-point", "rcm", TC_DISTRIBUTION_CYCLIC, 7};
  scene s = scene_make(world, &how, 0.1);
  const tc_preconditioner *p = tc_preconditioner_find("ssor");
  const tc_preconditioner_setup where = place(&s, TC_SCOPE_GLOBAL, false);
  void *ctx = NULL;
  s.system.shift = 0.0;
  s.system.base = 1;
  for (int32_t i = 0; i < s.system.R->rows; i++)
    if (s.system.id[i] == 41) s.system.R->diagonal[i] = 0.0;
  expect_error(p->create(&where, &ctx), TC_NUMERICAL, "ssor: the pivot of cell 42 vanishes");
  p->destroy(ctx);
  scene_free(&s);
}
