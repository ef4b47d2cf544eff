#include "fv/scheme/system.h"

#include "base/core/memory.h"

tc_status tc_system_create(int32_t rows, int32_t columns, int width, tc_system **out) {
  tc_system *system = NULL;
  TC_TRY(TC_ALLOC_ZERO(system, 1));
  TC_RETURN_CREATED(tc_ell_create(rows, columns, width, &system->rates), system, tc_system_destroy(&system),
                    out);
}

void tc_system_destroy(tc_system **system) {
  if (!*system) return;
  tc_ell_destroy(&(*system)->rates);
  tc_boundary_data_destroy(&(*system)->boundary_data);
  tc_marker_flux_destroy(&(*system)->marker_flux);
  tc_system_free_margins(*system);
  tc_free(*system);
  *system = NULL;
}

void tc_system_free_margins(tc_system *system) {
  tc_free(system->margin);
  system->margin = NULL;
}

tc_status tc_system_begin_assembly(const tc_geometry *geometry, const tc_physics *physics, int rings,
                                   tc_system *system) {
  tc_boundary_data_destroy(&system->boundary_data);
  return tc_boundary_data_create(geometry, physics, rings, &system->boundary_data);
}

tc_status tc_system_end_assembly(const tc_physics *physics, const tc_face_inflow *inward, tc_system *system) {
  tc_marker_flux_destroy(&system->marker_flux);
  return tc_marker_flux_create(system->boundary_data, inward, physics->boundaries, system->rates->rows,
                               &system->marker_flux);
}
