/* Generation of the irregular mesh (see rates_mesh.h). Positions, ranks and numbers of nodes are functions of
 * the position of a node in the grid of bricks. Cells are generated brick by brick and then written in the
 * order of keys that are mainly hashes. */
#include "run/environment/rates_mesh.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/core/memory.h"
#include "base/numeric/hash.h"
#include "mesh/tetrahedron.h"

/* Numbers of the sequences of pseudo-random numbers, one for each purpose. */
enum sequence { rank_kind, rank_value, node_order, group_kind, cell_order, corner_kind, corner_order, shift };

/* Returns a pseudo-random number, at least 0 and below 1, which `sequence` and `index` determine. */
static double draw(enum sequence sequence, int64_t index) {
  const uint64_t hash = tc_hash_mix(tc_hash_mix((uint64_t)sequence + 1) + (uint64_t)index);
  return (double)(hash >> 11) * 0x1p-53;
}

/* ---- orders ---- */

typedef struct keyed {
  double key;
  int32_t index;
} keyed;

static int compare_keys(const void *a, const void *b) {
  const keyed *x = a, *y = b;
  if (x->key != y->key) return x->key < y->key ? -1 : 1;
  return (x->index > y->index) - (x->index < y->index);
}

/* Returns the sort key of item `index` of `count` items. The key is random plus a small multiple of the
 * index, so that items with near indices more often remain near than in a random order. The weight
 * approximates the differences of numbers in meshes of TetGen. */
static double order_key(enum sequence sequence, int64_t group, int64_t index, int64_t count) {
  const double index_weight = 0.25;
  return draw(sequence, group) + index_weight * (double)index / (double)count;
}

/* ---- nodes ---- */

/* The grid of the bricks' corners. Its nodes are numbered with x fastest. */
typedef struct grid {
  int32_t bricks, nodes;
  double *rank;    /* [nodes] rank of each node of the grid: a number, unrelated to MPI ranks, that decides on
                      the diagonals of faces */
  int32_t *number; /* [nodes] number in the mesh of each node of the grid */
  tc_pool memory;  /* owns the arrays of this struct */
} grid;

static int32_t find_node(const grid *g, int32_t i, int32_t j, int32_t k) {
  return (k * (g->bricks + 1) + j) * (g->bricks + 1) + i;
}

/* Returns the rank of a node: a number, unrelated to MPI ranks, by which bricks are divided (rates_mesh.h).
 * Ranks in the order of the grid would give Kuhn's triangulation, with 24 cells at each inner node. A tenth
 * of the nodes have random ranks, so that the quantiles are those of TetGen's meshes. */
static double choose_rank(const grid *g, int32_t node) {
  const double other_share = 0.1;
  if (draw(rank_kind, node) < other_share) return draw(rank_value, node);
  return (double)node / g->nodes;
}

static tc_status number_nodes(grid *g) {
  keyed *order = NULL;
  TC_TRY(TC_ALLOC(order, g->nodes));
  for (int32_t n = 0; n < g->nodes; n++) order[n] = (keyed){order_key(node_order, n, n, g->nodes), n};
  qsort(order, (size_t)g->nodes, sizeof *order, compare_keys);
  for (int32_t n = 0; n < g->nodes; n++) g->number[order[n].index] = n;
  tc_free(order);
  return TC_OK;
}

static tc_status create_grid(int32_t bricks, grid *g) {
  const int32_t side = bricks + 1;
  *g = (grid){.bricks = bricks, .nodes = side * side * side};
  TC_TRY(TC_POOL_ARRAY(&g->memory, g->rank, g->nodes));
  TC_TRY(TC_POOL_ARRAY(&g->memory, g->number, g->nodes));
  for (int32_t n = 0; n < g->nodes; n++) g->rank[n] = choose_rank(g, n);
  return number_nodes(g);
}

/* Returns a coordinate. Nodes are shifted at most 0.12 bricks along each axis, so that all volumes remain
 * positive, but nodes of a side of the cube remain on that side. */
static double shift_coordinate(const grid *g, int32_t node, int axis, int32_t position) {
  const double shift_max = 0.12;
  const bool is_side = position == 0 || position == g->bricks;
  const double moved = is_side ? 0.0 : shift_max * (2.0 * draw(shift, 3 * (int64_t)node + axis) - 1.0);
  return ((double)position + moved) / g->bricks;
}

static void compute_points(const grid *g, double *points) {
  for (int32_t k = 0; k <= g->bricks; k++)
    for (int32_t j = 0; j <= g->bricks; j++)
      for (int32_t i = 0; i <= g->bricks; i++) {
        const int32_t node = find_node(g, i, j, k), position[3] = {i, j, k};
        for (int axis = 0; axis < 3; axis++)
          points[3 * (size_t)g->number[node] + (size_t)axis] =
              shift_coordinate(g, node, axis, position[axis]);
      }
}

/* ---- cells ---- */

/* Lists the eight nodes of a brick. Bit k of a corner's index is set if the corner is at the upper end of
 * axis k. */
static void list_brick(const grid *g, int32_t brick, int32_t node[8]) {
  const int32_t n = g->bricks, i = brick % n, j = brick / n % n, k = brick / n / n;
  for (int c = 0; c < 8; c++) node[c] = find_node(g, i + (c & 1), j + (c >> 1 & 1), k + (c >> 2));
}

static bool precedes(const grid *g, int32_t a, int32_t b) {
  return g->rank[a] < g->rank[b] || (g->rank[a] == g->rank[b] && a < b);
}

/* Lists the two triangles of the face of a brick at the lower or upper end of an axis. */
static void divide_face(const grid *g, const int32_t node[8], int axis, int upper, int triangle[2][3]) {
  const int u = 1 << (axis + 1) % 3, v = 1 << (axis + 2) % 3, base = upper << axis;
  int first = base;
  for (int c = 1; c < 4; c++) {
    const int corner = base | (c & 1 ? u : 0) | (c & 2 ? v : 0);
    if (precedes(g, node[corner], node[first])) first = corner;
  }
  for (int t = 0; t < 2; t++) {
    triangle[t][0] = first;
    triangle[t][1] = first ^ (t ? v : u);
    triangle[t][2] = first ^ u ^ v;
  }
}

/* Lists the six cells of a brick as corners. */
static void divide_brick(const grid *g, const int32_t node[8], int cell[6][4]) {
  int apex = 0;
  for (int c = 1; c < 8; c++)
    if (precedes(g, node[c], node[apex])) apex = c;
  for (int axis = 0; axis < 3; axis++) {
    int triangle[2][3];
    divide_face(g, node, axis, !(apex >> axis & 1), triangle);
    for (int t = 0; t < 2; t++) {
      int *c = cell[2 * axis + t];
      c[0] = apex;
      for (int i = 0; i < 3; i++) c[1 + i] = triangle[t][i];
    }
  }
}

static void swap(int32_t *a, int32_t *b) {
  const int32_t old = *a;
  *a = *b;
  *b = old;
}

/* Orders the nodes of a cell: ascending in most cells, at random in the others. */
static void order_corners(int64_t cell, int32_t v[4]) {
  const double ascending_share = 0.7;
  if (draw(corner_kind, cell) < ascending_share) {
    for (int i = 1; i < 4; i++)
      for (int j = i; j > 0 && v[j - 1] > v[j]; j--) swap(&v[j - 1], &v[j]);
    return;
  }
  for (int i = 3; i > 0; i--) swap(&v[i], &v[(int)((i + 1) * draw(corner_order, 4 * cell + i))]);
}

static void make_right_handed(const double *points, int32_t v[4]) {
  const double *p[4];
  for (int i = 0; i < 4; i++) p[i] = points + 3 * (size_t)v[i];
  if (tc_volume6(p[0], p[1], p[2], p[3]) < 0.0) swap(&v[0], &v[1]);
}

static void fill_brick(const grid *g, int32_t brick, const double *points, int32_t *vertices) {
  int32_t node[8];
  int cell[6][4];
  list_brick(g, brick, node);
  divide_brick(g, node, cell);
  for (int c = 0; c < 6; c++, vertices += 4) {
    for (int i = 0; i < 4; i++) vertices[i] = g->number[node[cell[c][i]]];
    order_corners(6 * (int64_t)brick + c, vertices);
    make_right_handed(points, vertices);
  }
}

/* Orders the cells. In a fifth of the bricks the six cells have consecutive numbers. Half of all pairs of
 * neighbours are in the same brick, so a tenth of all pairs have near numbers. */
static void list_cell_keys(int32_t cells, keyed *order) {
  const double group_share = 0.2;
  for (int32_t cell = 0; cell < cells; cell++) {
    const int32_t brick = cell / 6;
    const bool is_group = draw(group_kind, brick) < group_share;
    const int64_t group = is_group ? -1 - (int64_t)brick : cell;
    order[cell] = (keyed){order_key(cell_order, group, is_group ? 6 * brick : cell, cells), cell};
  }
}

static tc_status fill_cells(const grid *g, tc_mesh *mesh) {
  int32_t vertices[24];
  keyed *order = NULL;
  int32_t *number = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(order, mesh->cells));
  TC_GUARD(status, TC_ALLOC(number, mesh->cells));
  list_cell_keys(mesh->cells, order);
  qsort(order, (size_t)mesh->cells, sizeof *order, compare_keys);
  for (int32_t c = 0; c < mesh->cells; c++) number[order[c].index] = c;
  for (int32_t cell = 0; cell < mesh->cells; cell++) {
    if (cell % 6 == 0) fill_brick(g, cell / 6, mesh->points, vertices);
    for (int i = 0; i < 4; i++)
      mesh->vertices[4 * (size_t)number[cell] + (size_t)i] = vertices[4 * (cell % 6) + i];
    mesh->region[cell] = 1;
  }
cleanup:
  tc_free(number);
  tc_free(order);
  return status;
}

/* ---- boundary ---- */

/* Returns brick number b of n^2 at the lower or upper end of an axis. */
static int32_t find_side_brick(int32_t n, int axis, int upper, int32_t b) {
  int32_t position[3];
  position[axis] = upper ? n - 1 : 0;
  position[(axis + 1) % 3] = b % n;
  position[(axis + 2) % 3] = b / n;
  return (position[2] * n + position[1]) * n + position[0];
}

static void fill_boundary(const grid *g, tc_mesh *mesh) {
  int32_t node[8], face = 0;
  int triangle[2][3];
  for (int side = 0; side < 6; side++)
    for (int32_t b = 0; b < g->bricks * g->bricks; b++) {
      list_brick(g, find_side_brick(g->bricks, side / 2, side % 2, b), node);
      divide_face(g, node, side / 2, side % 2, triangle);
      for (int t = 0; t < 2; t++, face++) {
        for (int i = 0; i < 3; i++)
          mesh->face_nodes[3 * (size_t)face + (size_t)i] = g->number[node[triangle[t][i]]];
        mesh->face_marker[face] = side + 1;
      }
    }
}

static tc_status fill_mesh(const grid *g, tc_mesh *mesh) {
  mesh->base = 1;
  compute_points(g, mesh->points);
  fill_boundary(g, mesh);
  return fill_cells(g, mesh);
}

tc_status tc_rates_mesh_generate(int32_t bricks, tc_mesh **out) {
  grid g = {0};
  tc_mesh *mesh = NULL;
  tc_status status = create_grid(bricks, &g);
  if (!status)
    status =
        tc_mesh_create("irregular box", g.nodes, 6 * bricks * bricks * bricks, 12 * bricks * bricks, &mesh);
  if (!status) status = fill_mesh(&g, mesh);
  tc_pool_free(&g.memory);
  TC_RETURN_CREATED(status, mesh, tc_mesh_destroy(&mesh), out);
}
