#include "mesh/face_join.h"

#include <omp.h>
#include <stdlib.h>

#include "base/numeric/hash.h"
#include "mesh/dual.h"
#include "mesh/generate.h"
#include "support/expect.h"

/* A list of cells, a list of face entries (vertices and marker of a face, as in a mesh file), and memory for
 * two more items of each. */
typedef struct cells {
  tc_face_join join;
  int32_t nodes, *vertices, *entry_nodes, *entry_marker;
  uint64_t state; /* of the random numbers */
} cells;

static int32_t roll(cells *c, int32_t n) { return (int32_t)(tc_hash_mix(++c->state) % (uint64_t)n); }

static void swap_rows(int32_t *a, int32_t *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const int32_t held = a[i];
    a[i] = b[i];
    b[i] = held;
  }
}

static void permute_rows(cells *c, int32_t rows, int32_t *row, size_t width) {
  for (int32_t i = rows - 1; i > 0; i--)
    swap_rows(row + width * (size_t)i, row + width * (size_t)roll(c, i + 1), width);
}

/* Returns a box with cells in random order, random numbers of vertices, and random even permutations of the
 * vertices of each cell. */
static cells shuffled_box(uint64_t seed, int32_t nx, int32_t ny, int32_t nz) {
  tc_mesh *mesh = NULL;
  cells c = {.state = seed << 32};
  expect_ok(tc_mesh_generate_box((int32_t[]){nx, ny, nz}, (double[]){1, 1, 1}, &mesh));
  c.nodes = mesh->nodes;
  c.join.cells = mesh->cells;
  c.join.entries = mesh->faces;
  c.vertices = malloc(16 * (size_t)(mesh->cells + 2));
  c.entry_nodes = malloc(12 * (size_t)(mesh->faces + 2));
  c.entry_marker = malloc(4 * (size_t)(mesh->faces + 2));
  int32_t *name = malloc(4 * (size_t)mesh->nodes);
  for (int32_t n = 0; n < mesh->nodes; n++) name[n] = n;
  permute_rows(&c, mesh->nodes, name, 1);
  for (int32_t i = 0; i < 4 * mesh->cells; i++) c.vertices[i] = name[mesh->vertices[i]];
  for (int32_t i = 0; i < 3 * mesh->faces; i++) c.entry_nodes[i] = name[mesh->face_nodes[i]];
  memcpy(c.entry_marker, mesh->face_marker, 4 * (size_t)mesh->faces);
  permute_rows(&c, mesh->cells, c.vertices, 4);
  for (int32_t i = 0; i < mesh->cells; i++) {
    int32_t *v = c.vertices + 4 * i, *first = v + roll(&c, 2);
    if (roll(&c, 3) == 0) continue;
    swap_rows(first, first + 1, 1);
    swap_rows(first + 1, first + 2, 1);
  }
  free(name);
  tc_mesh_destroy(&mesh);
  return c;
}

static void free_cells(cells *c) {
  free(c->vertices);
  free(c->entry_nodes);
  free(c->entry_marker);
}

/* Computes the neighbours with a number of threads. The caller frees the arrays of the result. */
static tc_face_join run(const cells *c, int threads) {
  tc_face_join join = c->join;
  join.vertices = c->vertices;
  join.entry_nodes = c->entry_nodes;
  join.entry_marker = c->entry_marker;
  join.neighbour = malloc(16 * (size_t)join.cells);
  join.entry_face = malloc(4 * (size_t)join.entries + 1);
  omp_set_num_threads(threads);
  expect_ok(tc_face_join_run(&join));
  return join;
}

static void free_result(tc_face_join *join) {
  free(join->neighbour);
  free(join->entry_face);
}

/* ---- comparison of every face with every other face ---- */

/* Sorts the nodes of a triangle, and returns true if the permutation is odd. */
static bool sort_nodes(int32_t node[3]) {
  bool odd = false;
  for (int i = 0; i < 3; i++)
    if (node[i % 2] > node[i % 2 + 1]) {
      swap_rows(&node[i % 2], &node[i % 2 + 1], 1);
      odd = !odd;
    }
  return odd;
}

static bool sort_face(const cells *c, int32_t face, int32_t node[3]) {
  for (int i = 0; i < 3; i++) node[i] = c->vertices[face / 4 * 4 + tc_cell_face_vertices[face % 4][i]];
  return sort_nodes(node);
}

static bool is_below(const int32_t a[3], const int32_t b[3]) {
  return a[0] != b[0] ? a[0] < b[0] : a[1] != b[1] ? a[1] < b[1] : a[2] < b[2];
}

static void add_fault(tc_face_join *out, const int32_t node[3]) {
  if (!out->has_fault || is_below(node, out->fault)) memcpy(out->fault, node, sizeof out->fault);
  out->has_fault = true;
}

static void search_cells(const cells *c, tc_face_join *out) {
  for (int32_t i = 0; i < 4 * out->cells; i++) {
    int32_t a[3], b[3], others = 0;
    const bool is_odd = sort_face(c, i, a);
    out->neighbour[i] = -1;
    for (int32_t j = 0; j < 4 * out->cells; j++) {
      const bool other_is_odd = sort_face(c, j, b);
      if (j == i || memcmp(a, b, sizeof a) != 0) continue;
      out->neighbour[i] = j / 4;
      if (others++ || is_odd == other_is_odd) add_fault(out, a);
    }
  }
}

static void search_entries(const cells *c, tc_face_join *out) {
  for (int32_t e = 0; e < out->entries; e++) {
    int32_t a[3], b[3], first = e;
    memcpy(a, c->entry_nodes + 3 * e, sizeof a);
    sort_nodes(a);
    out->entry_face[e] = TC_FACE_NONE;
    for (int32_t i = 4 * out->cells; i-- > 0;) {
      sort_face(c, i, b);
      if (memcmp(a, b, sizeof a) == 0) out->entry_face[e] = i;
    }
    for (int32_t d = e; d-- > 0;) {
      memcpy(b, c->entry_nodes + 3 * d, sizeof b);
      sort_nodes(b);
      if (memcmp(a, b, sizeof a) == 0) first = d;
    }
    if (out->entry_face[e] < 0 || first == e) continue;
    out->entry_face[e] = TC_FACE_REPEATED;
    if (c->entry_marker[e] != c->entry_marker[first]) add_fault(out, a);
  }
}

static void expect_search(const cells *c) {
  tc_face_join expected = c->join;
  expected.neighbour = malloc(16 * (size_t)expected.cells);
  expected.entry_face = malloc(4 * (size_t)expected.entries + 1);
  search_cells(c, &expected);
  search_entries(c, &expected);
  for (int threads = 1; threads <= 3; threads++) {
    tc_face_join join = run(c, threads);
    cr_assert_eq(join.has_fault, expected.has_fault);
    if (expected.has_fault) {
      cr_assert_arr_eq(join.fault, expected.fault, sizeof join.fault);
    } else {
      cr_assert_arr_eq(join.neighbour, expected.neighbour, 16 * (size_t)join.cells);
      cr_assert_arr_eq(join.entry_face, expected.entry_face, 4 * (size_t)join.entries);
    }
    free_result(&join);
  }
  free_result(&expected);
}

/* Adds an entry for a face of a cell, or for three random vertices. */
static void add_entry(cells *c) {
  int32_t *node = c->entry_nodes + 3 * c->join.entries, face = roll(c, 4 * c->join.cells);
  sort_face(c, face, node);
  swap_rows(&node[0], &node[roll(c, 3)], 1);
  if (roll(c, 3) == 0) node[roll(c, 3)] = roll(c, c->nodes);
  c->entry_marker[c->join.entries++] = roll(c, 2);
}

/* Adds a copy of a cell, of which one vertex is replaced or two are swapped. */
static void add_cell(cells *c) {
  int32_t *v = c->vertices + 4 * c->join.cells;
  memcpy(v, c->vertices + 4 * roll(c, c->join.cells), 16);
  const int32_t k = roll(c, 4), vertex = roll(c, c->nodes);
  const bool is_used = v[0] == vertex || v[1] == vertex || v[2] == vertex || v[3] == vertex;
  if (is_used)
    swap_rows(&v[k], &v[(k + 1) % 4], 1);
  else
    v[k] = vertex;
  c->join.cells++;
}

/* Compares small meshes with the search. Some of them lack cells, and some have additional cells and entries,
 * most of which are faults. */
Test(face_join, equals_a_search) {
  int faults = 0;
  for (uint64_t seed = 1; seed <= 60; seed++) {
    cells c = shuffled_box(seed, 1 + (int32_t)(seed % 3), 2, 1 + (int32_t)(seed / 3 % 2));
    c.join.cells -= roll(&c, c.join.cells / 2);
    for (int32_t k = roll(&c, 3); k > 0; k--) add_entry(&c);
    for (int32_t k = roll(&c, 3); k > 0; k--) add_cell(&c);
    expect_search(&c);
    tc_face_join join = run(&c, 1);
    faults += join.has_fault;
    free_result(&join);
    free_cells(&c);
  }
  cr_assert(faults > 15 && faults < 55, "%d of 60 meshes have faults", faults);
}

/* Compares a larger mesh, with hundreds of cells, with the search. */
Test(face_join, equals_a_search_of_hundreds_of_cells) {
  cells c = shuffled_box(99, 4, 4, 3);
  add_entry(&c);
  expect_search(&c);
  free_cells(&c);
}

/* ---- several buckets and passes ---- */

enum { bricks = 14, large_cells = 6 * bricks * bricks * bricks };

static void expect_matched(const cells *c, const tc_face_join *join) {
  int32_t boundary = 0;
  for (int32_t i = 0; i < 4 * join->cells; i++) {
    const int32_t other = join->neighbour[i];
    int32_t a[3], b[3], same = 0;
    boundary += other < 0;
    sort_face(c, i, a);
    for (int32_t j = 4 * other; other >= 0 && j < 4 * other + 4; j++) {
      sort_face(c, j, b);
      same += join->neighbour[j] == i / 4 && memcmp(a, b, sizeof a) == 0;
    }
    cr_assert(same == (other >= 0), "face %d of cell %d", i % 4, i / 4);
  }
  cr_assert_eq(boundary, 12 * bricks * bricks);
}

/* In a large mesh, each face must have a neighbour with the same face or be on a side of the box. The result
 * must not depend on the number of threads. */
Test(face_join, a_large_mesh) {
  cells c = shuffled_box(7, bricks, bricks, bricks);
  tc_face_join first = run(&c, 1);
  cr_assert_eq(first.cells, large_cells);
  cr_assert_not(first.has_fault);
  expect_matched(&c, &first);
  for (int32_t e = 0; e < first.entries; e++) {
    int32_t a[3], b[3];
    memcpy(a, c.entry_nodes + 3 * e, sizeof a);
    sort_nodes(a);
    sort_face(&c, first.entry_face[e], b);
    cr_assert(first.neighbour[first.entry_face[e]] == -1 && memcmp(a, b, sizeof a) == 0);
  }
  for (int threads = 2; threads <= 5; threads++) {
    tc_face_join join = run(&c, threads);
    cr_assert_arr_eq(join.neighbour, first.neighbour, 16 * (size_t)join.cells);
    cr_assert_arr_eq(join.entry_face, first.entry_face, 4 * (size_t)join.entries);
    free_result(&join);
  }
  free_result(&first);
  free_cells(&c);
}

/* The test adds copies of two cells. The error must name the lowest of their eight faces. */
Test(face_join, the_first_fault_of_a_large_mesh) {
  cells c = shuffled_box(8, bricks, bricks, bricks);
  int32_t lowest[3] = {INT32_MAX, 0, 0}, node[3];
  for (int k = 0; k < 2; k++)
    memcpy(c.vertices + 4 * c.join.cells++, c.vertices + 4 * roll(&c, large_cells), 16);
  for (int32_t i = 4 * large_cells; i < 4 * c.join.cells; i++) {
    sort_face(&c, i, node);
    if (is_below(node, lowest)) memcpy(lowest, node, sizeof lowest);
  }
  for (int threads = 1; threads <= 4; threads++) {
    tc_face_join join = run(&c, threads);
    cr_assert(join.has_fault);
    cr_assert_arr_eq(join.fault, lowest, sizeof lowest);
    free_result(&join);
  }
  free_cells(&c);
}

/* All cells have the edge 0-1 in common, so two vertices have thousands of faces. */
Test(face_join, a_vertex_of_all_faces) {
  enum { around = 5000 };
  cells c = {.nodes = around + 2, .join = {.cells = around}};
  c.vertices = malloc(16 * (size_t)around);
  for (int32_t i = 0; i < around; i++) {
    const int32_t cell[4] = {0, 1, 2 + i, 2 + (i + 1) % around};
    memcpy(c.vertices + 4 * i, cell, sizeof cell);
  }
  tc_face_join join = run(&c, 2);
  cr_assert_not(join.has_fault);
  for (int32_t i = 0; i < around; i++) {
    const int32_t expected[4] = {-1, -1, (i + 1) % around, (i + around - 1) % around};
    cr_assert_arr_eq(join.neighbour + 4 * i, expected, sizeof expected);
  }
  free_result(&join);
  free_cells(&c);
}
