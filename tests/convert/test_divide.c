#include "convert/divide.h"

#include <stdlib.h>

#include "convert/raw_meshes.h"

/* Function that adds the elements of one brick, given its eight points in the order of VTK. */
typedef void (*add_brick)(tc_raw_mesh *raw, const int32_t *v, int32_t *centre);

static void add_hexahedron(tc_raw_mesh *raw, const int32_t *v, int32_t *centre) {
  (void)centre;
  raw_add(raw, TC_ELEMENT_HEXAHEDRON, 0, v);
}

static void add_prisms(tc_raw_mesh *raw, const int32_t *v, int32_t *centre) {
  (void)centre;
  RAW_ADD(raw, TC_ELEMENT_PRISM, 0, v[0], v[2], v[1], v[4], v[6], v[5]);
  RAW_ADD(raw, TC_ELEMENT_PRISM, 0, v[0], v[3], v[2], v[4], v[7], v[6]);
}

static void add_pyramids(tc_raw_mesh *raw, const int32_t *v, int32_t *centre) {
  static const int base[6][4] = {{0, 1, 2, 3}, {4, 7, 6, 5}, {0, 4, 5, 1},
                                 {1, 5, 6, 2}, {2, 6, 7, 3}, {3, 7, 4, 0}};
  for (int f = 0; f < 6; f++)
    RAW_ADD(raw, TC_ELEMENT_PYRAMID, 0, v[base[f][0]], v[base[f][1]], v[base[f][2]], v[base[f][3]], *centre);
  ++*centre;
}

static int brick_count;
static void add_mixed(tc_raw_mesh *raw, const int32_t *v, int32_t *centre) {
  (brick_count++ % 2 ? add_pyramids : add_hexahedron)(raw, v, centre);
}

/* Adds the bottom face of a brick. It is one quadrilateral or, if `is_triangulated` is true (for prisms),
 * two triangles. */
static void add_bottom(tc_raw_mesh *raw, const int32_t *v, bool is_triangulated) {
  const int32_t set = raw_set(raw, 2, 5, "bottom");
  if (!is_triangulated) {
    raw_add(raw, TC_ELEMENT_QUADRILATERAL, set, v);
    return;
  }
  RAW_ADD(raw, TC_ELEMENT_TRIANGLE, set, v[0], v[1], v[2]);
  RAW_ADD(raw, TC_ELEMENT_TRIANGLE, set, v[0], v[2], v[3]);
}

/* The unit cube of n^3 bricks, whose elements `add` adds. It has quadrilaterals on two sides, and its
 * points have random numbers. */
static tc_raw_mesh *raw_bricks(int32_t n, add_brick add, uint64_t seed) {
  const int32_t side = n + 1, corners = side * side * side, points = corners + n * n * n;
  int32_t *number = calloc((size_t)points, sizeof *number), centre = corners;
  double *point = calloc((size_t)points, 24);
  for (int32_t i = 0; i < corners; i++) number[i] = i;
  for (int32_t i = corners - 1; seed && i > 0; i--) {
    const int32_t j = (int32_t)(tc_hash_mix(seed + (uint64_t)i) % (uint64_t)(i + 1)), swap = number[i];
    number[i] = number[j], number[j] = swap;
  }
  for (int32_t i = 0; i < corners; i++)
    for (int axis = 0; axis < 3; axis++)
      point[3 * number[i] + axis] = (double)(i / (axis == 0 ? 1 : axis == 1 ? side : side * side) % side) / n;
  tc_raw_mesh *raw = raw_create(points, point);
  brick_count = 0;
  for (int32_t i = 0; i < corners; i++) {
    const int32_t at[3] = {i % side, i / side % side, i / side / side}, up = side * side;
    if (at[0] == n || at[1] == n || at[2] == n) continue;
    const int32_t b[8] = {i,      i + 1,      i + 1 + side,      i + side,
                          i + up, i + 1 + up, i + 1 + side + up, i + side + up};
    int32_t v[8];
    for (int k = 0; k < 8; k++) v[k] = number[b[k]];
    for (int axis = 0; axis < 3; axis++) raw->point[3 * centre + axis] = 0.0;
    for (int axis = 0; axis < 3; axis++)
      for (int k = 0; k < 8; k++) raw->point[3 * centre + axis] += 0.125 * point[3 * v[k] + axis];
    add(raw, v, &centre);
    if (at[2] == 0) add_bottom(raw, v, add == add_prisms);
    if (at[0] == n - 1)
      RAW_ADD(raw, TC_ELEMENT_QUADRILATERAL, raw_set(raw, 2, 2, "right"), v[1], v[2], v[6], v[5]);
  }
  free(point);
  free(number);
  return raw;
}

static tc_converted divide(tc_raw_mesh *raw) {
  tc_convert_options options = tc_convert_defaults;
  options.divides = true;
  return convert_ok(raw, &options);
}

static void expect_divided(int32_t n, add_brick add, uint64_t seed, int32_t low, int32_t high) {
  tc_converted out = divide(raw_bricks(n, add, seed));
  int32_t marked = 0;
  cr_assert(out.mesh->cells >= low * n * n * n && out.mesh->cells <= high * n * n * n, "%d cells",
            out.mesh->cells);
  cr_assert_eq(out.dual->boundary, 12 * n * n, "a boundary face is inside the cube");
  for (int32_t b = 0; b < out.dual->boundary; b++) marked += out.dual->marker[b] != 0;
  cr_assert_eq(marked, 4 * n * n);
  cr_assert_eq(out.topology.components, 1);
  cr_assert_eq(out.topology.interfaces, 0);
  cr_assert_eq(out.mesh->reoriented, 0);
  cr_assert_float_eq(sum_volumes(out.mesh), 1.0, 1e-12);
  for (int32_t c = 1; c < out.mesh->cells; c++) cr_assert_leq(out.source[c - 1], out.source[c]);
  tc_converted_free(&out);
}

Test(divide, boxes_of_all_shapes) {
  for (uint64_t seed = 0; seed < 4; seed++) {
    expect_divided(4, add_hexahedron, seed, 5, 6);
    expect_divided(4, add_prisms, seed, 6, 6);
    expect_divided(4, add_pyramids, seed, 12, 12);
    expect_divided(4, add_mixed, seed, 5, 12);
  }
}

/* Divides a hexahedron whose corners have random numbers. The number of tetrahedra must be 5 or 6. Both
 * must occur, because the division depends on the numbers. */
Test(divide, hexahedra_in_random_order) {
  int count[TC_DIVIDED_MAX + 1] = {0};
  for (uint64_t seed = 1; seed < 400; seed++) {
    int32_t corner[8] = {0}, cell[TC_DIVIDED_MAX][4];
    for (int i = 0; i < 8; i++) {
      const int j = (int)(tc_hash_mix(seed * 8 + (uint64_t)i) % (uint64_t)(i + 1));
      corner[i] = corner[j];
      corner[j] = i;
    }
    count[tc_element_divide(TC_ELEMENT_HEXAHEDRON, corner, cell)]++;
  }
  cr_assert_eq(count[5] + count[6], 399);
  cr_assert_gt(count[5], 20);
  cr_assert_gt(count[6], 200);
}

Test(divide, counts_and_names) {
  tc_converted out = divide(raw_bricks(2, add_hexahedron, 0));
  cr_assert_eq(out.counts.divided, 8);
  cr_assert_eq(out.counts.ungrouped_cells, 48);
  cr_assert_eq(out.counts.unused_points, 8);
  cr_assert_eq(out.mesh->names, 2);
  cr_assert_str_eq(out.mesh->name_list[0].text, "bottom");
  tc_converted_free(&out);
}

Test(divide, is_refused_by_default) {
  expect_message(raw_bricks(2, add_mixed, 0), &tc_convert_defaults, TC_INPUT,
                 "heart.msh: the file contains 4 hexahedra and 24 pyramids, but Tetracast computes on "
                 "tetrahedra: "
                 "use --split to divide them");
  tc_convert_options options = tc_convert_defaults;
  options.command = "tetracast mesh import heart.msh -o heart";
  expect_message(raw_bricks(1, add_prisms, 0), &options, TC_INPUT,
                 "heart.msh: the file contains 2 prisms, but Tetracast computes on tetrahedra: run tetracast "
                 "mesh "
                 "import heart.msh -o heart --split");
}

/* One corner is moved through the hexahedron, so that some of its tetrahedra are inverted. */
Test(divide, inverted_tetrahedra_are_an_error) {
  tc_raw_mesh *raw = raw_bricks(1, add_hexahedron, 0);
  tc_convert_options options = tc_convert_defaults;
  options.divides = true;
  raw->point[3 * 7] = -0.5;
  expect_message(raw, &options, TC_INPUT,
                 "heart.msh: hexahedron 101 is not convex, so its division gives inverted tetrahedra: "
                 "correct the "
                 "element, or generate a mesh of tetrahedra");
}

Test(divide, a_repeated_corner_is_an_error) {
  tc_raw_mesh *raw = raw_bricks(1, add_hexahedron, 0);
  tc_convert_options options = tc_convert_defaults;
  options.divides = true;
  raw->corner[6] = raw->corner[7];
  expect_message(raw, &options, TC_INPUT,
                 "heart.msh: hexahedron 101 has vertex 7 twice: use 8 different vertices");
}

/* A left-handed element gives left-handed cells, which the conversion must reorient. */
Test(divide, left_handed_elements_are_reoriented) {
  tc_raw_mesh *raw = raw_bricks(2, add_hexahedron, 3);
  for (int32_t p = 0; p < raw->points; p++) raw->point[3 * p] = -raw->point[3 * p];
  tc_converted out = divide(raw);
  cr_assert_float_eq(sum_volumes(out.mesh), 1.0, 1e-12);
  tc_converted_free(&out);
}
