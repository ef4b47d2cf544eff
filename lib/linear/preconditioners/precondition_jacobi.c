/* Preconditioner P = D, the diagonal of A. The vector operations (linear/solver/vector_ops.c) apply P^-1
 * block by block. */
#include "base/core/memory.h"
#include "linear/precondition/inverse_diagonal.h"
#include "linear/precondition/polynomial.h"

static tc_status create_jacobi(const tc_preconditioner_setup *setup, void **ctx) {
  double *inverse = NULL;
  const tc_status status = tc_inverse_diagonal_create(setup->system, "jacobi", &inverse);
  *ctx = inverse;
  return status;
}

static void destroy_jacobi(void *ctx) { tc_free(ctx); }

static const double *jacobi_diagonal(const void *ctx) { return ctx; }

static tc_status compute_range(const void *ctx, const tc_linear_system *system, double range[2]) {
  return tc_polynomial_range(system, ctx, range);
}

const tc_preconditioner tc_preconditioner_jacobi = {
    .name = "jacobi",
    .summary = "division by the diagonal: almost free",
    .scopes = TC_SCOPE_GLOBAL,
    .symmetric = true,
    .create = create_jacobi,
    .destroy = destroy_jacobi,
    .diagonal = jacobi_diagonal,
    .range = compute_range,
};
