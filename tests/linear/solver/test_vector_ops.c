/* Tests of vector operations: results, order of the sums, dot products and counted work. */
#include <math.h>
#include <omp.h>

#include "linear/solver/solver_internal.h"
#include "support/meshes.h"
#include "support/parallel.h"
#include "support/work_difference.h"

enum { n = 1500, arrays = 6, dots = 3 }; /* n rows are three blocks */

/* A preconditioner z = r / 3 that cannot be fused with other vector operations. */
static tc_status open_thirds(const tc_preconditioner_setup *where, void **ctx) {
  (void)where;
  static int anything;
  *ctx = &anything;
  return TC_OK;
}

static void close_thirds(void *ctx) { (void)ctx; }

static tc_status apply_thirds(void *ctx, const double *r, double *z, tc_ledger *ledger) {
  (void)ctx;
  for (int32_t i = 0; i < n; i++) z[i] = r[i] / 3.0;
  ledger->work.sweeps++;
  return TC_OK;
}

static const tc_preconditioner thirds = {.name = "thirds",
                                         .scopes = TC_SCOPE_GLOBAL,
                                         .symmetric = true,
                                         .create = open_thirds,
                                         .destroy = close_thirds,
                                         .apply = apply_thirds};

/* A method without operations. The tests call the vector operations directly. */
static const tc_method idle = {.name = "idle", .storage = {arrays, 1, dots, sizeof(double)}};

/* System D x = b with D_i = i + 1 and all rows on one rank. */
typedef struct bench {
  tc_world *self;
  tc_distribution *distribution;
  tc_halo *halo;
  tc_ell *R;
  double volume[n];
  tc_gid id[n];
  tc_linear_system system;
  tc_solver *solver;
  tc_ledger ledger;
  double *v[arrays], wanted[arrays][n];
} bench;

static void fill(bench *b) {
  for (int k = 0; k < arrays; k++)
    for (int i = 0; i < n; i++) b->v[k][i] = b->wanted[k][i] = noise((uint64_t)(k * n + i));
}

/* Sets up *b, which must not move afterwards. */
static void bench_make(const tc_preconditioner *preconditioner, bench *b) {
  *b = (bench){.self = NULL};
  expect_ok(tc_world_create(MPI_COMM_SELF, 0, &b->self));
  expect_ok(tc_distribution_create(TC_DISTRIBUTION_CYCLIC, n, 1, n, NULL, &b->distribution));
  expect_ok(tc_halo_create(b->self, b->distribution, 0, NULL, NULL, &b->halo));
  expect_ok(tc_ell_create(n, n, 4, &b->R));
  for (int i = 0; i < n; i++) {
    b->R->diagonal[i] = 1.0 + i;
    b->volume[i] = 1.0 + i % 3;
    b->id[i] = i;
  }
  b->system = (tc_linear_system){.world = b->self,
                                 .halo = b->halo,
                                 .R = b->R,
                                 .scale = 1.0,
                                 .volume = b->volume,
                                 .id = b->id};
  const tc_solver_options choice = {.method = &idle,
                                    .preconditioner = preconditioner,
                                    .strategy = tc_strategy_find("condensed"),
                                    .format = tc_format_at(0)};
  expect_ok(tc_solver_create(&b->system, &choice, &b->solver));
  b->solver->ledger = &b->ledger;
  for (int k = 0; k < arrays; k++) b->v[k] = tc_solver_array(b->solver, k);
  fill(b);
}

static void bench_free(bench *b) {
  tc_solver_destroy(&b->solver);
  tc_ell_destroy(&b->R);
  tc_halo_destroy(&b->halo);
  tc_distribution_destroy(&b->distribution);
  tc_world_destroy(&b->self);
}

static void expect_arrays(const bench *b, const char *what) {
  for (int k = 0; k < arrays; k++)
    for (int i = 0; i < n; i++) cr_assert_eq(b->v[k][i], b->wanted[k][i], "%s: array %d, row %d", what, k, i);
}

#define ROWS                                                                                                 \
  fill(&b);                                                                                                  \
  for (int i = 0; i < n; i++)

/* Tests each operation separately. w[i] is the expected value of element i of array 2. */
ThreadedTest(sweep, operations) {
  static bench b;
  bench_make(tc_preconditioner_find("jacobi"), &b);
  double *const x = b.v[0], *const y = b.v[1], *const out = b.v[2], *const w = b.wanted[2];
  const double a = 0.7;
  ROWS w[i] = a;
  expect_ok(TC_VECTOR_OPS(b.solver, NULL, TC_VECTOR_FILL(a, out)));
  expect_arrays(&b, "fill");
  ROWS w[i] = x[i];
  expect_ok(TC_VECTOR_OPS(b.solver, NULL, TC_VECTOR_COPY(x, out)));
  expect_arrays(&b, "copy");
  ROWS w[i] = a * x[i];
  expect_ok(TC_VECTOR_OPS(b.solver, NULL, TC_VECTOR_SCALE(a, x, out)));
  expect_arrays(&b, "set");
  ROWS w[i] = w[i] + a * x[i];
  expect_ok(TC_VECTOR_OPS(b.solver, NULL, TC_VECTOR_AXPY(a, x, out)));
  expect_arrays(&b, "add");
  ROWS w[i] = x[i] + a * w[i];
  expect_ok(TC_VECTOR_OPS(b.solver, NULL, TC_VECTOR_AYPX(x, a, out)));
  expect_arrays(&b, "next");
  ROWS w[i] = x[i] + a * y[i];
  expect_ok(TC_VECTOR_OPS(b.solver, NULL, TC_VECTOR_WAXPY(x, a, y, out)));
  expect_arrays(&b, "sum");
  ROWS w[i] = w[i] + a * y[i];
  expect_ok(TC_VECTOR_OPS(b.solver, NULL, TC_VECTOR_WAXPY(out, a, y, out)));
  expect_arrays(&b, "sum in place");
  ROWS w[i] = x[i] * y[i];
  expect_ok(TC_VECTOR_OPS(b.solver, NULL, TC_VECTOR_MULTIPLY(x, y, out)));
  expect_arrays(&b, "times");
  ROWS w[i] = x[i] * (1.0 / (1.0 + i));
  expect_ok(TC_VECTOR_OPS(b.solver, NULL, TC_VECTOR_PRECONDITION(x, out)));
  expect_arrays(&b, "precondition");
  bench_free(&b);
  (void)world;
}

/* The operations of a list must be performed in order on each row. A preconditioner that is not fused must
 * use the results of all operations before it. */
ThreadedTest(sweep, order) {
  static bench b;
  const tc_preconditioner *kinds[] = {tc_preconditioner_find("none"), tc_preconditioner_find("jacobi"),
                                      &thirds};
  for (int kind = 0; kind < 3; kind++) {
    double dot[dots], sum = 0.0;
    bench_make(kinds[kind], &b);
    double *const *v = b.v, (*const w)[n] = b.wanted,
                  *z = tc_solver_preconditioned_target(b.solver, v[0], v[1]);
    expect_ok(TC_VECTOR_OPS(b.solver, dot, TC_VECTOR_AXPY(2.0, v[2], v[0]), TC_VECTOR_PRECONDITION(v[0], z),
                            TC_VECTOR_AYPX(z, 0.5, v[3]), TC_VECTOR_FILL(1.0, v[4]),
                            TC_VECTOR_DOT(1, v[3], v[4])));
    for (int i = 0; i < n; i++) {
      w[0][i] = w[0][i] + 2.0 * w[2][i];
      const double conditioned = kind == 0   ? w[0][i]
                                 : kind == 1 ? w[0][i] * (1.0 / (1.0 + i))
                                             : w[0][i] / 3.0;
      if (kind > 0) w[1][i] = conditioned;
      w[3][i] = conditioned + 0.5 * w[3][i];
      w[4][i] = 1.0;
      sum += b.volume[i] * w[3][i];
    }
    expect_arrays(&b, kinds[kind]->name);
    cr_expect_float_eq(dot[1], sum, 1e-12 * n, "%s: %g, %g", kinds[kind]->name, dot[1], sum);
    bench_free(&b);
  }
  (void)world;
}

/* Dot products must have the same bits with any number of threads, even if the previous value had another
 * magnitude. */
ParallelTest(sweep, dots_are_the_same_by_any_threads) {
  static bench b;
  const double factors[] = {1.0, 1e-150, 1e120, 0.0, 1e-3};
  double dot[3][5][dots];
  for (int threads = 1; threads <= 3; threads++) {
    omp_set_num_threads(threads);
    bench_make(tc_preconditioner_find("none"), &b);
    for (int f = 0; f < 5; f++) {
      double norm = 0.0, *found = dot[threads - 1][f];
      fill(&b);
      expect_ok(TC_VECTOR_OPS(b.solver, found, TC_VECTOR_SCALE(factors[f], b.v[1], b.v[1]),
                              TC_VECTOR_DOT(2, b.v[0], b.v[1]), TC_VECTOR_DOT(0, b.v[1], b.v[1])));
      for (int i = 0; i < n; i++) norm += b.volume[i] * b.v[1][i] * b.v[1][i];
      cr_expect_float_eq(found[0], norm, 1e-12 * norm, "%g: %g, %g", factors[f], found[0], norm);
      cr_expect_eq(found[0], dot[0][f][0], "%g, %d threads", factors[f], threads);
      cr_expect_eq(found[2], dot[0][f][2], "%g, %d threads", factors[f], threads);
    }
    bench_free(&b);
  }
  (void)world;
}

/* The terms are 1, -1 and 2^-70. The window of exponents in the first pass excludes the smallest term. A
 * later pass must include this term, because the window follows the result. This must happen in every solve
 * and must not depend on the window of the other dot product. */
ParallelTest(sweep, dots_do_not_depend_on_guesses) {
  static bench b;
  double dot[dots];
  bench_make(tc_preconditioner_find("none"), &b);
  for (int i = 0; i < n; i++) {
    b.v[0][i] = i == 0 ? 1.0 : i == 3 ? -1.0 : i == 6 ? 0x1p-70 : 0.0;
    b.v[1][i] = 1.0;
  }
  for (int solve = 0; solve < 4; solve++) {
    tc_solver_reset_dot_windows(b.solver);
    for (int i = 0; i < n; i++) b.v[2][i] = ldexp(1.0, 100 * (solve % 3));
    for (int pass = 0; pass < 3; pass++) {
      expect_ok(
          TC_VECTOR_OPS(b.solver, dot, TC_VECTOR_DOT(0, b.v[0], b.v[1]), TC_VECTOR_DOT(1, b.v[2], b.v[2])));
      cr_expect_eq(dot[0], pass > 0 ? 0x1p-70 : 0.0, "solve %d, pass %d: %g", solve, pass, dot[0]);
    }
  }
  bench_free(&b);
  (void)world;
}

/* The number of threads may differ from that at the creation of the solver. The results must not change. */
ParallelTest(sweep, threads_may_come_and_go) {
  static bench b;
  double dot[3][dots];
  omp_set_num_threads(2);
  bench_make(tc_preconditioner_find("none"), &b);
  for (int threads = 1; threads <= 3; threads++) {
    omp_set_num_threads(threads);
    omp_set_dynamic(1);
    expect_ok(TC_VECTOR_OPS(b.solver, dot[threads - 1], TC_VECTOR_DOT(1, b.v[0], b.v[1])));
    omp_set_dynamic(0);
    cr_expect_eq(dot[threads - 1][1], dot[0][1], "%d threads", threads);
  }
  bench_free(&b);
  (void)world;
}

ParallelTest(sweep, dots_of_what_is_not_finite) {
  static bench b;
  double dot[dots];
  bench_make(tc_preconditioner_find("none"), &b);
  b.v[0][n / 2] = INFINITY;
  expect_ok(TC_VECTOR_OPS(b.solver, dot, TC_VECTOR_DOT(0, b.v[0], b.v[0]), TC_VECTOR_DOT(1, b.v[1], b.v[1])));
  cr_expect(isnan(dot[0]) && isfinite(dot[1]));
  b.v[0][n / 2] = NAN;
  expect_ok(TC_VECTOR_OPS(b.solver, dot, TC_VECTOR_DOT(0, b.v[0], b.v[1])));
  cr_expect(isnan(dot[0]));
  bench_free(&b);
  (void)world;
}

/* Performs a list of operations and compares the counted work with `wanted_`. */
#define expect_count(wanted_, ...)                                                                           \
  do {                                                                                                       \
    double unused_[dots];                                                                                    \
    const tc_work wanted = wanted_;                                                                          \
    b.ledger = (tc_ledger){0};                                                                               \
    expect_ok(TC_VECTOR_OPS(b.solver, unused_, __VA_ARGS__));                                                \
    const int off = work_difference(&b.ledger.work, &wanted);                                                \
    cr_expect(off < 0, "%s: %lld %s, not %lld", #__VA_ARGS__,                                                \
              (long long)b.ledger.work.by_index[off < 0 ? 0 : off], tc_work_name(off < 0 ? 0 : off),         \
              (long long)wanted.by_index[off < 0 ? 0 : off]);                                                \
  } while (0)
#define WORK(...) ((tc_work){__VA_ARGS__})

ParallelTest(sweep, counts) {
  static bench b;
  bench_make(tc_preconditioner_find("none"), &b);
  double *const x = b.v[0], *const y = b.v[1], *const z = b.v[2], *const r = b.v[3];
  expect_count(WORK(.streams = 1), TC_VECTOR_FILL(1.0, x));
  expect_count(WORK(.streams = 2), TC_VECTOR_COPY(x, y));
  expect_count(WORK(.streams = 2, .row_flops = 1), TC_VECTOR_SCALE(2.0, x, x));
  expect_count(WORK(.streams = 3, .row_flops = 2), TC_VECTOR_AXPY(2.0, x, y));
  expect_count(WORK(.streams = 3, .row_flops = 2), TC_VECTOR_AYPX(x, 2.0, y));
  expect_count(WORK(.streams = 3, .row_flops = 2), TC_VECTOR_WAXPY(x, 2.0, y, z));
  expect_count(WORK(.streams = 3, .row_flops = 2), TC_VECTOR_WAXPY(x, 2.0, y, x));
  expect_count(WORK(.streams = 3, .row_flops = 1), TC_VECTOR_MULTIPLY(x, y, z));
  expect_count(WORK(.streams = 3, .row_flops = 2, .dots = 1, .reductions = 1), TC_VECTOR_DOT(0, x, y));
  expect_count(WORK(.streams = 3, .row_flops = 4, .dots = 2, .reductions = 1), TC_VECTOR_DOT(0, x, x),
               TC_VECTOR_DOT(1, x, y));
  expect_count(WORK(.streams = 3), TC_VECTOR_COPY(x, y), TC_VECTOR_COPY(y, z)); /* y is read once, because the
                                                                                 * second operation finds it
                                                                                 * in the cache */
  expect_count(WORK(.streams = 7, .row_flops = 6, .dots = 1, .reductions = 1), TC_VECTOR_AXPY(2.0, x, y),
               TC_VECTOR_AXPY(2.0, z, r), TC_VECTOR_DOT(0, r, r));
  expect_count(WORK(.streams = 4, .row_flops = 4, .dots = 1, .reductions = 1), TC_VECTOR_AXPY(2.0, x, r),
               TC_VECTOR_PRECONDITION(r, r), TC_VECTOR_DOT(0, r, r));
  bench_free(&b);
  (void)world;
}

ParallelTest(sweep, counts_of_preconditioners) {
  static bench b;
  bench_make(tc_preconditioner_find("jacobi"), &b);
  expect_count(WORK(.streams = 6, .row_flops = 5, .dots = 1, .reductions = 1, .preconditionings = 1),
               TC_VECTOR_AXPY(2.0, b.v[0], b.v[3]), TC_VECTOR_PRECONDITION(b.v[3], b.v[2]),
               TC_VECTOR_DOT(0, b.v[3], b.v[2]));
  bench_free(&b);
  bench_make(&thirds, &b);
  expect_count(WORK(.streams = 6, .row_flops = 4, .dots = 1, .reductions = 1, .preconditionings = 1,
                    .sweeps = 1),
               TC_VECTOR_AXPY(2.0, b.v[0], b.v[3]), TC_VECTOR_PRECONDITION(b.v[3], b.v[2]),
               TC_VECTOR_DOT(0, b.v[3], b.v[2]));
  bench_free(&b);
  (void)world;
}
