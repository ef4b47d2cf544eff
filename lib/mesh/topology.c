#include "mesh/topology.h"

#include <math.h>

#include "base/core/memory.h"
#include "base/text/number_format.h"
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

static const tc_named_item policies[] = {
    [TC_COMPONENTS_WARN] = {"warn", "warn if components touch without sharing faces"},
    [TC_COMPONENTS_ALLOW] = {"allow", "report components without a warning"},
    [TC_COMPONENTS_REFUSE] = {"refuse", "refuse a mesh of several components, or with boundary faces inside"},
};

TC_REGISTRY_NAMED_ITEMS(tc_components_policies, policies);

const char *tc_topology_relation(const tc_topology *t) {
  if (t->overlapping > 0) return "overlap";
  if (t->coincident + t->shared > 0) return "touch without sharing a face";
  return tc_topology_touches(t) ? "touch, or are closer than a thousandth of a cell, without sharing a face"
                                : "have no faces in contact";
}

static void add_components(const tc_topology *t, tc_line *line) {
  tc_line_add(line, "%d component%s", (int)t->components, tc_plural_suffix(t->components));
  if (t->components > 1)
    tc_line_add(line, " that %s (%d to %d cells)", tc_topology_relation(t), (int)t->smallest,
                (int)t->largest);
}

static void add_nodes(const tc_topology *t, tc_line *line) {
  if (t->coincident)
    tc_line_add(line, ", %d node%s of one coincide%s with nodes of another (largest distance %.3g)",
                (int)t->coincident, tc_plural_suffix(t->coincident), t->coincident == 1 ? "s" : "",
                t->distance);
  if (t->shared) tc_line_add(line, ", %d shared node%s", (int)t->shared, tc_plural_suffix(t->shared));
}

static void add_interfaces(const tc_topology *t, tc_line *line) {
  const double *position = t->interface_at;
  if (!t->interfaces) return;
  tc_line_add(line, ", %d boundary face%s inside the mesh (the first of cell %lld at (%.4g, %.4g, %.4g))",
              (int)t->interfaces, tc_plural_suffix(t->interfaces), (long long)t->interface_cell, position[0],
              position[1], position[2]);
}

void tc_topology_describe(const tc_topology *t, tc_line *line) {
  add_components(t, line);
  add_nodes(t, line);
  add_interfaces(t, line);
}

static void log_topology(const tc_topology *t, const char *name, const char *found, const tc_log *log) {
  /* Example: heart: 1 component, 12 marked interior faces */
  tc_log_write(log, TC_LOG_NORMAL, "%s: %s, %d marked interior face%s", name, found, (int)t->marked,
               tc_plural_suffix(t->marked));
}

/* Appends to `line` the remedy for the problem that was found. Merging helps only if nodes coincide. If faces
 * do not match, `mesh merge` reports this, and the bodies must be meshed again. */
static void add_remedy(const tc_topology *t, const char *name, tc_line *line) {
  if (t->overlapping > 0)
    tc_line_add(line, "remove the shared volume from one of the bodies and mesh them together");
  else if (t->coincident + t->coincident_within == 0)
    tc_line_add(line, "mesh the bodies together or, if the gap is intended, set mesh.components to allow");
  else if (fmax(t->distance, t->distance_within) > 0.0)
    tc_line_add(line, "merge nodes: tetracast mesh merge %s -o OUT --merge %g", name, TC_COINCIDENT);
  else
    tc_line_add(line, "merge nodes: tetracast mesh merge %s -o OUT --merge exact", name);
}

tc_status tc_topology_check(const tc_topology *t, const char *name, tc_components_policy policy,
                            const tc_log *log) {
  tc_line found = {0}, remedy = {0};
  tc_topology_describe(t, &found);
  add_remedy(t, name, &remedy);
  const bool is_warning = policy == TC_COMPONENTS_WARN && (tc_topology_touches(t) || t->interfaces > 0);
  /* Example: heart: 2 components that overlap (5 to 9 cells): no flux passes between them: remove the .. */
  if (policy == TC_COMPONENTS_REFUSE && (t->components > 1 || t->interfaces > 0))
    return tc_status_create(TC_INPUT,
                            "%s: %s, but mesh.components is refuse: %s, or set mesh.components to warn", name,
                            found.text, remedy.text);
  if (!is_warning)
    log_topology(t, name, found.text, log);
  else
    tc_log_warn(log, "%s: %s: no flux passes between them%s: %s", name, found.text,
                t->overlapping ? " and the volume that they share is counted twice" : "", remedy.text);
  return TC_OK;
}
