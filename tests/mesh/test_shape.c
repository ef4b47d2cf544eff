#include "mesh/shape.h"

#include <math.h>

#include "support/meshes.h"

static tc_shape compute_shape(const double points[12]) {
  tc_mesh *mesh = mesh_of(4, points, 1, (const int32_t[]){0, 1, 2, 3});
  const tc_shape shape = tc_mesh_shape(mesh);
  tc_mesh_destroy(&mesh);
  return shape;
}

Test(shape, a_regular_cell) {
  const tc_shape s = compute_shape((const double[]){1, 1, 1, -1, 1, -1, 1, -1, -1, -1, -1, 1});
  const double angle = acos(1.0 / 3.0) * 180.0 / 3.14159265358979323846;
  cr_assert_float_eq(s.smallest_angle.value, angle, 1e-10);
  cr_assert_float_eq(s.largest_angle.value, angle, 1e-10);
  cr_assert_float_eq(s.aspect.value, sqrt(1.5), 1e-12);
  cr_assert_eq(s.slivers, 0);
}

Test(shape, a_corner_and_a_sliver) {
  const tc_shape corner = compute_shape((const double[]){0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1});
  cr_assert_float_eq(corner.largest_angle.value, 90.0, 1e-10);
  cr_assert_float_eq(corner.smallest_angle.value, acos(1 / sqrt(3.0)) * 180.0 / 3.14159265358979323846,
                     1e-10);
  cr_assert_float_eq(corner.aspect.value, sqrt(2.0) * sqrt(3.0), 1e-12);
  const tc_shape sliver = compute_shape((const double[]){0, 0, 0, 1, 1, 0, 1, 0, 0.01, 0, 1, 0.01});
  cr_assert_lt(sliver.smallest_angle.value, 3.0);
  cr_assert_gt(sliver.largest_angle.value, 176.0);
  cr_assert_gt(sliver.aspect.value, 50.0);
  cr_assert_eq(sliver.slivers, 1);
}

Test(shape, the_cell_is_named) {
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.0);
  mesh->points[3 * (size_t)mesh->vertices[4 * 100]] += 0.2;
  const tc_shape s = tc_mesh_shape(mesh);
  bool touches = false;
  for (int k = 0; k < 4; k++)
    touches |= mesh->vertices[4 * (size_t)s.aspect.cell + (size_t)k] == mesh->vertices[4 * 100];
  cr_assert(touches);
  tc_mesh_destroy(&mesh);
}
