#include "convert/merge_points.h"

#include <stdlib.h>

#include "convert/raw_meshes.h"
#include "support/bodies.h"

static tc_convert_options merge_within(double tolerance) {
  tc_convert_options options = tc_convert_defaults;
  options.merge = TC_MERGE_WITHIN;
  options.tolerance = tolerance;
  return options;
}

/* Returns a raw mesh with the cells of `mesh` and without faces. Destroys `mesh`. */
static tc_raw_mesh *raw_of(tc_mesh *mesh) {
  tc_raw_mesh *raw = raw_create(mesh->nodes, mesh->points);
  for (int32_t c = 0; c < mesh->cells; c++) raw_add(raw, TC_ELEMENT_TETRAHEDRON, 0, mesh->vertices + 4 * c);
  tc_mesh_destroy(&mesh);
  return raw;
}

/* Every cell of the mesh has separate points, which differ from those of its neighbours by rounding.
 * Merging must restore the arrays of the box. */
Test(merge_points, a_tolerance_restores_a_discontinuous_mesh) {
  tc_raw_mesh *raw = raw_box(3, true);
  for (int32_t i = 0; i < 3 * raw->points; i++) raw->point[i] += 1e-12 * noise((uint64_t)i);
  tc_convert_options options = merge_within(1e-9);
  tc_converted out = convert_ok(raw, &options);
  cr_assert_eq(out.mesh->nodes, 64);
  cr_assert_eq(out.topology.components, 1);
  cr_assert_eq(out.dual->boundary, 108);
  tc_converted_free(&out);
}

/* Exact merging of a mesh whose cells have separate points must give the cells, faces and neighbours of
 * the box. */
Test(merge_points, exact_merging_gives_the_arrays_of_the_box) {
  tc_convert_options options = merge_within(0.0);
  tc_converted split = convert_ok(raw_box(3, true), &options), box = convert_ok(raw_box(3, false), &options);
  cr_assert_eq(box.counts.merged_points, 0);
  cr_assert_eq(split.mesh->nodes, box.mesh->nodes);
  cr_assert_arr_eq(split.mesh->region, box.mesh->region, 4 * (size_t)box.mesh->cells);
  cr_assert_arr_eq(split.mesh->face_marker, box.mesh->face_marker, 4 * (size_t)box.mesh->faces);
  cr_assert_arr_eq(split.dual->neighbour, box.dual->neighbour, 16 * (size_t)box.mesh->cells);
  for (int32_t i = 0; i < 4 * box.mesh->cells; i++)
    cr_assert_arr_eq(split.mesh->points + 3 * split.mesh->vertices[i],
                     box.mesh->points + 3 * box.mesh->vertices[i], 24);
  tc_converted_free(&split);
  tc_converted_free(&box);
}

Test(merge_points, points_that_nothing_uses_take_no_part) {
  tc_raw_mesh *raw = NULL;
  static const double point[] = {1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1e30, 0, 0};
  raw = raw_create(6, point);
  RAW_ADD(raw, TC_ELEMENT_TETRAHEDRON, 0, 1, 2, 3, 4);
  tc_convert_options options = merge_within(1e-3);
  tc_converted out = convert_ok(raw, &options);
  cr_assert_eq(out.counts.merged_points, 0);
  cr_assert_eq(out.counts.unused_points, 2);
  tc_converted_free(&out);
}

Test(merge_points, cells_that_would_become_flat_are_an_error) {
  tc_convert_options options = merge_within(0.3);
  expect_message(raw_box(4, false), &options, TC_INPUT,
                 "heart.msh: tetrahedron 101 would become flat, because its vertices 1 and 2 (distance 0.25) "
                 "would "
                 "be merged: use a smaller tolerance than --merge 0.3");
  static const double point[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0};
  tc_raw_mesh *raw = raw_create(4, point);
  RAW_ADD(raw, TC_ELEMENT_TETRAHEDRON, 0, 0, 1, 2, 3);
  options.tolerance = 0.0;
  expect_message(raw, &options, TC_INPUT,
                 "heart.msh: tetrahedron 101 has no volume, because its vertices 2 and 4 have the same "
                 "coordinates: correct it or remove it");
}

Test(merge_points, an_extent_without_a_number_is_an_error) {
  static const double point[] = {0, 0, 0, 1e200, 0, 0, 0, 1, 0, 0, 0, 1};
  tc_raw_mesh *raw = raw_create(4, point);
  tc_convert_options options = merge_within(1e-3);
  RAW_ADD(raw, TC_ELEMENT_TETRAHEDRON, 0, 0, 1, 2, 3);
  expect_message(raw, &options, TC_INPUT,
                 "heart.msh: the extent of the mesh is inf, which is too large to merge points: correct the "
                 "coordinates or use --scale");
}

/* ---- boundary faces that coincide ---- */

Test(merge_points, a_crack_is_refused_or_retained) {
  tc_convert_options options = tc_convert_defaults;
  expect_message(raw_of(mesh_crack()), &options, TC_INPUT,
                 "heart.msh: 3 vertices have exactly the coordinates of others and 4 pairs of boundary faces "
                 "coincide, so the components are not connected: use --merge exact");
  options.merge = TC_MERGE_NONE;
  tc_converted out = convert_ok(raw_of(mesh_crack()), &options);
  cr_assert_eq(out.topology.coincident_within, 3);
  tc_converted_free(&out);
  options.merge = TC_MERGE_WITHIN;
  out = convert_ok(raw_of(mesh_crack()), &options);
  cr_assert_eq(out.topology.coincident_within, 0);
  cr_assert_eq(out.counts.merged_points, 3);
  tc_converted_free(&out);
}

Test(merge_points, nearly_coincident_faces_are_refused) {
  expect_message(raw_of(mesh_bodies(1, 1, 1e-8)), &tc_convert_defaults, TC_INPUT,
                 "heart.msh: 4 vertices have nearly the coordinates of others (largest distance 1e-08) and 2 "
                 "pairs "
                 "of boundary faces coincide, so the components are not connected: use --merge 1e-07");
}

/* If a layer is thinner than the tolerance, the error must recommend not to merge its vertices. */
Test(merge_points, thin_cells_are_not_to_be_merged) {
  static const double point[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1e-9, 1, 0, 1e-9, 0, 1, 1e-9};
  tc_convert_options options = tc_convert_defaults;
  tc_raw_mesh *raw = raw_create(6, point);
  RAW_ADD(raw, TC_ELEMENT_PRISM, 0, 0, 1, 2, 3, 4, 5);
  options.divides = true;
  expect_message(raw, &options, TC_INPUT,
                 "heart.msh: 3 vertices have nearly the coordinates of others (largest distance 1e-09) and 1 "
                 "pair of boundary faces coincides, but merging them would make cells flat: use --merge "
                 "none");
}

/* A mesh with separate components must cause a warning that lists the sizes of the components, the largest
 * first. */
Test(merge_points, components_are_listed_and_warned_about) {
  static tc_log_record record;
  const tc_log log = {NULL, TC_LOG_QUIET, &record, NULL};
  tc_raw_mesh *raw = raw_of(mesh_bodies(1, 2, 0.5));
  tc_converted out = {NULL};
  expect_ok(tc_raw_mesh_convert(&raw, "heart", &tc_convert_defaults, &log, &out));
  cr_assert_eq(out.topology.components, 2);
  cr_assert_eq(out.component_size[0], 48);
  cr_assert_eq(out.component_size[1], 6);
  cr_assert_eq(record.warnings, 1);
  cr_assert_str_eq(record.warning[0],
                   "heart.msh: 2 components that have no faces in contact (6 to 48 cells): no "
                   "flux passes between them");
  tc_converted_free(&out);
}

/* ---- components of single cells ---- */

/* Returns a row of tetrahedra that have no common points. */
static tc_raw_mesh *raw_row(int32_t cells) {
  static const double cell[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  double *point = calloc((size_t)cells, sizeof cell);
  for (int32_t i = 0; i < 4 * cells; i++)
    for (int axis = 0; axis < 3; axis++)
      point[3 * i + axis] = cell[i % 4][axis] + (axis == 0 ? 2 * (i / 4) : 0);
  tc_raw_mesh *raw = raw_create(4 * cells, point);
  for (int32_t c = 0; c < cells; c++)
    RAW_ADD(raw, TC_ELEMENT_TETRAHEDRON, 0, 4 * c, 4 * c + 1, 4 * c + 2, 4 * c + 3);
  free(point);
  return raw;
}

Test(merge_points, many_single_cells_are_an_error) {
  tc_convert_options options = tc_convert_defaults;
  tc_converted out = convert_ok(raw_row(100), &options);
  cr_assert_eq(out.topology.components, 100);
  tc_converted_free(&out);
  expect_message(raw_row(101), &options, TC_INPUT,
                 "heart.msh: 101 components are a single cell, so no flux passes between them: generate a "
                 "mesh whose cells have common vertices");
  options.merge = TC_MERGE_NONE;
  expect_message(raw_row(101), &options, TC_INPUT,
                 "heart.msh: 101 components are a single cell, so no flux passes between them: use "
                 "--merge exact, or generate a mesh whose cells have common vertices");
}
