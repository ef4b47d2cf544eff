#include "mesh/topology.h"

#include <math.h>

#include "base/core/memory.h"
#include "mesh/coincident_nodes.h"
#include "mesh/components.h"
#include "mesh/internal_interfaces.h"

/* Sets node_component[n] to the component of the first cell with node n, or to -1 if the node belongs to no
 * cell. Counts in `out` the nodes that several components share and the nodes of no cell, and sets
 * is_shared[n] to 1 for each shared node n. */
static void label_nodes(const tc_mesh *mesh, const int32_t *component, int32_t *node_component,
                        uint8_t *is_shared, tc_topology *out) {
  for (int32_t n = 0; n < mesh->nodes; n++) node_component[n] = -1;
  for (size_t i = 0; i < 4 * (size_t)mesh->cells; i++) {
    const int32_t node = mesh->vertices[i], own_component = component[i / 4];
    if (node_component[node] < 0) node_component[node] = own_component;
    if (node_component[node] == own_component) continue;
    out->shared += !is_shared[node];
    is_shared[node] = 1;
  }
  for (int32_t n = 0; n < mesh->nodes; n++) out->unused += node_component[n] < 0;
}

static void count_pairs(const tc_mesh *mesh, const tc_coincidence *coincidence, const int32_t *node_component,
                        tc_topology *out) {
  for (int32_t n = 0; n < mesh->nodes; n++) {
    const int32_t other = coincidence->same_as[n];
    if (other == n) continue;
    const bool is_same_component = node_component[other] == node_component[n];
    double *largest = is_same_component ? &out->distance_within : &out->distance;
    ++*(is_same_component ? &out->coincident_within : &out->coincident);
    *largest = fmax(*largest, tc_mesh_distance(mesh, n, other));
  }
}

static tc_status find_coincident(const tc_mesh *mesh, const tc_dual *dual, const int32_t *component,
                                 tc_topology *out) {
  tc_coincidence coincidence = {0};
  int32_t *node_component = NULL;
  uint8_t *is_shared = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(node_component, mesh->nodes));
  TC_GUARD(status, TC_ALLOC_ZERO(is_shared, mesh->nodes));
  label_nodes(mesh, component, node_component, is_shared, out);
  TC_GUARD(status, tc_coincidence_find(mesh, dual, out->tolerance, &coincidence));
  count_pairs(mesh, &coincidence, node_component, out);
cleanup:
  tc_coincidence_free(&coincidence);
  tc_free(is_shared);
  tc_free(node_component);
  return status;
}

static tc_status find_interfaces(const tc_mesh *mesh, const tc_dual *dual, const int32_t *component,
                                 tc_topology *out) {
  tc_interfaces interfaces;
  TC_TRY(tc_interfaces_find(mesh, dual, component, &interfaces));
  out->interfaces = interfaces.faces;
  out->interfaces_across = interfaces.across;
  out->overlapping = interfaces.overlapping;
  if (interfaces.cell >= 0) out->interface_cell = tc_mesh_cell_number(mesh, interfaces.cell);
  for (int axis = 0; axis < 3; axis++) out->interface_at[axis] = interfaces.position[axis];
  return TC_OK;
}

tc_status tc_topology_find(const tc_mesh *mesh, const tc_dual *dual, tc_topology *out) {
  tc_mesh_components components = {0};
  tc_status status = TC_OK;
  *out = (tc_topology){.marked = dual->marked_interior,
                       .tolerance = TC_COINCIDENT * tc_mesh_diagonal(mesh, dual)};
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
