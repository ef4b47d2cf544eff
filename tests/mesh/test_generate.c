#include "mesh/generate.h"

#include "mesh/check.h"
#include "mesh/dual.h"
#include "mesh/tetrahedron.h"
#include "support/expect.h"

static const int32_t bricks[3] = {3, 4, 5};
static const double length[3] = {1.5, 0.7, 2.0};

static tc_mesh *box(void) {
  tc_mesh *mesh = NULL;
  expect_ok(tc_mesh_generate_box(bricks, length, &mesh));
  return mesh;
}

Test(generate, numbers_of_everything) {
  tc_mesh *mesh = box();
  cr_assert_eq(mesh->nodes, 4 * 5 * 6);
  cr_assert_eq(mesh->cells, 6 * 3 * 4 * 5);
  cr_assert_eq(mesh->faces, 4 * (12 + 20 + 15));
  cr_assert_eq(mesh->base, 1);
  cr_assert_eq(mesh->hash, 0);
  for (int32_t cell = 0; cell < mesh->cells; cell++) cr_assert_eq(mesh->region[cell], 1);
  tc_mesh_destroy(&mesh);
  cr_assert_null(mesh);
  tc_mesh_destroy(&mesh);
}

/* Each cell must have one sixth of the volume of a brick and be right-handed. */
Test(generate, cells_fill_the_box) {
  tc_mesh *mesh = box();
  const double expected = length[0] * length[1] * length[2] / (3 * 4 * 5);
  int32_t *before = mesh->vertices;
  for (int32_t cell = 0; cell < mesh->cells; cell++, before += 4) {
    const double *p = mesh->points;
    double volume6 = tc_volume6(p + 3 * before[0], p + 3 * before[1], p + 3 * before[2], p + 3 * before[3]);
    cr_assert_float_eq(volume6, expected, 1e-14, "cell %d: %g", cell, volume6);
  }
  expect_ok(tc_mesh_orient(mesh));
  cr_assert_eq(mesh->reoriented, 0);
  tc_mesh_destroy(&mesh);
}

/* The mesh must be conforming. Boundary faces must be on the sides that their markers name, and their
 * areas must add up to these sides. */
Test(generate, boundary_faces_lie_on_the_side_they_are_marked_for) {
  tc_mesh *mesh = box();
  tc_dual *dual = NULL;
  expect_ok(tc_dual_create(mesh, &dual));
  cr_assert_eq(dual->boundary, mesh->faces);
  double area[7] = {0};
  for (int32_t b = 0; b < dual->boundary; b++) {
    const int32_t *v = mesh->vertices + 4 * (dual->face[b] / 4);
    const int *at = tc_cell_face_vertices[dual->face[b] % 4];
    const double *p[3];
    double vector[3];
    const int marker = dual->marker[b];
    cr_assert(marker >= 1 && marker <= 6);
    const int axis = (marker - 1) / 2, upper = (marker - 1) % 2;
    for (int i = 0; i < 3; i++) {
      p[i] = mesh->points + 3 * v[at[i]];
      cr_assert_eq(p[i][axis], upper ? length[axis] : 0.0);
    }
    tc_area(p[0], p[1], p[2], vector);
    cr_assert_eq(vector[axis] > 0, upper, "the normal points outwards");
    area[marker] += tc_norm(vector);
  }
  for (int marker = 1; marker <= 6; marker++) {
    const int axis = (marker - 1) / 2;
    cr_assert_float_eq(area[marker], length[(axis + 1) % 3] * length[(axis + 2) % 3], 1e-13);
  }
  tc_dual_destroy(&dual);
  tc_mesh_destroy(&mesh);
}

Test(generate, what_cannot_be_made) {
  tc_mesh *mesh = NULL;
  const double unit[3] = {1, 1, 1};
  expect_error(tc_mesh_generate_box((int32_t[]){1, 0, 1}, unit, &mesh), TC_USAGE, "0 bricks");
  expect_error(tc_mesh_generate_box((int32_t[]){-4, 1, 1}, unit, &mesh), TC_USAGE, "-4 bricks");
  expect_error(tc_mesh_generate_box((int32_t[]){1000, 1000, 90}, unit, &mesh), TC_USAGE,
               "more than 536870912 cells");
  expect_error(tc_mesh_generate_box((int32_t[]){INT32_MAX, INT32_MAX, INT32_MAX}, unit, &mesh), TC_USAGE,
               "more than");
  static const double bad[] = {0.0, -1.0, 1.0 / 0.0, 0.0 / 0.0};
  for (int i = 0; i < 4; i++)
    expect_error(tc_mesh_generate_box(bricks, (double[]){1, bad[i], 1}, &mesh), TC_USAGE,
                 "use a positive length");
  cr_assert_null(mesh);
}
