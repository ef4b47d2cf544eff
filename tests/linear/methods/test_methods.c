/* Tests that apply to every method of methods.def with every preconditioner of preconditioners.def. */
#include <omp.h>
#include <stdio.h>

#include "linear/systems.h"
#include "support/work_difference.h"

/* A system distributed over all ranks (`split`), and the complete system on each rank (`whole`). If a result
 * depends on the distribution, the complete system uses virtual ranks. */
typedef struct pair {
  const char *scheme;
  double multiple;
  tc_world *self;
  scene split, whole;
  int32_t *position; /* [cells] position in the distributed system */
  tc_virtual_ranks parts;
} pair;

/* Collective. Returns the position of each cell in the distributed order. */
static int32_t *positions(const tc_space *space) {
  int32_t *position = NULL;
  expect_ok(TC_ALLOC_ZERO(position, space->cells));
  for (int32_t i = 0; i < space->owned; i++)
    position[space->id[i]] = (int32_t)tc_distribution_position(space->distribution, space->world->rank, i);
  MPI_Allreduce(MPI_IN_PLACE, position, (int)space->cells, MPI_INT32_T, MPI_SUM, tc_world_comm(space->world));
  return position;
}

static pair pair_make(tc_world *world, const char *scheme, tc_distribution_kind kind, double multiple) {
  const cutting how = {scheme, "rcm", kind, 7}, one = {scheme, "none", TC_DISTRIBUTION_CYCLIC, 1 << 30};
  pair p = {.scheme = scheme, .multiple = multiple};
  expect_ok(tc_world_create(MPI_COMM_SELF, 0, &p.self));
  p.split = scene_make(world, &how, 0.0);
  p.whole = scene_make(p.self, &one, 0.0);
  scene_set_step(&p.split, multiple);
  scene_set_step(&p.whole, multiple);
  p.position = positions(p.split.problem->space);
  p.parts = (tc_virtual_ranks){p.split.problem->space->distribution, p.position};
  return p;
}

static void pair_free(pair *p) {
  scene_free(&p->split);
  scene_free(&p->whole);
  tc_world_destroy(&p->self);
  tc_free(p->position);
}

/* Returns |b - A x| / |b| in long double. Row i of the complete system is cell i. */
static double true_residual(const scene *whole, const double *x) {
  const tc_space *space = whole->problem->space;
  double *Rx = NULL;
  long double residual = 0.0L, all = 0.0L;
  expect_ok(TC_ALLOC(Rx, space->owned));
  tc_ell_multiply(whole->system.R, x, Rx);
  for (int32_t i = 0; i < space->owned; i++) {
    const long double b = whole->b[i], r = b - x[i] - (long double)whole->system.scale * Rx[i];
    residual += space->volume[i] * r * r;
    all += space->volume[i] * b * b;
  }
  tc_free(Rx);
  return (double)sqrtl(residual / all);
}

static void expect_work(const scene_run *run, const char *what) {
  tc_work expected = run->solution.forecast_work;
  expected.sweep_messages = run->work.sweep_messages;
  expected.sweep_values = run->work.sweep_values;
  expected.cycle_messages = run->work.cycle_messages;
  expected.cycle_values = run->work.cycle_values;
  const int off = work_difference(&run->work, &expected);
  cr_expect(off < 0, "%s: %lld %s counted, %lld expected", what,
            (long long)run->work.by_index[off < 0 ? 0 : off], tc_work_name(off < 0 ? 0 : off),
            (long long)expected.by_index[off < 0 ? 0 : off]);
}

static void expect_same(const scene_run *run, const scene_run *wanted, tc_gid cells, const char *what) {
  cr_assert_eq(run->solution.iterations, wanted->solution.iterations, "%s: %lld iterations, %lld on one rank",
               what, (long long)run->solution.iterations, (long long)wanted->solution.iterations);
  cr_assert_eq(run->told, wanted->told, "%s: %d residuals reported", what, run->told);
  for (int k = 0; k < run->told; k++)
    cr_assert_eq(run->history[k], wanted->history[k], "%s: residual %d", what, k);
  for (tc_gid cell = 0; cell < cells; cell++)
    cr_assert_eq(run->x[cell], wanted->x[cell], "%s: cell %lld", what, (long long)cell);
}

/* Solves the complete system on one rank with one thread. */
static scene_run *solve_alone(const pair *p, const tc_solver_options *choice) {
  const int threads = omp_get_max_threads();
  scene alone = p->whole;
  alone.system.virtual_ranks = &p->parts;
  omp_set_num_threads(1);
  scene_run *run = scene_solve(&alone, choice);
  omp_set_num_threads(threads);
  return run;
}

/* cgs squares the residual polynomial, so cgs may diverge at large steps. Even then expect_same requires the
 * same bits on all ranks. */
static bool may_diverge(const pair *p, const tc_method *method) {
  return p->multiple > 50.0 && method == tc_method_find("cgs");
}

static void expect_solved(const pair *p, const tc_method *method, const scene_run *run, const char *what) {
  const tc_solve_result *s = &run->solution;
  const double residual = true_residual(&p->whole, run->x), told = s->residual / s->initial_residual;
  if (!tc_reason_is_solved(s->reason) && may_diverge(p, method)) return;
  cr_expect_eq(s->reason, TC_REASON_converged, "%s: %s after %lld iterations, best %g", what,
               tc_reason_name(s->reason), (long long)s->iterations, s->best / s->initial_residual);
  cr_expect_leq(residual, 1.001e-8, "%s", what);
  cr_expect_float_eq(told, residual, 1e-3 * residual + 1e-15, "%s: %g reported, %g computed", what, told,
                     residual);
  expect_work(run, what);
}

/* Tests one pair of method and preconditioner with the strategy `only`, or with every valid strategy if
 * `only` is NULL. */
static void expect_pair(const pair *p, const tc_method *method, const tc_preconditioner *preconditioner,
                        tc_scope scope, const tc_strategy *only) {
  tc_solver_options choice = scene_choice(method->name, preconditioner->name);
  choice.preconditioner_options.scope = scope;
  scene_run *alone = solve_alone(p, &choice);
  if (!alone) return;
  for (int i = 0; i < tc_strategy_count(); i++) {
    char what[200];
    choice.strategy = tc_strategy_at(i);
    if (!tc_strategy_is_valid(choice.strategy) || (only && choice.strategy != only)) continue;
    snprintf(what, sizeof what, "%s, %g x, %s + %s, %s, %s", p->scheme, p->multiple, method->name,
             preconditioner->name, scope == TC_SCOPE_RANK ? "rank" : "global", choice.strategy->name);
    scene_run *run = scene_solve(&p->split, &choice);
    expect_same(run, alone, p->whole.problem->space->cells, what);
    expect_solved(p, method, run, what);
    scene_run_free(&run);
  }
  scene_run_free(&alone);
}

/* Returns valid strategy number `turn`, modulo the number of valid strategies. */
static const tc_strategy *valid_strategy(int turn) {
  int valid = 0;
  for (int i = 0; i < tc_strategy_count(); i++) valid += tc_strategy_is_valid(tc_strategy_at(i));
  turn %= valid;
  for (int i = 0;; i++)
    if (tc_strategy_is_valid(tc_strategy_at(i)) && turn-- == 0) return tc_strategy_at(i);
}

/* Returns the scope in which a preconditioner is tested, which is `global` if supported. */
static tc_scope scope_of(const tc_preconditioner *preconditioner) {
  return preconditioner->scopes & TC_SCOPE_GLOBAL ? TC_SCOPE_GLOBAL : TC_SCOPE_RANK;
}

/* True if testing one strategy suffices. A strategy affects only the products of the method and the
 * preconditioner. One strategy is therefore enough for preconditioners without products, and for large steps,
 * which need many iterations. */
static bool tests_one_strategy(const tc_preconditioner *preconditioner, double multiple) {
  return multiple > 50.0 || (preconditioner->create && preconditioner->operands == 0);
}

static void expect_all(tc_world *world, const char *scheme, double multiple) {
  pair p = pair_make(world, scheme, TC_DISTRIBUTION_METIS, multiple);
  for (int m = 0; m < tc_method_count(); m++)
    for (int k = 0; k < tc_preconditioner_count(); k++)
      expect_pair(&p, tc_method_at(m), tc_preconditioner_at(k), scope_of(tc_preconditioner_at(k)),
                  tests_one_strategy(tc_preconditioner_at(k), multiple) ? valid_strategy(m + k) : NULL);
  pair_free(&p);
}

/* Four separate tests, because each test has a time limit. The ranks synchronise some ten thousand times, and
 * each synchronisation may take milliseconds on a busy machine. */
ThreadedTest(methods, two_point) { expect_all(world, "two-point", 10.0); }
ThreadedTest(methods, two_point_in_large_steps) { expect_all(world, "two-point", 100.0); }
ThreadedTest(methods, gradient) { expect_all(world, "gradient", 10.0); }
ThreadedTest(methods, gradient_in_large_steps) { expect_all(world, "gradient", 100.0); }

/* With scope `rank`, a solve on all ranks must have the same bits as a solve on one rank with virtual
 * ranks. */
static void expect_parts(tc_world *world, const char *scheme, tc_distribution_kind kind) {
  pair p = pair_make(world, scheme, kind, 30.0);
  const tc_preconditioner *none = tc_preconditioner_find("none");
  for (int m = 0; m < tc_method_count(); m++)
    if (tc_method_at(m)->built_in_preconditioner &&
        (tc_method_at(m)->built_in_preconditioner->scopes & TC_SCOPE_RANK))
      expect_pair(&p, tc_method_at(m), none, TC_SCOPE_RANK, valid_strategy(m));
    else
      for (int k = 0; k < tc_preconditioner_count(); k++)
        if (tc_preconditioner_at(k)->scopes & TC_SCOPE_RANK)
          expect_pair(&p, tc_method_at(m), tc_preconditioner_at(k), TC_SCOPE_RANK, valid_strategy(m + k));
  pair_free(&p);
}

ThreadedTest(methods, of_parts) {
  expect_parts(world, "two-point", TC_DISTRIBUTION_METIS);
  expect_parts(world, "gradient", TC_DISTRIBUTION_CYCLIC);
}
