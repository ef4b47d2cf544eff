/* Tests of the solver driver. With small systems, solves end for every possible reason. */
#include <math.h>

#include "linear/small.h"
#include "support/work_difference.h"

/* System A x = b, with the options of its solve and the expected result. The residual is relative to the norm
 * of b. Options that are 0 select the default. */
typedef struct trial {
  const char *method;
  int n;
  double a[small_most * small_most], b[small_most];
  tc_reason reason;
  int64_t iterations, restarts; /* expected numbers, or -1 if they are not checked */
  double tolerance, absolute;
  int64_t most, fixed;
  int restart;
} trial;

#define DIAGONAL6(a, b, c, d, e, f)                                                                          \
  {                                                                                                          \
    (a), 0, 0, 0, 0, 0, 0, (b), 0, 0, 0, 0, 0, 0, (c), 0, 0, 0, 0, 0, 0, (d), 0, 0, 0, 0, 0, 0, (e), 0, 0,   \
        0, 0, 0, 0, (f)                                                                                      \
  }

/* Row i has 1 on the diagonal and 1/2 left of the diagonal. With b = e1 the residual moves down one row per
 * iteration. Its dot product with the shadow residual therefore vanishes, which is a breakdown. */
#define STAIRS                                                                                               \
  {                                                                                                          \
    1, 0, 0, 0, 0, 0, .5, 1, 0, 0, 0, 0, 0, .5, 1, 0, 0, 0, 0, 0, .5, 1, 0, 0, 0, 0, 0, .5, 1, 0, 0, 0, 0,   \
        0, .5, 1                                                                                             \
  }

/* Hilbert matrix 1/(i+j+1), which is nearly singular. */
#define HILBERT                                                                                              \
  {                                                                                                          \
    1. / 1, 1. / 2, 1. / 3, 1. / 4, 1. / 5, 1. / 6, 1. / 2, 1. / 3, 1. / 4, 1. / 5, 1. / 6, 1. / 7, 1. / 3,  \
        1. / 4, 1. / 5, 1. / 6, 1. / 7, 1. / 8, 1. / 4, 1. / 5, 1. / 6, 1. / 7, 1. / 8, 1. / 9, 1. / 5,      \
        1. / 6, 1. / 7, 1. / 8, 1. / 9, 1. / 10, 1. / 6, 1. / 7, 1. / 8, 1. / 9, 1. / 10, 1. / 11            \
  }

/* Cyclic permutation. Row i of the product is x_(i+1). */
#define ROUND                                                                                                \
  { 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0 }

#define SIX DIAGONAL6(1, 2, 3, 4, 5, 6)
#define SKEW                                                                                                 \
  { 0, 1, -1, 0 }
#define ONES                                                                                                 \
  { 1, 1, 1, 1, 1, 1 }
#define E1                                                                                                   \
  { 1, 0, 0, 0, 0, 0 }

static const trial trials[] = {
    {.method = "cg", 2, {2, .3, .3, 1.7}, {1, .2}, TC_REASON_converged, 2, 0},
    {.method = "qmr", 6, STAIRS, E1, TC_REASON_converged, -1, 2},
    {.method = "cg", 6, SIX, ONES, TC_REASON_converged_absolute, -1, 0, 1e-30, .absolute = 0.1},
    {.method = "cg", 2, {2, 1, 1, 2}, {0, 0}, TC_REASON_converged_exactly, 0, 0},
    {.method = "cg", 2, {4, 0, 0, 4}, {1, 3}, TC_REASON_converged_exactly, 1, 0},
    {.method = "bicg", 2, {4, 0, 0, 4}, {1, 3}, TC_REASON_converged_exactly, 1, 0},
    {.method = "bicgstab", 2, {4, 0, 0, 4}, {1, 3}, TC_REASON_converged_exactly, 1, 0},
    {.method = "cgs", 2, {4, 0, 0, 4}, {1, 3}, TC_REASON_converged_exactly, 1, 0},
    {.method = "gmres", 2, {4, 0, 0, 4}, {1, 0}, TC_REASON_converged_exactly, 1, 0},
    {.method = "gmres", 3, {1, 1e-4, 0, 0, 1, 2e-4, 3e-4, 0, 1}, ONES, TC_REASON_converged, 3, 0, 1e-14},
    {.method = "qmr", 2, {4, 0, 0, 4}, {1, 0}, TC_REASON_converged_exactly, 1, 0},
    {.method = "jacobi", 2, {4, 0, 0, 4}, {1, 3}, TC_REASON_converged_exactly, 1, 0},
    {.method = "cg", 6, SIX, ONES, TC_REASON_iterated, 3, 0, .fixed = 3},
    {.method = "cg", 6, HILBERT, E1, TC_REASON_iterated, 2000, -1, .fixed = 2000},
    {.method = "bicg", 6, HILBERT, E1, TC_REASON_iterated, 2000, -1, .fixed = 2000},
    {.method = "bicgstab", 6, HILBERT, E1, TC_REASON_iterated, 2000, -1, .fixed = 2000},
    {.method = "cgs", 6, HILBERT, E1, TC_REASON_iterated, 2000, -1, .fixed = 2000},
    {.method = "qmr", 6, HILBERT, E1, TC_REASON_iterated, 2000, -1, .fixed = 2000},
    {.method = "gmres", 6, HILBERT, E1, TC_REASON_iterated, 2000, -1, .fixed = 2000},
    {.method = "cg", 6, HILBERT, E1, TC_REASON_lost_accuracy, -1, -1, 1e-300, .most = 400},
    {.method = "cg", 6, SIX, ONES, TC_REASON_limit, 3, 0, .most = 3},
    {.method = "bicg", 6, STAIRS, E1, TC_REASON_breakdown_rho, 3, 2},
    {.method = "cgs", 6, STAIRS, E1, TC_REASON_converged_exactly, 3, 2},
    {.method = "bicgstab", 3, {1, 0, 0, 1, 1, 0, 0, 1, 2}, E1, TC_REASON_converged_exactly, -1, 1},
    {.method = "bicgstab", 3, {1, 0, 0, 1, 0, 1, 0, -1, 0}, E1, TC_REASON_breakdown_omega, 1, 0},
    {.method = "bicgstab", 2, SKEW, E1, TC_REASON_breakdown_pivot, 1, 0},
    {.method = "bicg", 2, SKEW, E1, TC_REASON_breakdown_pivot, 1, 0},
    {.method = "cgs", 2, SKEW, E1, TC_REASON_breakdown_pivot, 1, 0},
    {.method = "qmr", 2, SKEW, E1, TC_REASON_breakdown_pivot, 1, 0},
    {.method = "gmres", 2, {0, 1, 0, 0}, E1, TC_REASON_breakdown_pivot, 1, 0},
    {.method = "jacobi", 2, {0, 1, 1, 0}, E1, TC_REASON_breakdown_pivot, 1, 0},
    {.method = "qmr", 2, {1, 0, 1e10, 1}, E1, TC_REASON_breakdown_lanczos, 1, 0},
    {.method = "cg", 2, {1, 0, 0, -2}, ONES, TC_REASON_indefinite, 1, 0},
    {.method = "jacobi", 2, {1, 3, 3, 1}, E1, TC_REASON_diverged, 13, 0},
    {.method = "gmres", 4, ROUND, E1, TC_REASON_stagnated, 300, 0, .restart = 2},
    {.method = "cg", 6, HILBERT, ONES, TC_REASON_lost_accuracy, -1, -1, 1e-17},
    {.method = "cg", 2, {1, 0, 0, 1}, {1e308, 1}, TC_REASON_not_finite, 0, 0},
    {.method = "cg", 2, {1e308, 0, 0, 1}, ONES, TC_REASON_not_finite, 1, 0},
    {.method = "bicgstab", 2, {1e308, 0, 0, 1}, ONES, TC_REASON_not_finite, 1, 0},
    {.method = "gmres", 2, {1e308, 0, 0, 1}, ONES, TC_REASON_not_finite, 1, 0},
};
enum { trial_count = sizeof trials / sizeof *trials };

static tc_solver_options choice_of(const trial *t) {
  tc_solver_options c = small_choice(t->method);
  if (t->tolerance > 0.0) c.tolerance = t->tolerance;
  if (t->most) c.most_iterations = t->most;
  if (t->restart) c.method_options.restart = t->restart;
  c.absolute = t->absolute;
  c.iterations = t->fixed;
  return c;
}

static double norm_of(int n, const double *b) {
  double sum = 0.0;
  for (int i = 0; i < n; i++) sum += b[i] * b[i];
  return sqrt(sum);
}

/* Returns |b - A x| of a trial. */
static double residual_of(const trial *t, const double *x) {
  double r[small_most];
  for (int i = 0; i < t->n; i++) {
    r[i] = t->b[i];
    for (int j = 0; j < t->n; j++) r[i] -= t->a[i * t->n + j] * x[j];
  }
  return norm_of(t->n, r);
}

static void expect_end(const trial *t, const tc_solve_result *s, int number) {
  cr_expect_eq(s->reason, t->reason, "%d, %s: %s, not %s", number, t->method, tc_reason_name(s->reason),
               tc_reason_name(t->reason));
  if (t->iterations >= 0)
    cr_expect_eq(s->iterations, t->iterations, "%d, %s: %s after %lld iterations, not %lld", number,
                 t->method, tc_reason_name(s->reason), (long long)s->iterations, (long long)t->iterations);
  if (t->restarts >= 0)
    cr_expect_eq(s->restarts, t->restarts, "%d, %s: %lld restarts, not %lld", number, t->method,
                 (long long)s->restarts, (long long)t->restarts);
}

/* Compares the counted work with the forecast if the last iteration is complete, and not after a
 * breakdown. */
static void expect_work(const trial *t, const tc_solve_result *s, const tc_work *work, int number) {
  const bool whole = tc_reason_is_solved(s->reason) || s->reason == TC_REASON_limit ||
                     s->reason == TC_REASON_diverged || s->reason == TC_REASON_stagnated;
  const int off = work_difference(work, &s->forecast_work);
  if (whole && t->restarts == 0)
    cr_expect(off < 0, "%d, %s: %lld %s, not %lld", number, t->method,
              (long long)work->by_index[off < 0 ? 0 : off], tc_work_name(off < 0 ? 0 : off),
              (long long)s->forecast_work.by_index[off < 0 ? 0 : off]);
}

static void expect_trial(const trial *t, int number) {
  small s;
  tc_solver *solver = NULL;
  tc_solve_result out;
  tc_ledger ledger = {0};
  const tc_solver_options choice = choice_of(t);
  small_make(t->n, t->a, &s);
  s.system.symmetric |= t->method == trials[0].method;
  expect_ok(tc_solver_create(&s.system, &choice, &solver));
  expect_ok(tc_solver_solve(solver, t->b, norm_of(t->n, t->b), NULL, &ledger, &out));
  expect_end(t, &out, number);
  expect_work(t, &out, &ledger.work, number);
  if (out.reason != TC_REASON_not_finite)
    cr_expect_float_eq(out.residual, residual_of(t, solver->x), 1e-9 * norm_of(t->n, t->b), "%d, %s", number,
                       t->method);
  tc_solver_destroy(&solver);
  small_free(&s);
}

ParallelTest(solve, ends_as_it_should) {
  for (int i = 0; i < trial_count; i++)
    if (world->rank == 0) expect_trial(&trials[i], i);
}

ParallelTest(solve, trials_end_in_every_way) {
  bool is_reached[TC_REASON_COUNT] = {true};
  for (int i = 0; i < trial_count; i++) is_reached[trials[i].reason] = true;
  for (int r = 0; r < TC_REASON_COUNT; r++)
    cr_expect(is_reached[r], "%s is never reached", tc_reason_name(r));
  (void)world;
}

static tc_status create_copy(const tc_preconditioner_setup *setup, void **ctx) {
  *ctx = (void *)(intptr_t)&setup->system->R->rows;
  return TC_OK;
}

static void destroy_copy(void *ctx) { (void)ctx; }

static tc_status apply_copy(void *ctx, const double *r, double *z, tc_ledger *ledger) {
  (void)ledger;
  for (int32_t i = 0; i < *(const int32_t *)ctx; i++) z[i] = r[i];
  return TC_OK;
}

/* A preconditioner that is the identity, but declares to be symmetric only up to 1e-5. */
static const tc_preconditioner inexact = {.name = "inexact",
                                          .scopes = TC_SCOPE_GLOBAL,
                                          .symmetric = true,
                                          .asymmetry = 1e-5,
                                          .create = create_copy,
                                          .destroy = destroy_copy,
                                          .apply = apply_copy};

/* The true residual cannot become as small as this tolerance, although the recursive one does. With an exact
 * preconditioner the solve ends for loss of accuracy. With an inexact preconditioner it ends after two
 * consecutive restarts with little progress. */
ParallelTest(solve, inexact_preconditioners_stagnate) {
  const trial t = {.method = "cg", 6, HILBERT, ONES, TC_REASON_stagnated, -1, -1, 1e-17};
  small s;
  tc_solver *solver = NULL;
  tc_solve_result out;
  tc_ledger ledger = {0};
  tc_solver_options choice = choice_of(&t);
  choice.preconditioner = &inexact;
  (void)world;
  small_make(t.n, t.a, &s);
  expect_ok(tc_solver_create(&s.system, &choice, &solver));
  expect_ok(tc_solver_solve(solver, t.b, norm_of(t.n, t.b), NULL, &ledger, &out));
  expect_end(&t, &out, 0);
  cr_expect_geq(out.verifications, 3);
  cr_expect_eq(solver->slow_restarts, 2);
  tc_solver_destroy(&solver);
  small_free(&s);
}

/* The advice in the error must name only options that the method uses, and must not recommend the method in
 * use. */
ParallelTest(solve, advice_can_be_followed) {
  static const struct {
    const char *method, *preconditioner;
    tc_reason reason;
    bool steps, multigrid, automatic;
    const char *advice;
  } cases[] = {
      {"cg", "jacobi", TC_REASON_limit, true, false, false,
       "increase solver.most_iterations, or use another preconditioner (ssor, ilu0) or smaller steps"},
      {"cg", "ssor", TC_REASON_limit, false, false, false,
       "increase solver.most_iterations, or use another preconditioner (ilu0)"},
      {"gmres", "ilu0", TC_REASON_stagnated, false, false, false,
       "use a larger solver.restart or another preconditioner (ilut with solver.preconditioner.scope rank)"},
      {"jacobi", "none", TC_REASON_limit, false, false, false,
       "increase solver.most_iterations, or use bicgstab or gmres"},
      {"bicgstab", "jacobi", TC_REASON_breakdown_rho, true, false, false, "use gmres"},
      {"gmres", "jacobi", TC_REASON_breakdown_pivot, true, false, false, "use bicgstab"},
      {"gmres", "jacobi", TC_REASON_stagnated, false, false, false,
       "use a larger solver.restart or another preconditioner (ssor, ilu0)"},
      {"sor", "jacobi", TC_REASON_stagnated, true, false, false, "use bicgstab, gmres or smaller steps"},
      {"cg", "multigrid", TC_REASON_stagnated, false, false, false,
       "use another preconditioner (ssor, ilu0) or a larger solver.tolerance"},
      {"cg", "jacobi", TC_REASON_limit, true, true, false,
       "increase solver.most_iterations, or use another preconditioner (multigrid, ssor, ilu0) or smaller "
       "steps"},
      {"cg", "ssor", TC_REASON_limit, false, true, true,
       "increase solver.most_iterations, or use another preconditioner (auto, multigrid, ilu0)"},
      {"cg", "ilu0", TC_REASON_limit, false, true, true,
       "increase solver.most_iterations, or use another preconditioner (auto, multigrid)"},
      {"cg", "ilu0", TC_REASON_stagnated, false, false, true, "use a larger solver.tolerance"},
      {"cg", "multigrid", TC_REASON_limit, false, true, true, "increase solver.most_iterations"},
      {"cg", "jacobi", TC_REASON_lost_accuracy, true, false, false, "use a larger solver.tolerance"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    tc_line line = {0};
    const tc_method_use use = {cases[k].preconditioner, cases[k].multigrid, cases[k].automatic,
                               cases[k].steps};
    tc_method_advise(tc_method_find(cases[k].method), &use, cases[k].reason, &line);
    cr_expect_str_eq(line.text, cases[k].advice);
  }
  for (int m = 0; m < tc_method_count(); m++)
    for (int p = 0; p < tc_preconditioner_count(); p++)
      for (int r = 0; r < TC_REASON_COUNT; r++) {
        tc_line line = {0};
        tc_method_advise(tc_method_at(m), &(tc_method_use){.preconditioner = tc_preconditioner_at(p)->name},
                         (tc_reason)r, &line);
        cr_expect_eq(line.length > 0, r != TC_REASON_none && !tc_reason_is_solved((tc_reason)r), "%s %s: %s",
                     tc_method_at(m)->name, tc_preconditioner_at(p)->name, tc_reason_name((tc_reason)r));
      }
  (void)world;
}
