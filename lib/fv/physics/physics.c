#include "fv/physics/physics.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

static int compare_markers(const void *a, const void *b) {
  const int32_t x = ((const tc_boundary *)a)->marker, y = ((const tc_boundary *)b)->marker;
  return (x > y) - (x < y);
}

static tc_boundary *find_boundary(const tc_physics *p, int32_t marker) {
  const tc_boundary key = {.marker = marker};
  return bsearch(&key, p->boundary, (size_t)p->boundaries, sizeof *p->boundary, compare_markers);
}

static tc_status init_physics(const tc_submesh *submesh, const int32_t *marker, const double tensor[6],
                              tc_physics *p) {
  TC_TRY(TC_POOL_ARRAY(&p->memory, p->tensor, 6));
  TC_TRY(TC_POOL_ARRAY(&p->memory, p->boundary, p->boundaries));
  TC_TRY(TC_POOL_ARRAY(&p->memory, p->boundary_index, p->faces));
  memcpy(p->tensor, tensor, 6 * sizeof *tensor);
  for (int i = 0; i < p->boundaries; i++) p->boundary[i] = (tc_boundary){marker[i], TC_BOUNDARY_FLUX, false};
  for (int32_t b = 0; b < p->faces; b++)
    p->boundary_index[b] = (int32_t)(find_boundary(p, submesh->marker[b]) - p->boundary);
  return TC_OK;
}

tc_status tc_physics_create(const tc_submesh *submesh, int markers, const int32_t *marker,
                            const double tensor[6], tc_physics **out) {
  tc_physics *p = NULL;
  TC_TRY(TC_ALLOC_ZERO(p, 1));
  *p = (tc_physics){.is_uniform = true,
                    .cells = submesh->cells,
                    .boundaries = markers,
                    .faces = submesh->boundary};
  TC_RETURN_CREATED(init_physics(submesh, marker, tensor, p), p, tc_physics_destroy(&p), out);
}

void tc_physics_destroy(tc_physics **physics) { TC_POOL_DESTROY_OWNER(physics); }

tc_status tc_physics_set_nonuniform(tc_physics *p) {
  double *tensor = NULL;
  if (!p->is_uniform) return TC_OK;
  TC_TRY(TC_POOL_ARRAY(&p->memory, tensor, 6 * (size_t)p->cells));
  for (int32_t cell = 0; cell < p->cells; cell++)
    memcpy(tensor + 6 * (size_t)cell, p->tensor, 6 * sizeof *tensor);
  p->tensor = tensor;
  p->is_uniform = false;
  return TC_OK;
}

tc_status tc_physics_alloc_exchange(tc_physics *p) {
  return p->exchange ? TC_OK : TC_POOL_ARRAY_ZERO(&p->memory, p->exchange, p->faces);
}

bool tc_physics_is_conservative(const tc_physics *p) {
  for (int i = 0; i < p->boundaries; i++)
    if (p->boundary[i].kind != TC_BOUNDARY_FLUX) return false;
  return true;
}
