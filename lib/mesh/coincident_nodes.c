/* Search for coincident points with a hashed grid. The edge of a grid box is at least twice the tolerance, so
 * the points near a point are in at most two boxes along each axis. A point is inserted into the grid only if
 * it has not joined another point. If several points are equally near, the one with the lowest number is
 * chosen, so the result depends on the points alone. */
#include "mesh/coincident_nodes.h"

#include <float.h>
#include <stdbool.h>

#include "base/core/memory.h"
#include "base/numeric/hash.h"
#include "mesh/box_tree.h"
#include "mesh/tetrahedron.h"

/* Uniform grid over the compared points. A hash table stores the points of each grid box in one chain. Points
 * that coincide are in the same box or in adjacent ones. */
typedef struct grid {
  const double *point; /* [points][3] */
  /* low: lowest corner of the bounding box of the compared points; box_size: edge of a grid box, at least
   * twice the tolerance. */
  double low[3], box_size;
  double tolerance;
  uint64_t mask;
  int32_t *chain_begin; /* [mask + 1] first point of each chain; -1 if the chain is empty */
  int32_t *next;  /* [points] point that follows in the same chain; -1 for the last point of a chain; not
                     set for points in no chain */
  tc_pool memory; /* owns the arrays of this struct */
} grid;

static double point_distance(const double *point, int32_t a, int32_t b) {
  double difference[3];
  tc_subtract(point + 3 * (size_t)a, point + 3 * (size_t)b, difference);
  return tc_norm(difference);
}

double tc_mesh_distance(const tc_mesh *mesh, int32_t a, int32_t b) {
  return point_distance(mesh->points, a, b);
}

/* Returns node i (0 to 2) of boundary face b. */
static int32_t boundary_node(const tc_mesh *mesh, const tc_dual *dual, int32_t b, int i) {
  const int32_t face = dual->face[b];
  return mesh->vertices[4 * (size_t)(face / 4) + (size_t)tc_cell_face_vertices[face % 4][i]];
}

static double box_diagonal(const tc_box *box) {
  double difference[3];
  tc_subtract(box->high, box->low, difference);
  return tc_norm(difference);
}

double tc_mesh_diagonal(const tc_mesh *mesh, const tc_dual *dual) {
  tc_box box = tc_box_empty();
  for (int32_t b = 0; b < dual->boundary; b++)
    for (int i = 0; i < 3; i++)
      tc_box_add_point(&box, mesh->points + 3 * (size_t)boundary_node(mesh, dual, b, i));
  return box_diagonal(&box);
}

/* Sets *box to the bounding box of the compared points, and returns their number. */
static int32_t compute_bounds(const tc_compared_points *points, tc_box *box) {
  int32_t count = 0;
  *box = tc_box_empty();
  for (int32_t p = 0; p < points->points; p++) {
    if (!points->is_compared[p]) continue;
    tc_box_add_point(box, points->point + 3 * (size_t)p);
    count++;
  }
  return count;
}

double tc_compared_points_diagonal(const tc_compared_points *points) {
  tc_box box;
  return compute_bounds(points, &box) > 0 ? box_diagonal(&box) : 0.0;
}

static int64_t find_box_index(const grid *g, int axis, double coordinate) {
  return (int64_t)floor((coordinate - g->low[axis]) / g->box_size);
}

static int32_t *find_chain(const grid *g, const int64_t box[3]) {
  uint64_t hash = 0;
  for (int axis = 0; axis < 3; axis++) hash = tc_hash_mix(hash + (uint64_t)box[axis]);
  return &g->chain_begin[hash & g->mask];
}

/* Searches the chain that begins with `candidate` for points within the tolerance of `point`. Returns the one
 * nearest to `point`, or `best` if no such point is nearer than `best`. `best` is -1 if no point was found
 * before. */
static int32_t search_chain(const grid *g, int32_t point, int32_t candidate, int32_t best) {
  for (; candidate >= 0; candidate = g->next[candidate]) {
    const double distance = point_distance(g->point, point, candidate);
    if (distance > g->tolerance) continue;
    const double best_distance = best < 0 ? INFINITY : point_distance(g->point, point, best);
    if (distance < best_distance || (distance == best_distance && candidate < best)) best = candidate;
  }
  return best;
}

/* Returns the point of the grid that is nearest to `point` if it is within the tolerance; -1 if there is
 * none. */
static int32_t find_coincident(const grid *g, int32_t point) {
  const double *position = g->point + 3 * (size_t)point;
  int64_t from[3], to[3], box[3];
  int32_t best = -1;
  for (int axis = 0; axis < 3; axis++) {
    from[axis] = find_box_index(g, axis, position[axis] - g->tolerance);
    to[axis] = find_box_index(g, axis, position[axis] + g->tolerance);
  }
  for (box[0] = from[0]; box[0] <= to[0]; box[0]++)
    for (box[1] = from[1]; box[1] <= to[1]; box[1]++)
      for (box[2] = from[2]; box[2] <= to[2]; box[2]++)
        best = search_chain(g, point, *find_chain(g, box), best);
  return best;
}

static void insert_point(grid *g, int32_t point) {
  int64_t box[3];
  for (int axis = 0; axis < 3; axis++)
    box[axis] = find_box_index(g, axis, g->point[3 * (size_t)point + (size_t)axis]);
  int32_t *chain_begin = find_chain(g, box);
  g->next[point] = *chain_begin;
  *chain_begin = point;
}

static tc_status create_grid(const tc_compared_points *points, double tolerance, grid *g) {
  tc_box box;
  /* Smallest edge of a grid box as a fraction of the diagonal of the bounding box. This lower bound ensures
   * that box numbers along an axis are below 2^63. */
  const double box_fraction_min = 1e-9;
  const int32_t count = compute_bounds(points, &box);
  *g = (grid){.point = points->point, .tolerance = tolerance, .mask = 1};
  for (int axis = 0; axis < 3; axis++) g->low[axis] = box.low[axis];
  g->box_size = fmax(fmax(2.0 * tolerance, box_fraction_min * box_diagonal(&box)), DBL_MIN);
  while (g->mask < (uint64_t)count) g->mask = 2 * g->mask + 1;
  TC_TRY(TC_POOL_ARRAY(&g->memory, g->chain_begin, g->mask + 1));
  for (uint64_t i = 0; i <= g->mask; i++) g->chain_begin[i] = -1;
  return TC_POOL_ARRAY(&g->memory, g->next, points->points);
}

static void join_points(grid *g, const tc_compared_points *points, tc_coincidence *out) {
  for (int32_t point = 0; point < points->points; point++) {
    out->same_as[point] = point;
    if (!points->is_compared[point]) continue;
    const int32_t coincident = find_coincident(g, point);
    if (coincident < 0) {
      insert_point(g, point);
      continue;
    }
    out->same_as[point] = coincident;
    out->nodes++;
  }
}

tc_status tc_coincident_points_find(const tc_compared_points *points, double tolerance, tc_coincidence *out) {
  grid g = {NULL};
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(out->same_as, points->points));
  TC_GUARD(status, create_grid(points, tolerance, &g));
  join_points(&g, points, out);
cleanup:
  tc_pool_free(&g.memory);
  return status;
}

tc_status tc_coincidence_find(const tc_mesh *mesh, const tc_dual *dual, double tolerance,
                              tc_coincidence *out) {
  uint8_t *is_boundary = NULL;
  TC_TRY(TC_ALLOC_ZERO(is_boundary, mesh->nodes));
  for (int32_t b = 0; b < dual->boundary; b++)
    for (int i = 0; i < 3; i++) is_boundary[boundary_node(mesh, dual, b, i)] = 1;
  const tc_compared_points points = {mesh->nodes, mesh->points, is_boundary};
  const tc_status status = tc_coincident_points_find(&points, tolerance, out);
  tc_free(is_boundary);
  return status;
}

void tc_coincidence_free(tc_coincidence *coincidence) {
  tc_free(coincidence->same_as);
  *coincidence = (tc_coincidence){0};
}
