/* The reader of Gmsh MSH files: equal meshes from all forms of the format, and element types. */
#include <math.h>

#include "base/numeric/hash.h"
#include "io/importers/msh_case.h"

static void expect_small_mesh(const tc_raw_mesh *mesh) {
  cr_assert_eq(mesh->points, 5);
  cr_assert_eq(mesh->base, 1);
  cr_assert_null(mesh->point_number);
  cr_assert_arr_eq(mesh->point, msh_points, sizeof msh_points);
  cr_assert_eq(mesh->elements, 5);
  cr_assert_eq(mesh->groups, 5);
  cr_assert_eq(mesh->sets, 6);
  cr_assert_arr_eq(mesh->corner, ((int32_t[]){0, 1, 2, 1, 2, 4, 4, 3, 1, 0, 1, 2, 3, 1, 2, 3, 4}),
                   17 * sizeof(int32_t));
  static const char *const names[5] = {"wall", "inlet", "outlet", "outer", "inner"};
  for (int32_t i = 0; i < 5; i++) {
    cr_assert_eq(mesh->type[i], i < 3 ? TC_ELEMENT_TRIANGLE : TC_ELEMENT_TETRAHEDRON);
    cr_assert_eq(mesh->element_number[i], i + 1);
    cr_assert_eq(count_groups(mesh, i), 1);
    expect_group_at(mesh, i, 0, i < 3 ? 2 : 3, msh_elements[i].group, names[i]);
  }
  cr_assert_eq(mesh->facts.subdomains, 0);
  cr_assert_eq(mesh->facts.periodic_links, 0);
}

Test(msh, forms_give_equal_meshes) {
  static msh_bytes bytes;
  for (int i = 0; i < msh_form_count; i++) {
    msh_write(&msh_forms[i], &bytes);
    tc_raw_mesh *mesh = msh_accept_bytes(bytes.text, bytes.length);
    cr_assert_str_eq(mesh->format, msh_forms[i].format);
    cr_assert_eq(mesh->hash, tc_hash_bytes(0, bytes.text, bytes.length));
    expect_small_mesh(mesh);
    tc_raw_mesh_destroy(&mesh);
  }
}

/* A file that is truncated at any byte gives one error and is never accepted. */
Test(msh, truncated_files) {
  static msh_bytes bytes;
  for (int i = 0; i < msh_form_count; i++) {
    msh_write(&msh_forms[i], &bytes);
    for (size_t length = bytes.length - 3; length > 0; length -= length < 31 ? 1 : 31) {
      tc_raw_mesh *mesh;
      tc_status status = msh_read_bytes(bytes.text, length, &mesh);
      cr_assert_eq(tc_status_code(status), TC_INPUT, "%s, %zu bytes", msh_forms[i].format, length);
      tc_status_free(&status);
    }
  }
}

Test(msh, is_recognised_by_its_beginning) {
  const tc_importer *importer = tc_importer_find("msh");
  const char *const yes[] = {"$MeshFormat\n2.2 0 8\n", "\xef\xbb\xbf$MeshFormat\r\n",
                             "$Comments\nx\n$EndComments\n$MeshFormat\n", "$NOD\n5\n"};
  const char *const no[] = {"", "(0 \"Fluent\")", "$Nodes\n", "8 3 0 0\n$MeshFormat\n"};
  for (int i = 0; i < 4; i++) {
    cr_expect(importer->recognises(yes[i], strlen(yes[i])), "%s", yes[i]);
    cr_expect_not(importer->recognises(no[i], strlen(no[i])), "%s", no[i]);
  }
}

/* ---- element types ---- */

/* Coordinates of the corners of the reference elements. An element with n corners uses the first n. */
static const double corners[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                     {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};

/* Points after the corners of an element, in the order of Gmsh. Each word lists the corners, by their
 * digits, whose mean is the point. Source: Gmsh reference manual, section "Node ordering". */
static const struct {
  int type;
  tc_element_type expected;
  const char *middles;
} cases[] = {
    {15, TC_ELEMENT_POINT, ""},
    {1, TC_ELEMENT_LINE, ""},
    {8, TC_ELEMENT_LINE3, "01"},
    {2, TC_ELEMENT_TRIANGLE, ""},
    {9, TC_ELEMENT_TRIANGLE6, "01 12 20"},
    {3, TC_ELEMENT_QUADRILATERAL, ""},
    {16, TC_ELEMENT_QUADRILATERAL8, "01 12 23 30"},
    {10, TC_ELEMENT_QUADRILATERAL9, "01 12 23 30 0123"},
    {4, TC_ELEMENT_TETRAHEDRON, ""},
    {11, TC_ELEMENT_TETRAHEDRON10, "01 12 20 30 23 13"},
    {5, TC_ELEMENT_HEXAHEDRON, ""},
    {17, TC_ELEMENT_HEXAHEDRON20, "01 03 04 12 15 23 26 37 45 47 56 67"},
    {12, TC_ELEMENT_HEXAHEDRON27,
     "01 03 04 12 15 23 26 37 45 47 56 67 0321 0154 0473 1265 2376 4567 01234567"},
    {6, TC_ELEMENT_PRISM, ""},
    {18, TC_ELEMENT_PRISM15, "01 02 03 12 14 25 34 35 45"},
    {13, TC_ELEMENT_PRISM18, "01 02 03 12 14 25 34 35 45 0143 0253 1254"},
    {7, TC_ELEMENT_PYRAMID, ""},
    {19, TC_ELEMENT_PYRAMID13, "01 03 04 12 14 23 24 34"},
    {14, TC_ELEMENT_PYRAMID14, "01 03 04 12 14 23 24 34 0123"},
};

/* Sets `point` to the mean of the corners whose digits begin at *at, and moves *at to the next word. */
static void mean_of(const char **at, double point[3]) {
  int count = 0;
  point[0] = point[1] = point[2] = 0;
  for (; **at >= '0'; ++*at, count++)
    for (int axis = 0; axis < 3; axis++) point[axis] += corners[**at - '0'][axis];
  for (int axis = 0; axis < 3; axis++) point[axis] /= count;
  *at += **at == ' ';
}

/* Writes a mesh file with one element of Gmsh type `type`, whose points have consecutive numbers. */
static void write_element(msh_bytes *b, int type, int points, int corner_count, const char *middles) {
  double point[3];
  b->length = 0;
  msh_line(b, MSH_HEAD("2.2") "$Nodes\n%d\n", points);
  for (int i = 0; i < points; i++) {
    if (i < corner_count)
      memcpy(point, corners[i], sizeof point);
    else
      mean_of(&middles, point);
    msh_line(b, "%d %.17g %.17g %.17g\n", i + 1, point[0], point[1], point[2]);
  }
  msh_line(b, "$EndNodes\n$Elements\n1\n1 %d 0", type);
  for (int i = 0; i < points; i++) msh_line(b, " %d", i + 1);
  msh_line(b, "\n$EndElements\n");
}

/* Distance of point i from the mean of those corners that the table in convert/element_type.h lists for
 * this point. */
static double distance_from_mean(const tc_raw_mesh *mesh, const tc_element_shape *shape, int i) {
  double mean[3] = {0, 0, 0}, distance = 0;
  int count = 0;
  for (const signed char *c = shape->middle[i - shape->corners]; count < 8 && *c >= 0; c++, count++)
    for (int axis = 0; axis < 3; axis++) mean[axis] += tc_raw_mesh_point(mesh, mesh->corner[(int)*c])[axis];
  for (int axis = 0; axis < 3; axis++)
    distance += fabs(mean[axis] / count - tc_raw_mesh_point(mesh, mesh->corner[i])[axis]);
  return distance;
}

Test(msh, points_have_the_order_of_vtk) {
  static msh_bytes bytes;
  cr_assert_eq(sizeof cases / sizeof *cases, TC_ELEMENT_TYPES);
  for (size_t k = 0; k < TC_ELEMENT_TYPES; k++) {
    const tc_element_shape *shape = tc_element_shape_of(cases[k].expected);
    write_element(&bytes, cases[k].type, shape->points, shape->corners, cases[k].middles);
    tc_raw_mesh *mesh = msh_accept_bytes(bytes.text, bytes.length);
    cr_assert_eq(mesh->type[0], cases[k].expected);
    for (int i = 0; i < shape->corners; i++) cr_assert_eq(mesh->corner[i], i);
    for (int i = shape->corners; i < shape->points; i++)
      cr_expect_lt(distance_from_mean(mesh, shape, i), 1e-12, "type %d, point %d", cases[k].type, i);
    tc_raw_mesh_destroy(&mesh);
  }
}
