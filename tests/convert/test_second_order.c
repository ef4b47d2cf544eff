#include "convert/second_order.h"

#include <stdlib.h>

#include "convert/raw_meshes.h"

enum { corners_max = TC_ELEMENT_CORNERS_MAX };

static const double hexahedron[8][3] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0},
                                        {0, 0, 2}, {2, 0, 2}, {2, 2, 2}, {0, 2, 2}};
static const double prism[6][3] = {{0, 0, 2}, {2, 0, 2}, {0, 2, 2}, {0, 0, 0}, {2, 0, 0}, {0, 2, 0}};
static const double pyramid[5][3] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {1, 1, 2}};
static const double tetrahedron[4][3] = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}};

/* Returns one element of second order (with points on its edges). All its edges are straight, but its
 * point `middle` is moved by `shift` along x. */
static tc_raw_mesh *raw_second_order(tc_element_type type, const double corner[][3], int middle,
                                     double shift) {
  const tc_element_shape *shape = tc_element_shape_of(type);
  double point[TC_ELEMENT_POINTS_MAX][3] = {{0}};
  int32_t number[TC_ELEMENT_POINTS_MAX];
  for (int p = 0; p < shape->points; p++) number[p] = p;
  memcpy(point, corner, 24 * (size_t)shape->corners);
  for (int m = shape->corners; m < shape->points; m++) {
    const signed char *list = shape->middle[m - shape->corners];
    int count = 0;
    for (; count < corners_max && list[count] >= 0; count++)
      for (int axis = 0; axis < 3; axis++) point[m][axis] += corner[list[count]][axis];
    for (int axis = 0; axis < 3; axis++) point[m][axis] /= count;
    if (m == middle) point[m][0] += shift;
  }
  tc_raw_mesh *raw = raw_create(shape->points, point[0]);
  raw_add(raw, type, 0, number);
  return raw;
}

typedef struct second_order_case {
  tc_element_type type;
  const double (*corner)[3];
  double volume;
} second_order_case;

static const second_order_case cases[] = {
    {TC_ELEMENT_TETRAHEDRON10, tetrahedron, 8.0 / 6.0},
    {TC_ELEMENT_HEXAHEDRON20, hexahedron, 8.0},
    {TC_ELEMENT_HEXAHEDRON27, hexahedron, 8.0},
    {TC_ELEMENT_PRISM15, prism, 4.0},
    {TC_ELEMENT_PRISM18, prism, 4.0},
    {TC_ELEMENT_PYRAMID13, pyramid, 8.0 / 3.0},
    {TC_ELEMENT_PYRAMID14, pyramid, 8.0 / 3.0},
};

/* If a point on an edge is moved by 1e-7, it must be dropped. If it is moved by 1e-5, the element is
 * curved, which must be an error. */
Test(second_order, middles_are_dropped_or_refused) {
  tc_convert_options options = tc_convert_defaults;
  options.divides = true;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const tc_element_shape *shape = tc_element_shape_of(cases[i].type);
    for (int m = shape->corners; m < shape->points; m++) {
      tc_converted out = convert_ok(raw_second_order(cases[i].type, cases[i].corner, m, 1e-7), &options);
      cr_assert_float_eq(sum_volumes(out.mesh), cases[i].volume, 1e-12);
      cr_assert_eq(out.mesh->nodes, shape->corners);
      cr_assert_eq(out.counts.second_order, 1);
      cr_assert_eq(out.counts.curved, 0);
      cr_assert_eq(out.counts.middle_points, shape->points - shape->corners);
      cr_assert_eq(out.counts.unused_points, 0);
      tc_converted_free(&out);
      tc_raw_mesh *raw = raw_second_order(cases[i].type, cases[i].corner, m, 1e-5);
      expect_error(tc_raw_mesh_convert(&raw, "heart", &options, NULL, &out), TC_INPUT,
                   "heart.msh: 1 element of second order is curved");
      tc_converted_free(&out);
    }
  }
}

Test(second_order, curved_edges_are_dropped_on_request) {
  tc_convert_options options = tc_convert_defaults;
  expect_message(
      raw_second_order(TC_ELEMENT_TETRAHEDRON10, tetrahedron, 4, 1e-3), &options, TC_INPUT,
      "heart.msh: 1 element of second order is curved, the first is tetrahedron 101 (its point 5 is "
      "0.001 away from the middle of an edge or face of length 2): use --drop-curved to replace curved "
      "edges by straight ones");
  options.drops_curved = true;
  tc_converted out = convert_ok(raw_second_order(TC_ELEMENT_TETRAHEDRON10, tetrahedron, 4, 1e-3), &options);
  cr_assert_eq(out.counts.curved, 1);
  tc_converted_free(&out);
}

/* Triangles and quadrilaterals of second order must become boundary faces. */
Test(second_order, faces) {
  tc_convert_options options = tc_convert_defaults;
  options.divides = true;
  tc_raw_mesh *raw = raw_second_order(TC_ELEMENT_HEXAHEDRON27, hexahedron, 8, 0.0);
  RAW_ADD(raw, TC_ELEMENT_QUADRILATERAL9, 0, 0, 1, 2, 3, 8, 9, 10, 11, 24);
  RAW_ADD(raw, TC_ELEMENT_QUADRILATERAL8, 0, 4, 5, 6, 7, 12, 13, 14, 15);
  tc_converted out = convert_ok(raw, &options);
  cr_assert_eq(out.mesh->faces, 4);
  cr_assert_eq(out.counts.second_order, 3);
  cr_assert_eq(out.counts.middle_points, 19);
  tc_converted_free(&out);
  raw = raw_second_order(TC_ELEMENT_TETRAHEDRON10, tetrahedron, 4, 0.0);
  RAW_ADD(raw, TC_ELEMENT_TRIANGLE6, 0, 0, 1, 2, 4, 5, 6);
  RAW_ADD(raw, TC_ELEMENT_TRIANGLE6, 0, 0, 1, 3, 4, 8, 8);
  expect_message(
      raw, &options, TC_INPUT,
      "heart.msh: 1 element of second order is curved, the first is triangle 103 (its point 9 is 1 away "
      "from the middle of an edge or face of length 2): use --drop-curved to replace curved edges by "
      "straight ones");
}
