#include "linear/precondition/inverse_diagonal.h"

#include "base/core/memory.h"

tc_status tc_inverse_diagonal_create(const tc_linear_system *system, const char *name, double **out) {
  const tc_ell *R = system->R;
  double *inverse = NULL;
  TC_TRY(tc_world_agree(system->world, TC_ALLOC(inverse, R->rows)));
  *out = inverse;
  tc_status status = TC_OK;
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < R->rows; i++)
    inverse[i] = 1.0 / tc_ell_combined(system->shift, system->scale, R->diagonal[i]);
  for (int32_t i = 0; i < R->rows && !status; i++)
    if (!(inverse[i] - inverse[i] == 0.0))
      status =
          tc_status_create(TC_NUMERICAL,
                           "%s: the diagonal of %s %lld vanishes: set solver.preconditioner.name to none",
                           name, tc_linear_system_noun(system), (long long)(system->id[i] + system->base));
  return tc_world_agree(system->world, status);
}
