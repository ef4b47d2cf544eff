#include "mesh/labels.h"

#include <stdio.h>

#include "support/meshes.h"

static void expect_label(const tc_labels *labels, int32_t k, int32_t label, int64_t items, double size) {
  cr_assert_eq(labels->label[k], label);
  cr_assert_eq(labels->items[k], items, "%d: %d items", label, (int)labels->items[k]);
  cr_assert_float_eq(labels->size[k], size, 1e-14 * size, "%d: size %.17g", label, labels->size[k]);
}

/* Regions may be any 32-bit numbers, in any order. */
Test(labels, of_regions) {
  tc_mesh *mesh = mesh_box(2, 2, 2, 0.0);
  tc_labels *labels = NULL;
  tc_line line;
  for (int32_t c = 0; c < mesh->cells; c++)
    mesh->region[c] = c == 5 ? INT32_MAX : c == 7 ? INT32_MIN : c % 2 ? 3 : -3;
  expect_ok(tc_labels_create_regions(mesh, &labels));
  cr_assert_eq(labels->count, 4);
  const double cell = 1.0 / mesh->cells;
  expect_label(labels, 0, INT32_MIN, 1, cell);
  expect_label(labels, 1, -3, mesh->cells / 2, 0.5);
  expect_label(labels, 2, 3, mesh->cells / 2 - 2, 0.5 - 2 * cell);
  expect_label(labels, 3, INT32_MAX, 1, cell);
  cr_assert_str_eq(tc_labels_format(labels, &line), "-2147483648, -3, 3, 2147483647");
  cr_assert(tc_labels_find(labels, 3) == 2 && tc_labels_find(labels, 0) == -1);
  tc_labels_destroy(&labels);
  cr_assert_null(labels);
  tc_mesh_destroy(&mesh);
}

/* Sums of volumes must have the same bits in any order of the cells. */
Test(labels, sums_in_any_order) {
  tc_mesh *mesh = mesh_box(9, 8, 7, 0.15);
  tc_labels *first = NULL, *reversed = NULL;
  for (int32_t c = 0; c < mesh->cells; c++) mesh->region[c] = c % 5 == 0;
  expect_ok(tc_labels_create_regions(mesh, &first));
  for (int32_t c = 0; c < mesh->cells / 2; c++) {
    const int32_t other = mesh->cells - 1 - c, region = mesh->region[c];
    int32_t *v = mesh->vertices + 4 * c, *w = mesh->vertices + 4 * other, corner[4];
    memcpy(corner, v, sizeof corner);
    memcpy(v, w, sizeof corner);
    memcpy(w, corner, sizeof corner);
    mesh->region[c] = mesh->region[other];
    mesh->region[other] = region;
  }
  expect_ok(tc_labels_create_regions(mesh, &reversed));
  cr_assert_arr_eq(reversed->items, first->items, 2 * sizeof *first->items);
  cr_assert_arr_eq(reversed->size, first->size, 2 * sizeof *first->size);
  cr_assert_float_eq(first->size[0] + first->size[1], 1.0, 1e-15);
  tc_labels_destroy(&first);
  tc_labels_destroy(&reversed);
  tc_mesh_destroy(&mesh);
}

/* The list must contain the markers of the generated box, and the marker 0 for boundary faces that the mesh
 * does not list. Interior faces must not be counted. */
Test(labels, of_markers) {
  tc_mesh *mesh = NULL;
  tc_dual *dual = NULL;
  tc_labels *labels = NULL;
  expect_ok(tc_mesh_generate_box((int32_t[]){2, 3, 4}, (double[]){1, 2, 5}, &mesh));
  mesh->faces--;
  expect_ok(tc_dual_create(mesh, &dual));
  const int32_t lost = mesh->face_marker[mesh->faces];
  expect_ok(tc_labels_create_markers(mesh, dual, &labels));
  cr_assert_eq(labels->count, 7);
  cr_assert(labels->label[0] == 0 && labels->items[0] == 1);
  const int64_t faces[6] = {24, 24, 16, 16, 12, 12};
  const double area[6] = {10, 10, 5, 5, 2, 2};
  for (int32_t k = 1; k < 7; k++)
    if (k != lost) expect_label(labels, k, k, faces[k - 1], area[k - 1]);
  cr_assert_eq(labels->items[lost], faces[lost - 1] - 1);
  cr_assert_float_eq(labels->size[lost] + labels->size[0], area[lost - 1], 1e-14);
  tc_labels_destroy(&labels);
  tc_dual_destroy(&dual);
  tc_mesh_destroy(&mesh);
}

/* A name belongs to a marker (dimension 2) or to a region (dimension 3). If a number has several names, the
 * first one must be used. */
Test(labels, with_names) {
  static const tc_mesh_name names[] = {{2, 1, "inlet"},
                                       {3, 2, "sc\nar"},
                                       {2, 1, "wall"},
                                       {3, 1, ""},
                                       {2, 9, "x"}};
  tc_mesh *mesh = mesh_box(2, 2, 2, 0.0);
  tc_dual *dual = NULL;
  tc_labels *regions = NULL, *markers = NULL;
  tc_line line;
  for (int32_t c = 0; c < mesh->cells; c++) mesh->region[c] = c % 3;
  expect_ok(tc_mesh_set_names(mesh, 5, names));
  expect_ok(tc_dual_create(mesh, &dual));
  expect_ok(tc_labels_create_regions(mesh, &regions));
  expect_ok(tc_labels_create_markers(mesh, dual, &markers));
  tc_mesh_destroy(&mesh);
  cr_assert_str_eq(tc_labels_format(regions, &line), "0, 1 '', 2 'sc?ar'");
  cr_assert_str_eq(tc_labels_format(markers, &line), "1 'inlet', 2, 3, 4, 5, 6");
  cr_assert(!regions->name[0] && !strcmp(regions->name[2], "sc\nar"));
  tc_labels_destroy(&regions);
  tc_labels_destroy(&markers);
  tc_dual_destroy(&dual);
}

/* A name that is too long must be truncated between two UTF-8 characters. */
Test(labels, long_names) {
  static const char text[] = "0123456789012345678901234567890123456789012345678901234567890123";
  char name[80], label[TC_LABEL_TEXT], expected[TC_LABEL_TEXT];
  tc_labels *labels = NULL;
  expect_ok(tc_labels_create(1, &labels));
  *labels->label = 7;
  snprintf(name, sizeof name, "%.63s\xc3\xa4", text);
  expect_ok(tc_labels_set_names(labels, 3, 1, &(tc_mesh_name){3, 7, name}));
  snprintf(expected, sizeof expected, "7 '%.63s'", text);
  cr_assert_str_eq(tc_labels_format_label(labels, 0, label), expected);
  tc_labels_destroy(&labels);
}

Test(labels, of_nothing) {
  tc_labels *labels = NULL;
  tc_line line;
  expect_ok(tc_labels_create(0, &labels));
  cr_assert_eq(tc_labels_find(labels, 0), -1);
  cr_assert_str_eq(tc_labels_format(labels, &line), "none");
  tc_labels_destroy(&labels);
  tc_labels_destroy(&labels);
}
