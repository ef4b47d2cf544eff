/* Preconditioner whose inverse P^-1 is a truncated Neumann series: the sum of (I - D^-1 A)^k D^-1 for k from
 * 0 to the degree, where D is the diagonal of A. P is self-adjoint if A is. An eigenvalue t of D^-1 A
 * corresponds to the eigenvalue 1 - (1 - t)^(degree + 1) of P^-1 A. With an odd degree, the eigenvalue of
 * P^-1 A is in 0 .. 1 for 0 < t < 2, close to 0 for t close to 2, and negative for t > 2. With an even
 * degree, it is in 0 .. 2 for 0 < t < 2. On the mesh `ventricle`, with 100 times the largest stable step of
 * explicit Euler, degrees 1, 2, 3 need 52, 56, 37 iterations of cg. */
#include <math.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "linear/precondition/inverse_diagonal.h"
#include "linear/precondition/polynomial.h"

typedef struct neumann {
  tc_preconditioner_setup setup;
  double *inverse; /* [rows] inverse of the diagonal */
} neumann;

/* The number 2 with a tolerance for rounding. The upper bound of the eigenvalues of D^-1 A is exactly 2 for
 * matrices whose rows sum to 0. */
static const double max_eigenvalue = 2.0 * (1.0 + 1e-12);

static tc_status check_definite(const neumann *n) {
  const int degree = n->setup.options.degree;
  double bounds[2];
  if (!n->setup.needs_definite || degree % 2 == 0) return TC_OK;
  TC_TRY(tc_polynomial_range(n->setup.system, n->inverse, bounds));
  if (bounds[1] <= max_eigenvalue) return TC_OK;
  return tc_status_create(TC_NUMERICAL,
                          "neumann of degree %d: the preconditioner may be indefinite, because eigenvalues "
                          "of D^-1 A (D: diagonal of A) may reach %.3g (limit 2): set "
                          "solver.preconditioner.degree to %d, or its name to least_squares",
                          degree, bounds[1], degree + 1);
}

static tc_status create_neumann(const tc_preconditioner_setup *setup, void **ctx) {
  neumann *n = NULL;
  TC_TRY(TC_WORLD_ALLOC(setup->system->world, n, 1));
  *n = (neumann){.setup = *setup};
  *ctx = n;
  TC_TRY(tc_inverse_diagonal_create(setup->system, "neumann", &n->inverse));
  return check_definite(n);
}

static void destroy_neumann(void *ctx) {
  neumann *n = ctx;
  if (!n) return;
  tc_free(n->inverse);
  tc_free(n);
}

/* Computes u = D^-1 r on the owned rows and adds the work and the time to the ledger. */
static void scale_residual(const neumann *n, const double *r, double *u, tc_ledger *ledger) {
  const double now = tc_now_s();
#pragma omp parallel for simd schedule(static)
  for (int32_t i = 0; i < n->setup.system->R->rows; i++) u[i] = n->inverse[i] * r[i];
  tc_polynomial_add_time(ledger, 3, 1, now);
}

/* Adds one step of Jacobi's method to u: next = u + D^-1 (r - Au), where Au is the product of A and u; next
 * may be the array u or Au. */
static void add_jacobi_step(const neumann *n, const double *r, const double *u, const double *Au,
                            double *next, tc_ledger *ledger) {
  const double now = tc_now_s();
#pragma omp parallel for simd schedule(static)
  for (int32_t i = 0; i < n->setup.system->R->rows; i++) next[i] = u[i] + n->inverse[i] * (r[i] - Au[i]);
  tc_polynomial_add_time(ledger, 5, 3, now);
}

/* Collective. Computes z = P^-1 r by Horner's rule. Each step equals one iteration of Jacobi's method for A z
 * = r. */
static tc_status apply_neumann(void *ctx, const double *r, double *z, tc_ledger *ledger) {
  const neumann *n = ctx;
  const int degree = n->setup.options.degree;
  double *u = tc_polynomial_operand(&n->setup, 0);
  scale_residual(n, r, degree > 0 ? u : z, ledger);
  for (int remaining = degree; remaining > 0; remaining--) {
    TC_TRY(tc_polynomial_multiply(&n->setup, 0, z, ledger));
    add_jacobi_step(n, r, u, z, remaining > 1 ? u : z, ledger);
  }
  return TC_OK;
}

/* Computes the bounds of the eigenvalues 1 - (1 - t)^(degree + 1) of P^-1 A from bounds of t. The eigenvalue
 * increases with t up to t = 1. For t > 1 it decreases if the degree is odd. */
static tc_status compute_range(const void *ctx, const tc_linear_system *system, double range[2]) {
  const neumann *n = ctx;
  const int degree = n->setup.options.degree;
  double bounds[2];
  TC_TRY(tc_polynomial_range(system, n->inverse, bounds));
  for (int k = 0; k < 2; k++) range[k] = 1.0 - pow(1.0 - bounds[k], degree + 1.0);
  if (degree % 2 == 0) return TC_OK;
  range[0] = fmin(range[0], range[1]);
  range[1] = 1.0;
  return TC_OK;
}

static void compute_work(const tc_preconditioner_options *options, tc_work *out) {
  *out = (tc_work){.products = options->degree,
                   .streams = 3 + 5 * options->degree,
                   .row_flops = 1 + 3 * options->degree};
}

const tc_preconditioner tc_preconditioner_neumann = {
    .name = "neumann",
    .summary = "steps of Jacobi's method: `degree` products per application, no reduction",
    .reads = TC_READS_DEGREE,
    .scopes = TC_SCOPE_GLOBAL,
    .symmetric = true,
    .operands = 1,
    .create = create_neumann,
    .destroy = destroy_neumann,
    .apply = apply_neumann,
    .range = compute_range,
    .work = compute_work,
};
