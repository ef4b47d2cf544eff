/* Search for coincident nodes with a hashed grid. The edge of a grid box is at least twice the tolerance, so
 * the nodes near a point are in at most two boxes along each axis. A node is inserted into the grid only if
 * it has not joined another node. If several nodes are equally near, the one with the lowest number is
 * chosen, so the result depends on the mesh alone. */
#include "mesh/coincident_nodes.h"

#include <stdbool.h>

#include "base/core/memory.h"
#include "base/numeric/hash.h"
#include "mesh/tetrahedron.h"

/* Uniform grid over the mesh. A hash table stores the nodes of each grid box in one chain. Nodes that
 * coincide are in the same box or in adjacent ones. */
typedef struct grid {
  const tc_mesh *mesh;
  /* low: lowest corner of the bounding box of the mesh; box_size: edge of a grid box, at least twice the
   * tolerance. */
  double low[3], box_size;
  double tolerance;
  uint64_t mask;
  int32_t *chain_begin; /* [mask + 1] first node of each chain; -1 if the chain is empty */
  int32_t *next;  /* [nodes] node that follows in the same chain; -1 for the last node of a chain; not set for
                     nodes in no chain */
  tc_pool memory; /* owns the arrays of this struct */
} grid;

static const double *node_point(const tc_mesh *mesh, int32_t node) { return mesh->points + 3 * (size_t)node; }

/* Returns node i (0 to 2) of boundary face b. */
static int32_t boundary_node(const tc_mesh *mesh, const tc_dual *dual, int32_t b, int i) {
  const int32_t face = dual->face[b];
  return mesh->vertices[4 * (size_t)(face / 4) + (size_t)tc_cell_face_vertices[face % 4][i]];
}

static void compute_bounds(const tc_mesh *mesh, const tc_dual *dual, double low[3], double high[3]) {
  for (int axis = 0; axis < 3; axis++) low[axis] = INFINITY, high[axis] = -INFINITY;
  for (int32_t b = 0; b < dual->boundary; b++)
    for (int i = 0; i < 3; i++) {
      const double *p = node_point(mesh, boundary_node(mesh, dual, b, i));
      for (int axis = 0; axis < 3; axis++) {
        low[axis] = fmin(low[axis], p[axis]);
        high[axis] = fmax(high[axis], p[axis]);
      }
    }
}

static double box_diagonal(const double low[3], const double high[3]) {
  double difference[3];
  tc_subtract(high, low, difference);
  return tc_norm(difference);
}

double tc_mesh_diagonal(const tc_mesh *mesh, const tc_dual *dual) {
  double low[3], high[3];
  compute_bounds(mesh, dual, low, high);
  return box_diagonal(low, high);
}

double tc_mesh_distance(const tc_mesh *mesh, int32_t a, int32_t b) {
  double difference[3];
  tc_subtract(node_point(mesh, a), node_point(mesh, b), difference);
  return tc_norm(difference);
}

static int64_t find_box_index(const grid *g, int axis, double coordinate) {
  return (int64_t)floor((coordinate - g->low[axis]) / g->box_size);
}

static int32_t *find_chain(const grid *g, const int64_t box[3]) {
  uint64_t hash = 0;
  for (int axis = 0; axis < 3; axis++) hash = tc_hash_mix(hash + (uint64_t)box[axis]);
  return &g->chain_begin[hash & g->mask];
}

/* Returns the nearest to `node` of `best` and of the nodes within the tolerance in the chain that begins
 * with `candidate`, or -1 if there is none. `best` may be -1. */
static int32_t search_chain(const grid *g, int32_t node, int32_t candidate, int32_t best) {
  for (; candidate >= 0; candidate = g->next[candidate]) {
    const double distance = tc_mesh_distance(g->mesh, node, candidate);
    if (distance > g->tolerance) continue;
    const double best_distance = best < 0 ? INFINITY : tc_mesh_distance(g->mesh, node, best);
    if (distance < best_distance || (distance == best_distance && candidate < best)) best = candidate;
  }
  return best;
}

/* Returns the node of the grid that is nearest to `node` if it is within the tolerance; -1 if there is none.
 */
static int32_t find_coincident(const grid *g, int32_t node) {
  int64_t from[3], to[3], box[3];
  int32_t best = -1;
  for (int axis = 0; axis < 3; axis++) {
    from[axis] = find_box_index(g, axis, node_point(g->mesh, node)[axis] - g->tolerance);
    to[axis] = find_box_index(g, axis, node_point(g->mesh, node)[axis] + g->tolerance);
  }
  for (box[0] = from[0]; box[0] <= to[0]; box[0]++)
    for (box[1] = from[1]; box[1] <= to[1]; box[1]++)
      for (box[2] = from[2]; box[2] <= to[2]; box[2]++)
        best = search_chain(g, node, *find_chain(g, box), best);
  return best;
}

static void insert_node(grid *g, int32_t node) {
  int64_t box[3];
  for (int axis = 0; axis < 3; axis++) box[axis] = find_box_index(g, axis, node_point(g->mesh, node)[axis]);
  int32_t *chain_begin = find_chain(g, box);
  g->next[node] = *chain_begin;
  *chain_begin = node;
}

static tc_status create_grid(const tc_mesh *mesh, const tc_dual *dual, double tolerance, int32_t nodes,
                             grid *g) {
  double high[3];
  /* Smallest edge of a grid box as a fraction of the diagonal of the bounding box. It ensures that box
   * numbers are below 2^63. */
  const double box_fraction_min = 1e-9;
  *g = (grid){.mesh = mesh, .tolerance = tolerance, .mask = 1};
  compute_bounds(mesh, dual, g->low, high);
  g->box_size = fmax(2.0 * tolerance, box_fraction_min * box_diagonal(g->low, high));
  while (g->mask < (uint64_t)nodes) g->mask = 2 * g->mask + 1;
  TC_TRY(TC_POOL_ARRAY(&g->memory, g->chain_begin, g->mask + 1));
  for (uint64_t i = 0; i <= g->mask; i++) g->chain_begin[i] = -1;
  return TC_POOL_ARRAY(&g->memory, g->next, mesh->nodes);
}

/* Sets is_boundary[nodes] to 1 for the nodes of boundary faces. Returns their number. */
static int32_t mark_boundary_nodes(const tc_mesh *mesh, const tc_dual *dual, uint8_t *is_boundary) {
  int32_t count = 0;
  for (int32_t b = 0; b < dual->boundary; b++)
    for (int i = 0; i < 3; i++) {
      const int32_t node = boundary_node(mesh, dual, b, i);
      count += !is_boundary[node];
      is_boundary[node] = 1;
    }
  return count;
}

static void join_nodes(grid *g, const uint8_t *is_boundary, tc_coincidence *out) {
  for (int32_t node = 0; node < g->mesh->nodes; node++) {
    out->same_as[node] = node;
    if (!is_boundary[node]) continue;
    const int32_t coincident = find_coincident(g, node);
    if (coincident < 0) {
      insert_node(g, node);
      continue;
    }
    out->same_as[node] = coincident;
    out->nodes++;
  }
}

tc_status tc_coincidence_find(const tc_mesh *mesh, const tc_dual *dual, double tolerance,
                              tc_coincidence *out) {
  uint8_t *is_boundary = NULL;
  grid g = {NULL};
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC_ZERO(is_boundary, mesh->nodes));
  TC_GUARD(status, TC_ALLOC(out->same_as, mesh->nodes));
  TC_GUARD(status, create_grid(mesh, dual, tolerance, mark_boundary_nodes(mesh, dual, is_boundary), &g));
  join_nodes(&g, is_boundary, out);
cleanup:
  tc_pool_free(&g.memory);
  tc_free(is_boundary);
  return status;
}

void tc_coincidence_free(tc_coincidence *coincidence) {
  tc_free(coincidence->same_as);
  *coincidence = (tc_coincidence){0};
}
