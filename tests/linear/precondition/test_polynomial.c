/* Tests of polynomial preconditioners. The expected results are sums of powers, computed in long double.
 * Least-squares polynomials must also satisfy their orthogonality conditions. */
#include "linear/precondition/polynomial.h"

#include <math.h>

#include "linear/small.h"
#include "linear/systems.h"
#include "support/work_difference.h"

enum { n = 4, most_degree = 12 };

/* Test matrix, which is diagonally dominant and not symmetric. */
static const double skewed[n * n] = {4, -1, .5, 0, .25, 3, 0, -1, 1, .5, 5, -.75, 0, .5, -1, 2};
static const double right_side[n] = {1, -2, .5, 3};

/* Computes y = A x, or the product with the transpose of A. */
static void multiply(bool transposed, const long double *x, long double *y) {
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (int j = 0; j < n; j++) y[i] += (transposed ? skewed[j * n + i] : skewed[i * n + j]) * x[j];
  }
}

/* Reference of neumann: computes the sum over k of (I - D^-1 A)^k D^-1 r, term by term. */
static void series(int degree, bool transposed, long double *z) {
  long double term[n], product[n];
  for (int i = 0; i < n; i++) z[i] = term[i] = right_side[i] / (long double)skewed[i * n + i];
  for (int k = 0; k < degree; k++) {
    multiply(transposed, term, product);
    for (int i = 0; i < n; i++) {
      term[i] -= product[i] / skewed[i * n + i];
      z[i] += term[i];
    }
  }
}

/* Reference of least_squares: computes the sum of coefficients times Chebyshev polynomials on the interval 0
 * .. `to`, starting with the lowest degree. */
static void chebyshev(int degree, double to, bool transposed, long double *z) {
  double coefficient[most_degree + 1];
  long double before[n], now[n], product[n];
  tc_polynomial_least_squares(degree, 0.0, to, coefficient);
  for (int i = 0; i < n; i++) z[i] = 0;
  for (int k = 0; k <= degree; k++) {
    if (k > 0) multiply(transposed, now, product);
    for (int i = 0; i < n; i++) {
      const long double x = k > 0 ? now[i] - 2 / (long double)to * product[i] : right_side[i],
                        next = k > 1 ? 2 * x - before[i] : x;
      before[i] = k > 0 ? now[i] : 0;
      now[i] = next;
      z[i] += coefficient[k] * next;
    }
  }
}

/* Largest row sum of |A|, which bounds the eigenvalues. */
static const double reach = 7.25;

static void expect_applied(tc_solver *solver, bool adjoint, const long double *wanted, const char *what) {
  const tc_preconditioner *p = solver->options.preconditioner;
  const int degree = solver->options.preconditioner_options.degree;
  double z[n];
  tc_ledger ledger = {0};
  tc_work work;
  expect_ok(p->apply(solver->preconditioner[adjoint], right_side, z, &ledger));
  for (int i = 0; i < n; i++)
    cr_expect_float_eq(z[i], (double)wanted[i], 1e-14 * fabs((double)wanted[i]) + 1e-15, "%s %d, %d: %g, %g",
                       what, degree, i, z[i], (double)wanted[i]);
  p->work(&solver->options.preconditioner_options, &work);
  cr_expect_eq(ledger.work.products, adjoint ? 0 : degree);
  cr_expect_eq(ledger.work.adjoint_products, adjoint ? degree : 0);
  cr_expect_eq(ledger.work.streams, work.streams, "%s %d", what, degree);
  cr_expect_eq(ledger.work.row_flops, work.row_flops, "%s %d", what, degree);
  cr_expect_eq(ledger.calls[TC_PHASE_precond], degree + 1);
}

static void expect_degree(const small *s, const char *name, int degree) {
  tc_solver_options choice = small_choice("bicg");
  tc_solver *solver = NULL;
  choice.preconditioner = tc_preconditioner_find(name);
  choice.preconditioner_options.degree = degree;
  expect_ok(tc_solver_create(&s->system, &choice, &solver));
  for (int adjoint = 0; adjoint < 2; adjoint++) {
    long double wanted[n];
    if (strcmp(name, "neumann") == 0)
      series(degree, adjoint, wanted);
    else
      chebyshev(degree, reach, adjoint, wanted);
    expect_applied(solver, adjoint, wanted, name);
  }
  tc_solver_destroy(&solver);
}

ParallelTest(polynomial, is_the_sum_of_its_terms) {
  (void)world;
  small s;
  small_make(n, skewed, &s);
  for (int degree = 0; degree <= 9; degree++) {
    expect_degree(&s, "neumann", degree);
    expect_degree(&s, "least_squares", degree);
  }
  small_free(&s);
}

/* Returns the value of the polynomial s at the Chebyshev argument x in [-1, 1]. */
static long double value(int degree, const double *coefficient, long double x) {
  long double before = 1, now = x, sum = coefficient[0];
  for (int k = 1; k <= degree; k++) {
    const long double next = 2 * x * now - before;
    sum += coefficient[k] * now;
    before = now;
    now = next;
  }
  return sum;
}

/* In a least-squares polynomial s, 1 - t s(t) must be orthogonal to t T_i(t) for all i up to the degree. The
 * quadrature of this test is exact for these degrees. */
static void expect_orthogonal(int degree, double from, double to) {
  enum { points = 2 * most_degree + 4 };
  double coefficient[most_degree + 1];
  tc_polynomial_least_squares(degree, from, to, coefficient);
  for (int i = 0; i <= degree; i++) {
    long double sum = 0, size = 0;
    for (int m = 0; m < points; m++) {
      const long double angle = acosl(-1.0L) * (m + 0.5L) / points, x = cosl(angle),
                        t = 0.5L * (to + from) - 0.5L * (to - from) * x,
                        left = 1 - t * value(degree, coefficient, x);
      sum += left * t * cosl(i * angle);
      size += fabsl(left * t);
    }
    cr_expect_lt(fabsl(sum), 1e-13L * size + points * 1e-15L * to, "degree %d, %g .. %g, %d: %Lg of %Lg",
                 degree, from, to, i, sum, size);
  }
}

static void expect_positive(int degree, double from, double to) {
  double coefficient[most_degree + 1];
  tc_polynomial_least_squares(degree, from, to, coefficient);
  for (int k = 0; k < 1000; k++) {
    const long double t = (from + to) * (k / 1000.0L), x = (to + from - 2 * t) / (to - from);
    cr_assert_gt(value(degree, coefficient, x), 0.0L, "degree %d, %g .. %g at %Lg", degree, from, to, t);
  }
}

ParallelTest(polynomial, least_squares) {
  (void)world;
  for (int degree = 0; degree <= most_degree; degree++)
    for (double to = 2.0; to < 1e4; to *= 7.0) {
      expect_orthogonal(degree, 1.0, to);
      expect_orthogonal(degree, 0.0, to);
      expect_positive(degree, 1.0, to);
      expect_positive(degree, 0.0, to);
    }
  double coefficient[101];
  tc_polynomial_least_squares(100, 1.0, 2.0, coefficient);
  for (int i = 0; i <= 100; i++) cr_expect(isfinite(coefficient[i]));
}

static tc_status open_neumann(const small *s, const char *method, int degree, tc_solver **solver) {
  tc_solver_options choice = small_choice(method);
  choice.preconditioner = tc_preconditioner_find("neumann");
  choice.preconditioner_options.degree = degree;
  return tc_solver_create(&s->system, &choice, solver);
}

static void expect_solves(const small *s, const char *method, int degree) {
  static const double b[small_most] = {1, -2, 3, 0, 5, 1};
  tc_solver *solver = NULL;
  tc_solve_result out;
  tc_ledger ledger = {0};
  expect_ok(open_neumann(s, method, degree, &solver));
  expect_ok(tc_solver_solve(solver, b, 1.0, NULL, &ledger, &out));
  cr_expect(tc_reason_is_solved(out.reason), "%s, degree %d: %s", method, degree, tc_reason_name(out.reason));
  tc_solver_destroy(&solver);
}

/* The largest eigenvalue of D^-1 A is 2.8, so Neumann polynomials of odd degree are negative at some
 * eigenvalues. cg must reject them, but bicgstab may use them. */
ParallelTest(polynomial, neumann_that_is_negative) {
  (void)world;
  static const double full[9] = {1, .9, .9, .9, 1, .9, .9, .9, 1};
  tc_solver *solver = NULL;
  small s;
  small_make(3, full, &s);
  for (int degree = 1; degree < 6; degree += 2)
    expect_error(open_neumann(&s, "cg", degree, &solver), TC_NUMERICAL,
                 "the preconditioner may be indefinite");
  expect_solves(&s, "cg", 2);
  expect_solves(&s, "bicgstab", 1);
  small_free(&s);
}

/* The matrix is I + 0.4 C, where C is a conference matrix of order 6. Its row sums give the bound 3 for the
 * eigenvalues, but the largest eigenvalue is 1 + 0.4 sqrt(5) = 1.9. */
ParallelTest(polynomial, neumann_knows_the_spectrum) {
  (void)world;
  static const int sign[6][6] = {{0, 1, 1, 1, 1, 1},   {1, 0, 1, -1, -1, 1}, {1, 1, 0, 1, -1, -1},
                                 {1, -1, 1, 0, 1, -1}, {1, -1, -1, 1, 0, 1}, {1, 1, -1, -1, 1, 0}};
  double a[36];
  for (int i = 0; i < 36; i++) a[i] = i % 7 == 0 ? 1.0 : 0.4 * sign[i / 6][i % 6];
  tc_solver *solver = NULL;
  small s;
  small_make(6, a, &s);
  expect_error(open_neumann(&s, "cg", 1, &solver), TC_NUMERICAL, "may reach 3 (limit 2)");
  /* Without an estimate of the largest eigenvalue, the function must return the bound unchanged. */
  s.system.spread = true;
  expect_error(open_neumann(&s, "cg", 1, &solver), TC_NUMERICAL, "may reach 3 (limit 2)");
  s.system.largest = 1.0 + 0.4 * sqrt(5.0);
  expect_solves(&s, "cg", 1);
  s.system.largest = 1.95; /* the estimate may be too low, so a margin is added */
  expect_error(open_neumann(&s, "cg", 1, &solver), TC_NUMERICAL, "may reach 2.05 (limit 2)");
  small_free(&s);
}

/* An estimate of the largest eigenvalue must reduce the number of iterations. A matrix close to the identity
 * must be solved, too. */
ParallelTest(polynomial, least_squares_on_what_is_known) {
  const cutting how = {"two-point", "rcm", TC_DISTRIBUTION_METIS, 7};
  scene s = scene_make(world, &how, 0.0);
  tc_solver_options choice = scene_choice("cg", "least_squares");
  choice.preconditioner_options.degree = 8;
  scene_set_step(&s, 100.0);
  const double largest = s.system.largest;
  int64_t iterations[2];
  for (int known = 0; known < 2; known++) {
    s.system.largest = known ? largest : 0.0;
    scene_run *run = scene_solve(&s, &choice);
    cr_expect_eq(run->solution.reason, TC_REASON_converged);
    iterations[known] = run->solution.iterations;
    scene_run_free(&run);
  }
  cr_expect_lt(iterations[1], iterations[0], "%lld, %lld", (long long)iterations[1],
               (long long)iterations[0]);
  s.system.scale *= 1e-9;
  scene_run *run = scene_solve(&s, &choice);
  cr_expect_eq(run->solution.reason, TC_REASON_converged);
  cr_expect_leq(run->solution.iterations, 3);
  scene_run_free(&run);
  scene_free(&s);
}

/* The forecast of the work must be correct for every degree, not only for the default. */
ParallelTest(polynomial, work_beforehand) {
  const cutting how = {"gradient", "rcm", TC_DISTRIBUTION_METIS, 7};
  scene s = scene_make(world, &how, 0.0);
  scene_set_step(&s, 10.0);
  for (int degree = 0; degree < 6; degree++)
    for (int k = 0; k < 2; k++) {
      tc_solver_options choice = scene_choice("bicg", k ? "neumann" : "least_squares");
      choice.preconditioner_options.degree = degree;
      scene_run *run = scene_solve(&s, &choice);
      cr_expect_eq(run->solution.reason, TC_REASON_converged);
      const int off = work_difference(&run->work, &run->solution.forecast_work);
      cr_expect_lt(off, 0, "degree %d: %s", degree, tc_work_name(off < 0 ? 0 : off));
      scene_run_free(&run);
    }
  scene_free(&s);
}
