#include "fv/system.h"

#include "base/memory.h"

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
  tc_free((*system)->b);
  tc_free(*system);
  *system = NULL;
}
