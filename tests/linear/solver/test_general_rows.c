/* Tests of every method with every preconditioner on systems with general rows (sparse/ell.h), whose lengths
 * range from 1 to 200. Solutions must have the same bits on any number of ranks. If the rows are short enough
 * for padded rows, the bits must be those of padded rows. */
#include <omp.h>
#include <stdio.h>

#include "base/core/memory.h"
#include "linear/solver/solver.h"
#include "support/parallel.h"
#include "support/staircase.h"

enum { long_rows = 201, short_rows = 61, short_width = 60 };

/* A distributed system, and the whole system on each rank. */
typedef struct pair {
  tc_world *self;
  staircase split, whole;
  int32_t *position; /* position of each id in the distributed system */
  tc_virtual_ranks virtual_ranks;
} pair;

/* Collective. Sets the bounds of the spectrum that polynomial preconditioners need. */
static void set_spectrum(staircase *s) {
  double largest = 0.0; /* Gershgorin's bound of the eigenvalues */
  for (int32_t i = 0; i < s->R->rows; i++) {
    double sum = fabs(s->R->diagonal[i]);
    for (size_t e = tc_ell_begin(s->R, i); e < tc_ell_end(s->R, i); e++) sum += fabs(s->R->value[e]);
    largest = fmax(largest, sum);
  }
  expect_ok(tc_world_max(s->world, &largest, 1));
  s->system.spread = s->kind.is_symmetric;
  s->system.largest = largest;
}

static void pair_make(tc_world *world, const staircase_kind *split, const staircase_kind *whole, pair *p) {
  *p = (pair){.self = NULL};
  expect_ok(tc_world_create(MPI_COMM_SELF, 0, &p->self));
  staircase_make(world, split, &p->split);
  staircase_make(p->self, whole, &p->whole);
  set_spectrum(&p->split);
  set_spectrum(&p->whole);
  p->position = calloc((size_t)split->rows, sizeof *p->position);
  for (int32_t i = 0; i < split->rows; i++) p->position[i] = (int32_t)staircase_position(split, i);
  p->virtual_ranks = (tc_virtual_ranks){p->split.distribution, p->position};
  p->whole.system.virtual_ranks = &p->virtual_ranks;
}

static void pair_free(pair *p) {
  staircase_free(&p->split);
  staircase_free(&p->whole);
  tc_world_destroy(&p->self);
  free(p->position);
}

typedef struct solution {
  tc_solve_result result;
  tc_work work;
  double *x; /* solution, indexed by row id */
} solution;

/* Collective. Returns false if the solver rejects the combination of method and preconditioner. */
static bool solve(const staircase *s, const tc_solver_options *options, solution *out) {
  tc_solver *solver = NULL;
  tc_ledger ledger = {0};
  tc_status status = tc_solver_create(&s->system, options, &solver);
  if (status) {
    cr_assert_eq(tc_status_code(status), TC_USAGE, "%s", tc_status_text(status));
    tc_status_free(&status);
    return false;
  }
  expect_ok(tc_solver_solve(solver, s->b, INFINITY, NULL, &ledger, &out->result));
  expect_ok(tc_solver_solve(solver, s->b, out->result.initial_residual, NULL, &ledger, &out->result));
  out->work = ledger.work;
  out->x = staircase_gather(s, solver->x);
  tc_solver_destroy(&solver);
  return true;
}

static const tc_strategy *valid_strategy(int turn) {
  int valid = 0;
  for (int i = 0; i < tc_strategy_count(); i++) valid += tc_strategy_is_valid(tc_strategy_at(i));
  turn %= valid;
  for (int i = 0;; i++)
    if (tc_strategy_is_valid(tc_strategy_at(i)) && turn-- == 0) return tc_strategy_at(i);
}

static tc_solver_options init_options(const tc_method *method, const tc_preconditioner *preconditioner,
                                      tc_scope scope) {
  tc_preconditioner_options p = tc_preconditioner_options_default();
  p.scope = scope;
  p.multigrid.coarsest = 10;
  p.multigrid.rows_per_rank = 16;
  return (tc_solver_options){.method = method,
                             .method_options = {.restart = 30, .relaxation = 1.0},
                             .preconditioner = preconditioner,
                             .preconditioner_options = p,
                             .tolerance = 1e-8,
                             .most_iterations = 3000,
                             .strategy = tc_strategy_find("neighbour"),
                             .format = tc_format_at(0)};
}

static void expect_same(const solution *got, const solution *wanted, int32_t rows, const char *what) {
  cr_assert_eq(got->result.reason, TC_REASON_converged, "%s: %s", what, tc_reason_name(got->result.reason));
  cr_assert_eq(got->result.iterations, wanted->result.iterations, "%s: %lld iterations, not %lld", what,
               (long long)got->result.iterations, (long long)wanted->result.iterations);
  cr_assert_eq(got->result.residual, wanted->result.residual, "%s", what);
  cr_assert_eq(got->work.products, wanted->work.products, "%s", what);
  for (int32_t i = 0; i < rows; i++)
    cr_assert_eq(got->x[i], wanted->x[i], "%s, row %d: %.17g, not %.17g", what, (int)i, got->x[i],
                 wanted->x[i]);
}

/* Solves the whole system on one rank with one thread, and the distributed system on all ranks. Compares
 * both. Returns false if the solver rejects the combination of method and preconditioner. */
static bool expect_pair(const pair *p, int m, const tc_preconditioner *preconditioner, tc_scope scope) {
  const int threads = omp_get_max_threads();
  tc_solver_options options = init_options(tc_method_at(m), preconditioner, scope);
  solution alone, split;
  char what[200];
  omp_set_num_threads(1);
  const bool is_solved = solve(&p->whole, &options, &alone);
  omp_set_num_threads(threads);
  if (!is_solved) return false;
  options.strategy = valid_strategy(m + (int)preconditioner->scopes + preconditioner->sweeps);
  snprintf(what, sizeof what, "%s + %s, scope %d, %s", tc_method_at(m)->name, preconditioner->name,
           (int)scope, options.strategy->name);
  cr_assert(solve(&p->split, &options, &split));
  expect_same(&split, &alone, p->whole.kind.rows, what);
  free(alone.x);
  free(split.x);
  return true;
}

/* Sweeps through long rows have a hundred colours, and the ranks synchronise after each colour. Except for
 * short symmetric rows, each method is therefore tested with a third of the preconditioners. */
static bool is_tested(const pair *p, int m, int k) {
  return (p->whole.R->width <= 64 && p->whole.kind.is_symmetric) || (m + k) % 3 == 0;
}

static int expect_all(const pair *p) {
  const tc_preconditioner *multigrid = tc_preconditioner_find("multigrid");
  int solved = 0;
  for (int m = 0; m < tc_method_count(); m++)
    for (int k = 0; k < tc_preconditioner_count(); k++) {
      const tc_preconditioner *preconditioner = tc_preconditioner_at(k);
      if (preconditioner == multigrid && !p->whole.kind.is_symmetric) continue; /* needs a symmetric matrix */
      if (!is_tested(p, m, k)) continue;
      for (int scope = 1; scope <= 2; scope++)
        if (preconditioner->scopes & (unsigned)scope)
          solved += expect_pair(p, m, preconditioner, (tc_scope)scope);
    }
  return solved;
}

/* The reference has all rows on one rank in the order of the ids. A distributed system with shuffled rows
 * must have the same bits. */
static void expect_distributed(tc_world *world, bool is_symmetric, tc_distribution_kind kind) {
  const staircase_kind split = {long_rows, 0, true, is_symmetric, kind, 7},
                       whole = {long_rows, 0, false, is_symmetric, TC_DISTRIBUTION_CYCLIC, long_rows};
  pair p;
  pair_make(world, &split, &whole, &p);
  cr_assert_gt(p.whole.R->width, 64);
  cr_assert_geq(expect_all(&p), 10);
  pair_free(&p);
}

ThreadedTest(general_rows, symmetric_on_any_ranks) { expect_distributed(world, true, TC_DISTRIBUTION_METIS); }
ThreadedTest(general_rows, unsymmetric_on_any_ranks) {
  expect_distributed(world, false, TC_DISTRIBUTION_CYCLIC);
}

/* Like expect_distributed, but the reference has padded rows. */
static void expect_padded(tc_world *world, bool is_symmetric) {
  const staircase_kind split = {short_rows, 0, true, is_symmetric, TC_DISTRIBUTION_CYCLIC, 3},
                       whole = {short_rows, short_width, false, is_symmetric, TC_DISTRIBUTION_CYCLIC,
                                short_rows};
  pair p;
  pair_make(world, &split, &whole, &p);
  cr_assert(p.split.R->begin && !p.whole.R->begin);
  cr_assert_geq(expect_all(&p), is_symmetric ? 30 : 10);
  pair_free(&p);
}

ParallelTest(general_rows, symmetric_as_padded) { expect_padded(world, true); }
ParallelTest(general_rows, unsymmetric_as_padded) { expect_padded(world, false); }

/* Device kernels need rows of equal length, so a device must reject general rows. */
ParallelTest(general_rows, no_device) {
  const staircase_kind how = {long_rows, 0, true, true, TC_DISTRIBUTION_CYCLIC, 7};
  staircase s;
  staircase_make(world, &how, &s);
  tc_status status = tc_device_matrix_check(s.R);
  cr_assert_eq(tc_status_code(status), TC_USAGE);
  cr_assert(strstr(tc_status_text(status), "set device to none"));
  tc_status_free(&status);
  staircase_free(&s);
}
