#include "fv/physics.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static int by_marker(const void *a, const void *b) {
  const int32_t x = ((const tc_boundary *)a)->marker, y = ((const tc_boundary *)b)->marker;
  return (x > y) - (x < y);
}

/* One entry a face, sorted; then one a marker. */
static void list_markers(const tc_submesh *submesh, tc_physics *p) {
  for (int32_t b = 0; b < submesh->boundary; b++)
    p->boundary[b] = (tc_boundary){submesh->marker[b], TC_BOUNDARY_NO_FLUX};
  if (submesh->boundary) qsort(p->boundary, (size_t)submesh->boundary, sizeof *p->boundary, by_marker);
  for (int32_t b = 0; b < submesh->boundary; b++)
    if (b == 0 || p->boundary[b].marker != p->boundary[p->boundaries - 1].marker)
      p->boundary[p->boundaries++] = p->boundary[b];
}

tc_status tc_physics_create(const tc_submesh *submesh, const double tensor[6], tc_physics **out) {
  tc_physics *p = NULL;
  tc_status status = TC_OK;
  TC_TRY(TC_ALLOC_ZERO(p, 1));
  p->uniform = true;
  p->cells = submesh->cells;
  TC_GUARD(status, TC_ALLOC(p->tensor, 6));
  TC_GUARD(status, TC_ALLOC(p->boundary, submesh->boundary));
  memcpy(p->tensor, tensor, 6 * sizeof *tensor);
  list_markers(submesh, p);
  *out = p;
  return TC_OK;
cleanup:
  tc_physics_destroy(&p);
  return status;
}

void tc_physics_destroy(tc_physics **physics) {
  if (!*physics) return;
  tc_free((*physics)->tensor);
  tc_free((*physics)->boundary);
  tc_free(*physics);
  *physics = NULL;
}

tc_status tc_physics_vary(tc_physics *p) {
  double *tensor = NULL;
  if (!p->uniform) return TC_OK;
  TC_TRY(TC_ALLOC(tensor, 6 * (size_t)p->cells));
  for (int32_t cell = 0; cell < p->cells; cell++)
    memcpy(tensor + 6 * (size_t)cell, p->tensor, 6 * sizeof *tensor);
  tc_free(p->tensor);
  p->tensor = tensor;
  p->uniform = false;
  return TC_OK;
}

tc_boundary_kind tc_physics_at_boundary(const tc_physics *p, int32_t marker) {
  const tc_boundary wanted = {.marker = marker};
  const tc_boundary *found =
      bsearch(&wanted, p->boundary, (size_t)p->boundaries, sizeof *p->boundary, by_marker);
  return found->kind;
}
