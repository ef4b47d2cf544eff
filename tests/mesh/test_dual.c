#include "mesh/dual.h"

#include <stdlib.h>

#include "base/numeric/hash.h"
#include "mesh/check.h"
#include "mesh/generate.h"
#include "support/expect.h"

static tc_mesh *generate_box(int32_t nx, int32_t ny, int32_t nz) {
  tc_mesh *mesh = NULL;
  expect_ok(tc_mesh_generate_box((int32_t[]){nx, ny, nz}, (double[]){1, 1, 1}, &mesh));
  return mesh;
}

/* Creates a mesh from lists of cells and faces. The vertices have no coordinates, so the caller must pass
 * right-handed cells. */
static tc_mesh *from_cells(int32_t nodes, int32_t cells, const int32_t *vertices, int32_t faces,
                           const int32_t *face_nodes, const int32_t *face_marker) {
  tc_mesh *mesh = NULL;
  expect_ok(tc_mesh_create("some", nodes, cells, faces, &mesh));
  mesh->base = 1;
  memcpy(mesh->vertices, vertices, 16 * (size_t)cells);
  if (faces) memcpy(mesh->face_nodes, face_nodes, 12 * (size_t)faces);
  if (faces) memcpy(mesh->face_marker, face_marker, 4 * (size_t)faces);
  return mesh;
}

static int ascending(const void *a, const void *b) { return *(const int32_t *)a - *(const int32_t *)b; }

static void sorted_face(const tc_mesh *mesh, int32_t item, int32_t nodes[3]) {
  int count = 0;
  for (int i = 0; i < 4; i++)
    if (i != item % 4) nodes[count++] = mesh->vertices[item / 4 * 4 + i];
  qsort(nodes, 3, sizeof *nodes, ascending);
}

/* Finds neighbours by comparing every face with every other face. neighbour[i] is -1 at the boundary. */
static void find_neighbours_by_search(const tc_mesh *mesh, int32_t *neighbour) {
  const int32_t items = 4 * mesh->cells;
  for (int32_t i = 0; i < items; i++) neighbour[i] = -1;
  for (int32_t i = 0; i < items; i++)
    for (int32_t j = 0; j < i; j++) {
      int32_t a[3], b[3];
      sorted_face(mesh, i, a);
      sorted_face(mesh, j, b);
      if (memcmp(a, b, sizeof a) != 0) continue;
      neighbour[i] = j / 4;
      neighbour[j] = i / 4;
    }
}

static void expect_brute(const tc_mesh *mesh, const tc_dual *dual) {
  const int32_t items = 4 * mesh->cells;
  int32_t *expected = malloc(4 * (size_t)items), boundary = 0;
  find_neighbours_by_search(mesh, expected);
  for (int32_t i = 0; i < items; i++) {
    if (expected[i] >= 0) {
      cr_assert_eq(dual->neighbour[i], expected[i], "face %d of cell %d", i % 4, i / 4);
      continue;
    }
    /* Boundary faces must be sorted by cell and face. */
    cr_assert_eq(dual->neighbour[i], -1 - boundary);
    cr_assert_eq(dual->face[boundary], i);
    boundary++;
  }
  cr_assert_eq(dual->boundary, boundary);
  cr_assert_eq(dual->cells, mesh->cells);
  free(expected);
}

/* Renumbers the vertices at random and permutes the vertices of every second cell without changing its
 * orientation. */
static void shuffle(tc_mesh *mesh, uint64_t seed) {
  int32_t *name = malloc(4 * (size_t)mesh->nodes);
  double *points = malloc(24 * (size_t)mesh->nodes);
  for (int32_t n = 0; n < mesh->nodes; n++) name[n] = n;
  for (int32_t n = mesh->nodes - 1; n > 0; n--) {
    int32_t other = (int32_t)(tc_hash_mix(seed + (uint64_t)n) % (uint64_t)(n + 1)), held = name[n];
    name[n] = name[other];
    name[other] = held;
  }
  for (int32_t n = 0; n < mesh->nodes; n++) memcpy(points + 3 * name[n], mesh->points + 3 * n, 24);
  memcpy(mesh->points, points, 24 * (size_t)mesh->nodes);
  for (int32_t i = 0; i < 4 * mesh->cells; i++) mesh->vertices[i] = name[mesh->vertices[i]];
  for (int32_t i = 0; i < 3 * mesh->faces; i++) mesh->face_nodes[i] = name[mesh->face_nodes[i]];
  for (int32_t cell = 0; cell < mesh->cells; cell++) {
    int32_t *v = mesh->vertices + 4 * cell, first = v[0];
    if (cell % 2) continue;
    v[0] = v[1];
    v[1] = v[2];
    v[2] = first;
  }
  free(name);
  free(points);
}

Test(dual, one_cell) {
  static const int32_t cell[4] = {3, 1, 0, 2};
  tc_mesh *mesh = from_cells(4, 1, cell, 0, NULL, NULL);
  tc_dual *dual = NULL;
  expect_ok(tc_dual_create(mesh, &dual));
  cr_assert_eq(dual->boundary, 4);
  for (int k = 0; k < 4; k++) {
    cr_assert_eq(dual->neighbour[k], -1 - k);
    cr_assert_eq(dual->face[k], k);
    cr_assert_eq(dual->marker[k], 0);
  }
  tc_dual_destroy(&dual);
  cr_assert_null(dual);
  tc_dual_destroy(&dual);
  tc_mesh_destroy(&mesh);
}

Test(dual, boxes_match_face_by_face) {
  for (uint64_t seed = 0; seed < 6; seed++) {
    tc_mesh *mesh = generate_box(2, 3, 4);
    if (seed) shuffle(mesh, 1000 * seed);
    expect_ok(tc_mesh_orient(mesh));
    cr_assert_eq(mesh->reoriented, 0);
    tc_dual *dual = NULL;
    expect_ok(tc_dual_create(mesh, &dual));
    expect_brute(mesh, dual);
    int32_t marked[7] = {0};
    for (int32_t b = 0; b < dual->boundary; b++) marked[dual->marker[b]]++;
    const int32_t expected[7] = {0, 24, 24, 16, 16, 12, 12};
    cr_assert_arr_eq(marked, expected, sizeof expected);
    tc_dual_destroy(&dual);
    tc_mesh_destroy(&mesh);
  }
}

/* The cells form a ring around the edge 0-1, so hundreds of faces have the same lowest vertex. */
Test(dual, a_node_with_very_many_faces) {
  enum { around = 300 };
  static int32_t cells[4 * around];
  for (int32_t i = 0; i < around; i++) {
    const int32_t cell[4] = {0, 1, 2 + i * 7 % around, 2 + (i + 1) * 7 % around};
    memcpy(cells + 4 * i, cell, sizeof cell);
  }
  tc_mesh *mesh = from_cells(around + 2, around, cells, 0, NULL, NULL);
  tc_dual *dual = NULL;
  expect_ok(tc_dual_create(mesh, &dual));
  expect_brute(mesh, dual);
  cr_assert_eq(dual->boundary, 2 * around);
  /* The neighbour opposite vertex 2 is the next cell of the ring. */
  cr_assert_eq(dual->neighbour[2], 1);
  tc_dual_destroy(&dual);
  tc_mesh_destroy(&mesh);
}

Test(dual, markers_reach_their_faces) {
  static const int32_t cells[8] = {0, 1, 2, 3, 1, 2, 3, 4};
  static const int32_t faces[15] = {2, 0, 1, 3, 2, 1, 4, 3, 2, 2, 1, 0, 1, 3, 2},
                       markers[5] = {7, 5, INT32_MIN, 7, 5};
  tc_mesh *mesh = from_cells(5, 2, cells, 5, faces, markers);
  tc_dual *dual = NULL;
  /* The face 1 2 3 is interior, so its marker is ignored. Two equal entries for the same face are allowed. */
  expect_ok(tc_dual_create(mesh, &dual));
  static const int32_t expected_face[6] = {1, 2, 3, 4, 5, 6}, expected_marker[6] = {0, 0, 7, INT32_MIN, 0, 0};
  cr_assert_eq(dual->boundary, 6);
  cr_assert_arr_eq(dual->face, expected_face, sizeof expected_face);
  cr_assert_arr_eq(dual->marker, expected_marker, sizeof expected_marker);
  tc_dual_destroy(&dual);
  tc_mesh_destroy(&mesh);
}

static void expect_refused(int32_t cells, const int32_t *vertices, int32_t faces, const int32_t *face_nodes,
                           const char *part) {
  static const int32_t markers[2] = {1, 2};
  tc_mesh *mesh = from_cells(7, cells, vertices, faces, face_nodes, markers);
  tc_dual *dual = NULL;
  expect_error(tc_dual_create(mesh, &dual), TC_INPUT, part);
  cr_assert_null(dual);
  tc_mesh_destroy(&mesh);
}

/* Interior faces with a marker other than 0 must be listed in the dual graph, each once. */
Test(dual, markers_inside) {
  static const int32_t cells[12] = {0, 1, 2, 3, 4, 2, 1, 3, 0, 2, 1, 5};
  static const int32_t nodes[18] = {3, 2, 1, 1, 2, 3, 0, 1, 3, 0, 1, 2, 0, 2, 3, 1, 2, 0};
  static const int32_t marker[6] = {9, 9, 5, 0, 7, 0};
  tc_mesh *mesh = from_cells(6, 3, cells, 6, nodes, marker);
  tc_dual *dual = NULL;
  expect_ok(tc_dual_create(mesh, &dual));
  cr_assert_eq(dual->boundary, 8);
  cr_assert_eq(dual->marked_interior, 1);
  cr_assert_eq(dual->interior_marker[0], 9);
  tc_dual_destroy(&dual);
  tc_mesh_destroy(&mesh);
}

Test(dual, the_same_cell_twice) {
  static const int32_t twice[12] = {0, 1, 2, 3, 1, 2, 3, 4, 2, 0, 1, 3};
  expect_refused(3, twice, 0, NULL, "some.ele: cells 1 and 3 have the same four nodes");
  static const int32_t joined[16] = {0, 1, 2, 3, 1, 2, 3, 4, 0, 1, 2, 3, 1, 2, 3, 4};
  expect_refused(4, joined, 0, NULL, "some.ele: cells 1 and 3 have the same four nodes");
}

Test(dual, a_face_of_three_cells) {
  static const int32_t cells[12] = {0, 1, 2, 3, 1, 2, 3, 4, 1, 2, 3, 5};
  expect_refused(3, cells, 0, NULL, "some.ele: cells 1, 2 and 3 share one face (nodes 2, 3, 4)");
}

/* The two cells have a common face, and their fourth vertices are on the same side of it. The cells overlap,
 * which must be an error. */
Test(dual, overlapping_cells) {
  static const int32_t cells[8] = {0, 1, 2, 3, 1, 0, 4, 2};
  static const int32_t apart[8] = {0, 1, 2, 3, 0, 1, 4, 2};
  tc_mesh *mesh = from_cells(5, 2, apart, 0, NULL, NULL);
  tc_dual *dual = NULL;
  expect_ok(tc_dual_create(mesh, &dual));
  tc_dual_destroy(&dual);
  tc_mesh_destroy(&mesh);
  expect_refused(2, cells, 0, NULL, "some.ele: cells 1 and 2 overlap");
}

Test(dual, faces_that_fit_nothing) {
  static const int32_t cells[8] = {0, 1, 2, 3, 1, 2, 3, 4};
  static const int32_t none[6] = {0, 1, 2, 0, 1, 4}, twice[6] = {0, 1, 2, 2, 1, 0};
  expect_refused(2, cells, 2, none, "some.face: face 2 (nodes 1, 2, 5) is not a face of the mesh");
  expect_refused(2, cells, 2, twice,
                 "some.face: faces 1 and 2 are the same triangle (nodes 1, 2, 3), but have the markers 1 and "
                 "2");
}

/* A mesh that was not read from TetGen files has no .face file, so the error must not name one. */
Test(dual, faces_of_an_imported_mesh_that_fit_nothing) {
  static const int32_t cell[4] = {0, 1, 2, 3}, none[3] = {0, 1, 4}, marker[1] = {1};
  tc_mesh *mesh = from_cells(5, 1, cell, 1, none, marker);
  tc_dual *dual = NULL;
  mesh->is_imported = true;
  expect_error(tc_dual_create(mesh, &dual), TC_INPUT,
               "some: 1 triangle is not a face of a cell, the first is face 1 (nodes 1, 2, 5)");
  tc_mesh_destroy(&mesh);
}
