#include "fv/scheme/system.h"

#include "base/core/memory.h"

tc_status tc_system_create(int32_t rows, int32_t columns, int width, tc_system **out) {
  tc_system *system = NULL;
  TC_TRY(TC_ALLOC_ZERO(system, 1));
  tc_status status = tc_ell_create(rows, columns, width, &system->rates);
  if (status)
    tc_system_destroy(&system);
  else
    *out = system;
  return status;
}

void tc_system_destroy(tc_system **system) {
  if (!*system) return;
  tc_ell_destroy(&(*system)->rates);
  tc_inflow_destroy(&(*system)->inflow);
  tc_through_destroy(&(*system)->through);
  tc_free(*system);
  *system = NULL;
}

tc_status tc_system_open(const tc_geometry *geometry, const tc_physics *physics, int rings,
                         tc_system *system) {
  tc_inflow_destroy(&system->inflow);
  return tc_inflow_create(geometry, physics, rings, &system->inflow);
}

tc_status tc_system_close(const tc_physics *physics, const tc_inward *inward, tc_system *system) {
  tc_through_destroy(&system->through);
  return tc_through_create(system->inflow, inward, physics->boundaries, system->rates->rows,
                           &system->through);
}
