#include "mesh/check.h"

#include "mesh/generate.h"
#include "mesh/tetrahedron.h"
#include "support/expect.h"

static tc_mesh *generate_box(int32_t n) {
  tc_mesh *mesh = NULL;
  expect_ok(tc_mesh_generate_box((int32_t[]){n, n, n}, (double[]){1, 2, 3}, &mesh));
  return mesh;
}

static void invert(tc_mesh *mesh, int32_t cell) {
  int32_t *v = mesh->vertices + 4 * (size_t)cell, first = v[0];
  v[0] = v[1];
  v[1] = first;
}

static double volume6(const tc_mesh *mesh, int32_t cell) {
  const int32_t *v = mesh->vertices + 4 * (size_t)cell;
  const double *p = mesh->points;
  return tc_volume6(p + 3 * v[0], p + 3 * v[1], p + 3 * v[2], p + 3 * v[3]);
}

static void expect_right_handed(const tc_mesh *mesh) {
  for (int32_t cell = 0; cell < mesh->cells; cell++) cr_assert_gt(volume6(mesh, cell), 0.0, "cell %d", cell);
}

/* A mesh of right-handed cells must not change. Its number of reoriented cells must not change either,
 * because it may come from a mesh file. */
Test(check, healthy_meshes_are_left_alone) {
  tc_mesh *mesh = generate_box(2), *same = generate_box(2);
  mesh->reoriented = 99;
  expect_ok(tc_mesh_orient(mesh));
  cr_assert_eq(mesh->reoriented, 99);
  cr_assert_arr_eq(mesh->vertices, same->vertices, 16 * (size_t)mesh->cells);
  tc_mesh_destroy(&mesh);
  tc_mesh_destroy(&same);
}

/* All cells must be right-handed afterwards. Only the cells whose orientation differs from that of the
 * majority are counted. */
Test(check, inverted_cells_are_turned_and_counted) {
  static const int32_t inverted[] = {1, 7, 23, 24, 25, 41, 48}, counted[] = {1, 7, 23, 24, 23, 7, 0};
  for (int i = 0; i < 7; i++) {
    tc_mesh *mesh = generate_box(2);
    cr_assert_eq(mesh->cells, 48);
    for (int32_t k = 0; k < inverted[i]; k++) invert(mesh, 5 * k % 48);
    expect_ok(tc_mesh_orient(mesh));
    cr_assert_eq(mesh->reoriented, counted[i], "%d of 48: %d", inverted[i], mesh->reoriented);
    expect_right_handed(mesh);
    tc_mesh_destroy(&mesh);
  }
}

Test(check, turning_swaps_the_last_two_vertices) {
  tc_mesh *mesh = generate_box(1), *same = generate_box(1);
  int32_t *v = mesh->vertices + 4 * 3, third = v[2];
  v[2] = v[3];
  v[3] = third;
  expect_ok(tc_mesh_orient(mesh));
  cr_assert_arr_eq(mesh->vertices, same->vertices, 16 * (size_t)mesh->cells);
  tc_mesh_destroy(&mesh);
  tc_mesh_destroy(&same);
}

Test(check, a_vertex_twice) {
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < i; j++) {
      tc_mesh *mesh = generate_box(1);
      mesh->vertices[4 * 2 + i] = mesh->vertices[4 * 2 + j];
      expect_error(tc_mesh_orient(mesh), TC_INPUT, "box.ele: cell 3 has node ");
      tc_mesh_destroy(&mesh);
    }
}

/* A cell whose height is 0 or below the rounding error must be an error. A small or thin cell is allowed. */
Test(check, cells_without_volume) {
  static const double heights[] = {0.0, 0x1p-53, 1e-14};
  for (int i = 0; i < 6; i++) {
    tc_mesh *mesh = NULL;
    expect_ok(tc_mesh_create("flat", 4, 1, 0, &mesh));
    const double height = heights[i % 3], scale = i < 3 ? 1.0 : 1e-15;
    const double points[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0.3, 0.3, height};
    for (int k = 0; k < 12; k++) mesh->points[k] = scale * points[k];
    for (int k = 0; k < 4; k++) mesh->vertices[k] = k;
    expect_error(tc_mesh_orient(mesh), TC_INPUT, "flat.ele: cell 0 has no volume");
    mesh->points[11] = scale * 1e-9;
    expect_ok(tc_mesh_orient(mesh));
    tc_mesh_destroy(&mesh);
  }
}

/* Lengths whose squares and cubes, times a tensor, could leave the range of a double must be reported as
 * too large or too small. Other lengths must be accepted. */
Test(check, lengths_out_of_range) {
  static const struct {
    double scale;
    const char *why;
  } cases[] = {
      {1e300, "cell 0 is too large"},
      {1e200, "cell 0 is too large"},
      {1e100, "cell 0 is too large"},
      {1e21, "cell 0 is too large"},
      {1e19, NULL},
      {1e-19, NULL},
      {1e-21, "cell 0 is too small"},
      {1e-100, "cell 0 is too small"},
      {1e-150, "cell 0 is too small"},
      {1e-300, "cell 0 is too small"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    tc_mesh *mesh = generate_box(1);
    mesh->base = 0;
    for (int32_t i = 0; i < 3 * mesh->nodes; i++) mesh->points[i] *= cases[k].scale;
    if (cases[k].why) expect_error(tc_mesh_orient(mesh), TC_INPUT, cases[k].why);
    if (!cases[k].why) expect_ok(tc_mesh_orient(mesh));
    tc_mesh_destroy(&mesh);
  }
}

/* The cell has an ordinary size, but one edge is so short that its square underflows. This must be an error.
 * A somewhat longer edge must be accepted. */
Test(check, one_edge_out_of_range) {
  tc_mesh *mesh = NULL;
  expect_ok(tc_mesh_create("thin", 4, 1, 0, &mesh));
  const double points[] = {0, 0, 0, 1, 0, 0, 0, 1e-319, 0, 0, 0, 1};
  memcpy(mesh->points, points, sizeof points);
  for (int k = 0; k < 4; k++) mesh->vertices[k] = k;
  expect_error(tc_mesh_orient(mesh), TC_INPUT, "thin.ele: cell 0 is too small");
  mesh->points[7] = 1e-18;
  expect_ok(tc_mesh_orient(mesh));
  mesh->points[7] = 0.0;
  expect_error(tc_mesh_orient(mesh), TC_INPUT, "thin.ele: cell 0 has no volume");
  tc_mesh_destroy(&mesh);
}

/* If all vertices coincide, the error must name the missing volume, not the size. */
Test(check, all_nodes_in_one_place) {
  tc_mesh *mesh = generate_box(1);
  for (int32_t i = 0; i < 3 * mesh->nodes; i++) mesh->points[i] = 1.0;
  expect_error(tc_mesh_orient(mesh), TC_INPUT, "box.ele: cell 1 has no volume");
  tc_mesh_destroy(&mesh);
}

/* Far from the origin, rounding of the coordinates destroys the shape of a cell. This must be an error. */
Test(check, far_from_the_origin) {
  tc_mesh *mesh = generate_box(1);
  for (int32_t i = 0; i < 3 * mesh->nodes; i++) mesh->points[i] += 1e10;
  expect_ok(tc_mesh_orient(mesh));
  for (int32_t i = 0; i < 3 * mesh->nodes; i++) mesh->points[i] += 1e13;
  expect_error(tc_mesh_orient(mesh), TC_INPUT, "box.ele: cell 1 is so far from the origin");
  tc_mesh_destroy(&mesh);
}
