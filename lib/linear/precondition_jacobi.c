/* P = D, the diagonal of A: fused into the sweeps. */
#include "base/memory.h"
#include "linear/preconditioner.h"

/* The adjoint has the same diagonal. Collective. */
static tc_status open(const tc_preconditioning *where, void **ctx) {
  const tc_linear *system = where->system;
  const tc_ell *R = system->R;
  double *inverse = NULL;
  TC_TRY(tc_world_agree(system->world, TC_ALLOC(inverse, R->rows)));
  *ctx = inverse;
  tc_status status = TC_OK;
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < R->rows; i++)
    inverse[i] = 1.0 / tc_ell_combined(system->shift, system->scale, R->diagonal[i]);
  for (int32_t i = 0; i < R->rows && !status; i++)
    if (!(inverse[i] - inverse[i] == 0.0))
      status = tc_status_make(TC_NUMERICAL,
                              "jacobi: the diagonal of cell %lld vanishes: take another preconditioner",
                              (long long)(system->id[i] + system->base));
  return tc_world_agree(system->world, status);
}

static void close(void *ctx) { tc_free(ctx); }

static const double *diagonal(const void *ctx) { return ctx; }

const tc_preconditioner tc_preconditioner_jacobi = {
    .name = "jacobi",
    .summary = "division by the diagonal: costs next to nothing",
    .scopes = TC_SCOPE_GLOBAL,
    .symmetric = true,
    .open = open,
    .close = close,
    .diagonal = diagonal,
};
