#include "fuzz/raw_mesh_rules.h"

#include <math.h>

static bool are_finite(const double *value, int64_t count) {
  for (int64_t i = 0; i < count; i++)
    if (!isfinite(value[i])) return false;
  return true;
}

static bool are_elements_valid(const tc_raw_mesh *mesh) {
  int64_t corners = 0;
  for (int32_t e = 0; e < mesh->elements; e++) {
    if (mesh->type[e] >= TC_ELEMENT_TYPES || mesh->set[e] < 0 || mesh->set[e] >= mesh->sets) return false;
    corners += tc_element_shape_of((tc_element_type)mesh->type[e])->points;
  }
  return corners == mesh->corners;
}

static bool are_groups_valid(const tc_raw_mesh *mesh) {
  for (int32_t g = 0; g < mesh->groups; g++)
    if (mesh->group[g].dimension < 0 || mesh->group[g].dimension > 3) return false;
  for (int32_t i = 0; i < mesh->set_begin[mesh->sets]; i++)
    if (mesh->set_group[i] < 0 || mesh->set_group[i] >= mesh->groups) return false;
  return true;
}

bool raw_mesh_is_valid(const tc_raw_mesh *mesh) {
  for (int64_t i = 0; i < mesh->corners; i++)
    if (mesh->corner[i] < 0 || mesh->corner[i] >= mesh->points) return false;
  return are_elements_valid(mesh) && are_groups_valid(mesh) &&
         are_finite(mesh->point, 3 * (int64_t)mesh->points) &&
         are_finite(mesh->vector, (int64_t)mesh->width * mesh->elements);
}
