#include "mesh/topology.h"

#include <math.h>

#include "base/core/memory.h"
#include "mesh/coincident_nodes.h"
#include "mesh/components.h"
#include "mesh/internal_interfaces.h"

/* Sets of[n] to the component of the first cell with node n, or to -1 if the node belongs to no cell. Counts
 * in `out` the nodes that several components share and the nodes of no cell, and sets is_shared[n] to 1 for
 * each shared node n. */
static void label_nodes(const tc_mesh *mesh, const int32_t *component, int32_t *of, uint8_t *is_shared,
                        tc_topology *out) {
  for (int32_t n = 0; n < mesh->nodes; n++) of[n] = -1;
  for (size_t i = 0; i < 4 * (size_t)mesh->cells; i++) {
    const int32_t node = mesh->vertices[i], own = component[i / 4];
    if (of[node] < 0) of[node] = own;
    if (of[node] == own) continue;
    out->shared += !is_shared[node];
    is_shared[node] = 1;
  }
  for (int32_t n = 0; n < mesh->nodes; n++) out->unused += of[n] < 0;
}

static void count_pairs(const tc_mesh *mesh, const tc_coincidence *same, const int32_t *of,
                        tc_topology *out) {
  for (int32_t n = 0; n < mesh->nodes; n++) {
    const int32_t other = same->same_as[n];
    if (other == n) continue;
    const bool within = of[other] == of[n];
    double *largest = within ? &out->distance_within : &out->distance;
    ++*(within ? &out->coincident_within : &out->coincident);
    *largest = fmax(*largest, tc_mesh_distance(mesh, n, other));
  }
}

static tc_status find_coincident(const tc_mesh *mesh, const tc_dual *dual, const int32_t *component,
                                 tc_topology *out) {
  tc_coincidence same = {0};
  int32_t *of = NULL;
  uint8_t *is_shared = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(of, mesh->nodes));
  TC_GUARD(status, TC_ALLOC_ZERO(is_shared, mesh->nodes));
  label_nodes(mesh, component, of, is_shared, out);
  TC_GUARD(status, tc_coincidence_find(mesh, dual, out->tolerance, &same));
  count_pairs(mesh, &same, of, out);
cleanup:
  tc_coincidence_free(&same);
  tc_free(is_shared);
  tc_free(of);
  return status;
}

static tc_status find_interfaces(const tc_mesh *mesh, const tc_dual *dual, const int32_t *component,
                                 tc_topology *out) {
  tc_interfaces found;
  TC_TRY(tc_interfaces_find(mesh, dual, component, &found));
  out->interfaces = found.faces;
  out->interfaces_across = found.across;
  out->overlapping = found.overlapping;
  if (found.cell >= 0) out->interface_cell = (int32_t)tc_mesh_user_number(mesh, found.cell);
  for (int axis = 0; axis < 3; axis++) out->interface_at[axis] = found.position[axis];
  return TC_OK;
}

tc_status tc_topology_find(const tc_mesh *mesh, const tc_dual *dual, tc_topology *out) {
  tc_mesh_components components = {0};
  tc_status status = TC_OK;
  *out = (tc_topology){.marked = dual->inside, .tolerance = TC_COINCIDENT * tc_mesh_diagonal(mesh, dual)};
  TC_GUARD(status, tc_mesh_components_find(dual, &components));
  out->components = components.count;
  out->smallest = components.smallest;
  out->largest = components.largest;
  TC_GUARD(status, find_coincident(mesh, dual, components.component, out));
  TC_GUARD(status, find_interfaces(mesh, dual, components.component, out));
cleanup:
  tc_mesh_components_free(&components);
  return status;
}

bool tc_topology_touches(const tc_topology *t) {
  return t->components > 1 &&
         (t->coincident > 0 || t->shared > 0 || t->interfaces_across > 0 || t->overlapping > 0);
}
