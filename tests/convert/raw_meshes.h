/* Raw meshes (as importers return them) for tests of the conversion. */
#ifndef TC_TESTS_RAW_MESHES_H
#define TC_TESTS_RAW_MESHES_H

#include "convert/convert.h"
#include "support/meshes.h"

static inline tc_raw_mesh *raw_create(int32_t points, const double *point) {
  tc_raw_mesh *raw = NULL;
  expect_ok(tc_raw_mesh_create("heart.msh", &raw));
  expect_ok(tc_raw_mesh_set_points(raw, points, false));
  memcpy(raw->point, point, 24 * (size_t)points);
  raw->base = 1;
  return raw;
}

/* Returns the set that contains only this group. If `number` is 0, returns the empty set. */
static inline int32_t raw_set(tc_raw_mesh *raw, int dimension, int64_t number, const char *name) {
  int32_t group, set = 0;
  if (number == 0) return 0;
  expect_ok(tc_raw_mesh_add_group(raw, dimension, number, name, &group));
  expect_ok(tc_raw_mesh_add_set(raw, 1, &group, &set));
  return set;
}

/* Adds an element. Its number in the source file is its position among the elements, counted from 1, plus
 * 100. */
static inline void raw_add(tc_raw_mesh *raw, tc_element_type type, int32_t set, const int32_t *corner) {
  expect_ok(tc_raw_mesh_add_element(raw, type, raw->elements + 101, set, corner));
}
#define RAW_ADD(raw, type, set, ...) raw_add((raw), (type), (set), (const int32_t[]){__VA_ARGS__})

/* The unit cube of mesh_box, with its regions and markers as groups. If `is_split` is true, each cell and
 * each face has separate points. */
static inline tc_raw_mesh *raw_box(int32_t n, bool is_split) {
  tc_mesh *box = mesh_box(n, n, n, 0.0);
  const int32_t corners = 4 * box->cells + 3 * box->faces;
  int32_t *own = calloc((size_t)corners, sizeof *own);
  double *point = calloc((size_t)corners, 24);
  for (int32_t i = 0; i < corners; i++) {
    const int32_t node = i < 4 * box->cells ? box->vertices[i] : box->face_nodes[i - 4 * box->cells];
    own[i] = is_split ? i : node;
    memcpy(point + 3 * i, box->points + 3 * node, 24);
  }
  tc_raw_mesh *raw = is_split ? raw_create(corners, point) : raw_create(box->nodes, box->points);
  for (int32_t c = 0; c < box->cells; c++)
    raw_add(raw, TC_ELEMENT_TETRAHEDRON, raw_set(raw, 3, box->region[c], NULL), own + 4 * c);
  for (int32_t f = 0; f < box->faces; f++)
    raw_add(raw, TC_ELEMENT_TRIANGLE, raw_set(raw, 2, box->face_marker[f], NULL),
            own + 4 * box->cells + 3 * f);
  free(point);
  free(own);
  tc_mesh_destroy(&box);
  return raw;
}

/* Two tetrahedra with the common face of the points 1, 2 and 3. Only the first tetrahedron has a group. */
static inline tc_raw_mesh *raw_pair(void) {
  static const double point[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1};
  tc_raw_mesh *raw = raw_create(5, point);
  RAW_ADD(raw, TC_ELEMENT_TETRAHEDRON, raw_set(raw, 3, 1, "muscle"), 0, 1, 2, 3);
  RAW_ADD(raw, TC_ELEMENT_TETRAHEDRON, 0, 4, 1, 3, 2);
  return raw;
}

static inline tc_converted convert_ok(tc_raw_mesh *raw, const tc_convert_options *options) {
  tc_converted out = {NULL};
  expect_ok(tc_raw_mesh_convert(&raw, "heart", options, NULL, &out));
  cr_assert_null(raw);
  return out;
}

/* Expects that the conversion fails with exactly this message. */
static inline void expect_message(tc_raw_mesh *raw, const tc_convert_options *options, tc_code code,
                                  const char *message) {
  tc_converted out = {NULL};
  tc_status status = tc_raw_mesh_convert(&raw, "heart", options, NULL, &out);
  cr_assert_null(raw);
  cr_assert_str_eq(tc_status_text(status), message);
  cr_assert_eq(tc_status_code(status), code);
  tc_status_free(&status);
  tc_converted_free(&out);
}

static inline double sum_volumes(const tc_mesh *mesh) {
  double sum = 0.0;
  for (int32_t cell = 0; cell < mesh->cells; cell++) sum += mesh_volume(mesh, cell) / 6.0;
  return sum;
}

#endif
