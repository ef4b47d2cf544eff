#include "convert/convert.h"

#include <stdio.h>
#include <stdlib.h>

#include "convert/raw_meshes.h"

static void expect_equal_arrays(const tc_mesh *a, const tc_mesh *b) {
  cr_assert_eq(a->nodes, b->nodes);
  cr_assert_eq(a->cells, b->cells);
  cr_assert_eq(a->faces, b->faces);
  cr_assert_arr_eq(a->points, b->points, 24 * (size_t)a->nodes);
  cr_assert_arr_eq(a->vertices, b->vertices, 16 * (size_t)a->cells);
  cr_assert_arr_eq(a->region, b->region, 4 * (size_t)a->cells);
  cr_assert_arr_eq(a->face_nodes, b->face_nodes, 12 * (size_t)a->faces);
  cr_assert_arr_eq(a->face_marker, b->face_marker, 4 * (size_t)a->faces);
}

Test(convert, a_mesh_of_tetrahedra_is_copied) {
  tc_mesh *box = mesh_box(3, 3, 3, 0.0);
  tc_converted out = convert_ok(raw_box(3, false), &tc_convert_defaults);
  expect_equal_arrays(out.mesh, box);
  cr_assert_str_eq(out.mesh->name, "heart");
  cr_assert_eq(out.mesh->base, 1);
  cr_assert_null(out.mesh->source);
  cr_assert_eq(out.mesh->hash, tc_mesh_hash_arrays(box));
  cr_assert_eq(out.source[161], 101 + 161);
  cr_assert_eq(out.topology.components, 1);
  cr_assert_eq(out.component_size[0], box->cells);
  cr_assert_eq(out.dual->boundary, box->faces);
  cr_assert_eq(out.high[2], 1.0);
  const tc_convert_counts none = {0};
  cr_assert(!memcmp(&out.counts, &none, sizeof none));
  tc_converted_free(&out);
  tc_mesh_destroy(&box);
}

/* ---- numbers of elements, points and cells ---- */

Test(convert, counts_what_it_drops) {
  static const double point[] = {9, 9, 9, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  tc_raw_mesh *raw = raw_create(5, point);
  raw->base = 0;
  RAW_ADD(raw, TC_ELEMENT_POINT, 0, 0);
  RAW_ADD(raw, TC_ELEMENT_LINE, 0, 0, 1);
  RAW_ADD(raw, TC_ELEMENT_LINE3, 0, 0, 1, 2);
  RAW_ADD(raw, TC_ELEMENT_TETRAHEDRON, 0, 1, 2, 3, 4);
  RAW_ADD(raw, TC_ELEMENT_TETRAHEDRON, 0, 2, 1, 4, 3);
  RAW_ADD(raw, TC_ELEMENT_TRIANGLE, 0, 1, 2, 3);
  RAW_ADD(raw, TC_ELEMENT_TRIANGLE, 0, 3, 2, 1);
  tc_convert_options options = tc_convert_defaults;
  options.scale = 0.5;
  tc_converted out = convert_ok(raw, &options);
  const tc_convert_counts counts = {.ignored_points = 1,
                                    .ignored_lines = 2,
                                    .unused_points = 1,
                                    .repeated_cells = 1,
                                    .repeated_faces = 1,
                                    .ungrouped_cells = 1,
                                    .ungrouped_faces = 1};
  cr_assert(!memcmp(&out.counts, &counts, sizeof counts));
  cr_assert_eq(out.mesh->cells, 1);
  cr_assert_eq(out.mesh->nodes, 4);
  cr_assert_eq(out.mesh->base, 0);
  cr_assert_eq(out.mesh->vertices[3], 3);
  cr_assert_eq(out.high[0], 0.5);
  cr_assert_eq(out.source[0], 104);
  tc_converted_free(&out);
}

Test(convert, left_handed_cells_are_reoriented_and_counted) {
  tc_raw_mesh *raw = raw_pair();
  const int32_t swapped[] = {4, 1, 2, 3};
  memcpy(raw->corner + 4, swapped, sizeof swapped);
  tc_converted out = convert_ok(raw, &tc_convert_defaults);
  cr_assert_eq(out.mesh->reoriented, 1);
  cr_assert_eq(out.counts.ungrouped_cells, 1);
  tc_converted_free(&out);
}

Test(convert, marked_interior_faces_are_counted) {
  tc_raw_mesh *raw = raw_pair();
  RAW_ADD(raw, TC_ELEMENT_TRIANGLE, raw_set(raw, 2, 1, NULL), 1, 2, 3);
  tc_converted out = convert_ok(raw, &tc_convert_defaults);
  cr_assert_eq(out.counts.marked_interior, 1);
  tc_converted_free(&out);
}

Test(convert, directions_follow_their_cells) {
  static const double point[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1};
  tc_raw_mesh *raw = raw_create(5, point);
  RAW_ADD(raw, TC_ELEMENT_LINE, 0, 0, 1);
  RAW_ADD(raw, TC_ELEMENT_TETRAHEDRON, 0, 0, 1, 2, 3);
  RAW_ADD(raw, TC_ELEMENT_TETRAHEDRON, 0, 0, 1, 2, 3);
  RAW_ADD(raw, TC_ELEMENT_TETRAHEDRON, 0, 4, 1, 3, 2);
  expect_ok(tc_raw_mesh_set_width(raw, 3));
  for (int i = 0; i < 12; i++) raw->vector[i] = i;
  tc_converted out = convert_ok(raw, &tc_convert_defaults);
  const double expected[] = {3, 4, 5, 9, 10, 11};
  cr_assert_eq(out.width, 3);
  cr_assert_arr_eq(out.fibre, expected, sizeof expected);
  tc_converted_free(&out);
}

/* ---- log of the conversion ---- */

static char logged[4][TC_LOG_TEXT];
static int log_lines;

static void record_line(void *self, tc_log_level level, tc_log_event event, const char *text) {
  (void)self, (void)level;
  snprintf(logged[log_lines++ % 4], sizeof *logged, "%s%s", event == TC_LOG_WARNING ? "warning: " : "", text);
}

Test(convert, logs_what_it_ignores) {
  const tc_log_sink sink = {.write = record_line};
  const tc_log log = {&sink, TC_LOG_NORMAL, NULL, NULL};
  tc_raw_mesh *raw = raw_pair();
  tc_converted out = {NULL};
  RAW_ADD(raw, TC_ELEMENT_LINE, 0, 0, 1);
  RAW_ADD(raw, TC_ELEMENT_LINE3, 0, 0, 1, 2);
  raw->facts.periodic_links = 1;
  expect_ok(tc_raw_mesh_convert(&raw, "heart", &tc_convert_defaults, &log, &out));
  cr_assert_eq(log_lines, 2);
  cr_assert_str_eq(logged[0], "heart.msh: ignored 2 line elements (cables), which have no volume");
  cr_assert_str_eq(logged[1], "warning: heart.msh: ignored 1 periodic link, so the linked faces are ordinary "
                              "boundary faces");
  tc_converted_free(&out);
}

/* ---- meshes that are refused ---- */

Test(convert, refuses_a_file_without_tetrahedra) {
  static const double point[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0};
  tc_raw_mesh *raw = raw_create(4, point);
  RAW_ADD(raw, TC_ELEMENT_TRIANGLE6, 0, 0, 1, 2, 0, 1, 2);
  RAW_ADD(raw, TC_ELEMENT_TRIANGLE, 0, 0, 1, 2);
  RAW_ADD(raw, TC_ELEMENT_QUADRILATERAL, 0, 0, 1, 3, 2);
  expect_ok(tc_raw_mesh_set_format(raw, "Gmsh MSH %s", "4.1"));
  expect_message(raw, &tc_convert_defaults, TC_INPUT,
                 "heart.msh: the file contains 2 triangles and 1 quadrilateral and no tetrahedra: generate a "
                 "mesh "
                 "in three dimensions (in Gmsh: add a Physical Volume or set Mesh.SaveAll=1)");
  expect_message(raw_create(4, point), &tc_convert_defaults, TC_INPUT,
                 "heart.msh: the file contains no tetrahedra: generate a mesh in three dimensions");
}

Test(convert, refuses_one_of_several_subdomains) {
  tc_raw_mesh *raw = raw_box(1, false);
  raw->facts.subdomains = 2;
  raw->facts.subdomains_found = 1;
  expect_message(raw, &tc_convert_defaults, TC_INPUT,
                 "heart.msh: the file contains 1 of 2 subdomains: save the mesh unpartitioned");
  raw = raw_box(1, false);
  raw->facts.subdomains = raw->facts.subdomains_found = 2;
  tc_converted out = convert_ok(raw, &tc_convert_defaults);
  tc_converted_free(&out);
}

Test(convert, refuses_triangles_that_are_not_faces) {
  tc_raw_mesh *raw = raw_pair();
  RAW_ADD(raw, TC_ELEMENT_TRIANGLE, 0, 0, 1, 4);
  RAW_ADD(raw, TC_ELEMENT_TRIANGLE, 0, 0, 1, 2);
  RAW_ADD(raw, TC_ELEMENT_TRIANGLE, 0, 0, 2, 4);
  expect_message(raw, &tc_convert_defaults, TC_INPUT,
                 "heart.msh: 2 triangles are not faces of a cell, the first is face 103 (nodes 1, 2, 5): "
                 "remove "
                 "these faces, or save the volumes to which they belong");
}

/* Messages must contain the numbers of the source file, also if its points are not numbered consecutively. */
Test(convert, refuses_invalid_cells_with_the_numbers_of_the_file) {
  static const double point[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 7, 7, 7, 0, 0, 1};
  static const int64_t number[] = {70, 71, 72, 73, 74, 75};
  for (int i = 0; i < 3; i++) {
    tc_raw_mesh *raw = NULL;
    expect_ok(tc_raw_mesh_create("heart.msh", &raw));
    expect_ok(tc_raw_mesh_set_points(raw, 6, true));
    memcpy(raw->point, point, sizeof point);
    memcpy(raw->point_number, number, sizeof number);
    RAW_ADD(raw, TC_ELEMENT_LINE, 0, 0, 1);
    if (i == 0) RAW_ADD(raw, TC_ELEMENT_TETRAHEDRON, 0, 0, 1, 2, 3);
    if (i == 1) RAW_ADD(raw, TC_ELEMENT_TETRAHEDRON, 0, 5, 1, 2, 5);
    if (i == 2) RAW_ADD(raw, TC_ELEMENT_TETRAHEDRON, 0, 0, 1, 2, 5);
    if (i == 2) RAW_ADD(raw, TC_ELEMENT_TETRAHEDRON, 0, 3, 1, 2, 5);
    if (i == 2) RAW_ADD(raw, TC_ELEMENT_TETRAHEDRON, 0, 4, 1, 2, 5);
    expect_message(raw, &tc_convert_defaults, TC_INPUT,
                   (const char *const[]){"heart.msh: cell 102 has no volume, because its nodes lie in one "
                                         "plane (nodes 70, 71, 72, 73): correct its nodes, or generate the "
                                         "mesh again without flat cells",
                                         "heart.msh: cell 102 has node 75 twice: use four different nodes",
                                         "heart.msh: cells 102, 103 and 104 share one face (nodes 71, 72, "
                                         "75), which can belong to at most two cells: remove the surplus "
                                         "cells"}[i]);
  }
}

Test(convert, refuses_cells_that_overlap) {
  static const double point[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0.5, 0.5, 2};
  tc_raw_mesh *raw = raw_create(5, point);
  RAW_ADD(raw, TC_ELEMENT_LINE, 0, 0, 1);
  RAW_ADD(raw, TC_ELEMENT_TETRAHEDRON, 0, 0, 1, 2, 3);
  RAW_ADD(raw, TC_ELEMENT_TETRAHEDRON, 0, 0, 1, 2, 4);
  expect_message(raw, &tc_convert_defaults, TC_INPUT,
                 "heart.msh: cells 102 and 103 overlap, on one side of the face (nodes 1, 2, 3) that they "
                 "share: correct their nodes, or generate the mesh again");
}

Test(convert, refuses_a_scale_that_overflows) {
  tc_convert_options options = tc_convert_defaults;
  options.scale = 1e308;
  tc_raw_mesh *raw = raw_box(1, false);
  raw->point[3] = 10.0;
  expect_message(raw, &options, TC_USAGE,
                 "heart.msh: --scale 1e+308 gives coordinates that are too large (vertex 2): use a smaller "
                 "factor");
}

/* ---- coincident points and components ---- */

Test(convert, a_discontinuous_mesh_is_merged_on_request) {
  tc_convert_options options = tc_convert_defaults;
  expect_message(raw_box(3, true), &options, TC_INPUT,
                 "heart.msh: 584 vertices have exactly the coordinates of others and 270 pairs of boundary "
                 "faces "
                 "coincide, so the components are not connected: use --merge exact");
  options.command = "tetracast mesh import heart.msh -o heart";
  expect_message(
      raw_box(3, true), &options, TC_INPUT,
      "heart.msh: 584 vertices have exactly the coordinates of others and 270 pairs of boundary faces "
      "coincide, so the components are not connected: run tetracast mesh import heart.msh -o heart "
      "--merge exact");
  options.merge = TC_MERGE_NONE;
  expect_message(raw_box(3, true), &options, TC_INPUT,
                 "heart.msh: 108 triangles are not faces of a cell, the first is face 263 (nodes 649, 650, "
                 "651): "
                 "remove these faces, or save the volumes to which they belong");
}

Test(convert, merging_restores_the_mesh) {
  tc_mesh *box = mesh_box(3, 3, 3, 0.0);
  tc_convert_options options = tc_convert_defaults;
  options.merge = TC_MERGE_WITHIN;
  tc_converted out = convert_ok(raw_box(3, true), &options);
  cr_assert_eq(out.counts.merged_points, 4 * 162 + 3 * 108 - 64);
  cr_assert_eq(out.counts.unused_points, 0);
  cr_assert_eq(out.mesh->nodes, 64);
  cr_assert_eq(out.mesh->faces, 108);
  cr_assert_eq(out.topology.components, 1);
  cr_assert_float_eq(sum_volumes(out.mesh), 1.0, 1e-12);
  tc_converted_free(&out);
  tc_mesh_destroy(&box);
}
