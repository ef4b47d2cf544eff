/* Polynomial preconditioner P^-1 = s(A). On an interval that contains the eigenvalues of A, t s(t) is as
 * close to 1 as possible, in a weighted mean square (tc_polynomial_least_squares). P is self-adjoint and
 * positive if A is. Setup estimates the interval and computes the coefficients of s. Each application makes
 * `degree` products and no reduction. */
#include <math.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "linear/precondition/polynomial.h"

typedef struct least_squares {
  tc_preconditioner_setup setup;
  double *coefficient; /* [degree + 1] Chebyshev coefficients of s in the argument offset + scale t */
  double offset, scale;
} least_squares;

/* Collective. Estimates an interval *from .. *to that contains the eigenvalues of A, or their real parts. The
 * ratio to / from is at least 2, so the coefficients remain finite for a matrix close to a multiple of I. */
static tc_status estimate_interval(const tc_linear_system *system, double *from, double *to) {
  TC_TRY(tc_polynomial_upper_bound(system, false, to));
  *from = fmax(system->shift, 0.0);
  *to = fmax(fmin(*to, tc_polynomial_estimated_bound(system)), 2.0 * *from);
  if (!(*to > 0.0)) *to = 1.0;
  return TC_OK;
}

static tc_status create_least_squares(const tc_preconditioner_setup *setup, void **ctx) {
  const int degree = setup->options.degree;
  tc_world *world = setup->system->world;
  least_squares *p = NULL;
  double from, to;
  TC_TRY(TC_WORLD_ALLOC(world, p, 1));
  *p = (least_squares){.setup = *setup};
  *ctx = p;
  TC_TRY(TC_WORLD_ALLOC(world, p->coefficient, degree + 1));
  TC_TRY(estimate_interval(setup->system, &from, &to));
  tc_polynomial_least_squares(degree, from, to, p->coefficient);
  p->offset = (to + from) / (to - from);
  p->scale = -2.0 / (to - from);
  return TC_OK;
}

static void destroy_least_squares(void *ctx) {
  least_squares *p = ctx;
  if (!p) return;
  tc_free(p->coefficient);
  tc_free(p);
}

/* Computes out = a r on the owned rows, where a is a number and r the residual. Adds the work and the time to
 * the ledger. */
static void scale_residual(const least_squares *p, double a, const double *r, double *out,
                           tc_ledger *ledger) {
  const double start_s = tc_now_s();
#pragma omp parallel for simd schedule(static)
  for (int32_t i = 0; i < p->setup.system->R->rows; i++) out[i] = a * r[i];
  tc_polynomial_add_time(ledger, 2, 1, start_s);
}

/* Computes out = a r + b u + c Au on the owned rows, where Au is the product of A and u; out may be the array
 * Au. */
static void combine_vectors(const least_squares *p, double a, const double *r, double b, const double *u,
                            double c, const double *Au, double *out, tc_ledger *ledger) {
  const double start_s = tc_now_s();
#pragma omp parallel for simd schedule(static)
  for (int32_t i = 0; i < p->setup.system->R->rows; i++) out[i] = a * r[i] + b * u[i] + c * Au[i];
  tc_polynomial_add_time(ledger, 4, 5, start_s);
}

/* Computes out = a r + b u + c Au - older, one step of the three-term recurrence; out may be the array Au or
 * `older`. */
static void apply_recurrence(const least_squares *p, double a, const double *r, double b, const double *u,
                             double c, const double *Au, const double *older, double *out,
                             tc_ledger *ledger) {
  const double start_s = tc_now_s();
#pragma omp parallel for simd schedule(static)
  for (int32_t i = 0; i < p->setup.system->R->rows; i++) out[i] = a * r[i] + b * u[i] + c * Au[i] - older[i];
  tc_polynomial_add_time(ledger, 5, 6, start_s);
}

/* Collective. Computes z = s(A) r by Clenshaw's rule: u_k = coefficient[k] r + 2 x u_(k+1) - u_(k+2) from k =
 * degree to k = 1, with x = offset I + scale A. The last step, for k = 0, computes z without the factor 2.
 * The preconditioner's vector 0 stores u_k for even k, and vector 1 for odd k. z also stores the products
 * with A. */
static tc_status apply_least_squares(void *ctx, const double *r, double *z, tc_ledger *ledger) {
  const least_squares *p = ctx;
  const int degree = p->setup.options.degree;
  const double *a = p->coefficient;
  scale_residual(p, a[degree], r, degree > 0 ? tc_polynomial_operand(&p->setup, degree % 2) : z, ledger);
  for (int k = degree - 1; k >= 0; k--) {
    const double *u = tc_polynomial_operand(&p->setup, (k + 1) % 2), factor = k > 0 ? 2.0 : 1.0;
    double *older = tc_polynomial_operand(&p->setup, k % 2), *out = k > 0 ? older : z;
    TC_TRY(tc_polynomial_multiply(&p->setup, (k + 1) % 2, z, ledger));
    if (k == degree - 1)
      combine_vectors(p, a[k], r, factor * p->offset, u, factor * p->scale, z, out, ledger);
    else
      apply_recurrence(p, a[k], r, factor * p->offset, u, factor * p->scale, z, older, out, ledger);
  }
  return TC_OK;
}

/* Returns the value of the polynomial s at t. */
static double evaluate_polynomial(const least_squares *p, double t) {
  const double x = p->offset + p->scale * t;
  double sum = 0.0, older = 0.0;
  for (int k = p->setup.options.degree; k > 0; k--) {
    const double current = p->coefficient[k] + 2.0 * x * sum - older;
    older = sum;
    sum = current;
  }
  return p->coefficient[0] + x * sum - older;
}

/* Computes bounds of t s(t), the eigenvalues of P^-1 A, from its values at Chebyshev points. Let m be the
 * mean of the largest and the smallest value, and d their largest difference from m. Between the points, the
 * polynomial differs from m by at most d / cos(pi degree / (2 points)). Source: Ehlich, Zeller, "Schwankung
 * von Polynomen zwischen Gitterpunkten", 1964. */
static tc_status compute_range(const void *ctx, const tc_linear_system *system, double range[2]) {
  const least_squares *p = ctx;
  const int degree = p->setup.options.degree + 1, points = 32 * (degree + 1);
  const double pi = acos(-1.0), half = 0.5 * fabs(system->scale) * system->largest;
  double smallest = INFINITY, largest = -INFINITY;
  for (int k = 0; k < points; k++) {
    const double t = system->shift + half * (1.0 - cos(pi * (k + 0.5) / points)),
                 current = t * evaluate_polynomial(p, t);
    smallest = fmin(smallest, current);
    largest = fmax(largest, current);
  }
  const double half_width = 0.5 * (largest - smallest) / cos(0.5 * pi * degree / points);
  range[0] = 0.5 * (largest + smallest) - half_width;
  range[1] = 0.5 * (largest + smallest) + half_width;
  return TC_OK;
}

static void compute_work(const tc_preconditioner_options *options, tc_work *out) {
  const int degree = options->degree;
  *out = degree == 0 ? (tc_work){.streams = 2, .row_flops = 1}
                     : (tc_work){.products = degree, .streams = 1 + 5 * degree, .row_flops = 6 * degree};
}

const tc_preconditioner tc_preconditioner_least_squares = {
    .name = "least_squares",
    .summary =
        "a polynomial close to the inverse on the whole spectrum: `degree` products per application, no "
        "reduction",
    .reads = TC_READS_DEGREE,
    .scopes = TC_SCOPE_GLOBAL,
    .symmetric = true,
    .operands = 2,
    .create = create_least_squares,
    .destroy = destroy_least_squares,
    .apply = apply_least_squares,
    .range = compute_range,
    .work = compute_work,
};
