/* Contents of mesh files for tests, and comparisons of a content that was read with the expected one. */
#ifndef TC_TESTS_IO_MESH_FILE_MESH_CONTENTS_H
#define TC_TESTS_IO_MESH_FILE_MESH_CONTENTS_H

#include "base/core/memory.h"
#include "base/numeric/hash.h"
#include "io/mesh/mesh_files.h"
#include "io/mesh_file/mesh_file.h"
#include "mesh/check.h"
#include "mesh/generate.h"
#include "support/expect.h"

/* Returns a box of 3 x 2 x 2 bricks with two regions, names, and two vertices that no cell uses. One boundary
 * face of five has the marker 0. */
static inline tc_mesh *content_mesh(void) {
  static const double length[3] = {3.0, 2.0, 0.7};
  static const int32_t bricks[3] = {3, 2, 2};
  static const tc_mesh_name name[] = {{3, 1, "outer"},
                                      {2, 9, "m\xc3\xbcller"},
                                      {3, 7, "inner"},
                                      {2, 9, "again"},
                                      {3, 99, ""}};
  tc_mesh *box = NULL, *mesh = NULL;
  expect_ok(tc_mesh_generate_box(bricks, length, &box));
  expect_ok(tc_mesh_create("content", box->nodes + 2, box->cells, box->faces + 3, &mesh));
  memcpy(mesh->points + 3, box->points, 24 * (size_t)box->nodes);
  memcpy(mesh->points, (const double[]){-1.0, 0.25, -0.0}, 24);
  memcpy(mesh->points + 3 * (size_t)(box->nodes + 1), (const double[]){5.0, 0.1, 1e-300}, 24);
  for (int32_t k = 0; k < 4 * box->cells; k++) mesh->vertices[k] = box->vertices[k] + 1;
  for (int32_t k = 0; k < 3 * box->faces; k++) mesh->face_nodes[k] = box->face_nodes[k] + 1;
  for (int32_t k = 0; k < box->faces; k++) mesh->face_marker[k] = k % 5 ? box->face_marker[k] : 0;
  for (int32_t c = 0; c < box->cells; c++) mesh->region[c] = c % 3 ? 1 : -7;
  /* content_mark_inside fills the three entries after these. */
  mesh->faces = box->faces;
  mesh->base = 1;
  mesh->hash = 0xfedcba9876543210;
  expect_ok(tc_mesh_set_names(mesh, 5, name));
  tc_mesh_destroy(&box);
  return mesh;
}

/* Adds an entry for an interior face of cell 5 and two entries for an interior face of cell 20, with markers.
 */
static inline void content_mark_inside(tc_mesh *mesh) {
  static const int32_t cells[3] = {5, 20, 20}, markers[3] = {9, -3, -3};
  tc_dual *dual = NULL;
  expect_ok(tc_dual_create(mesh, &dual));
  for (int e = 0; e < 3; e++) {
    int k = 0;
    while (dual->neighbour[4 * cells[e] + k] < 0) k++;
    const int32_t face = mesh->faces++;
    for (int i = 0; i < 3; i++)
      mesh->face_nodes[3 * face + i] = mesh->vertices[4 * cells[e] + tc_cell_face_vertices[k][(i + e) % 3]];
    mesh->face_marker[face] = markers[e];
  }
  tc_dual_destroy(&dual);
}

/* Returns a content with the mesh, its dual and an origin. The content owns the mesh. */
static inline tc_mesh_content content_of(tc_mesh *mesh) {
  tc_mesh_content content = {.mesh = mesh};
  expect_ok(tc_mesh_orient(mesh));
  expect_ok(tc_dual_create(mesh, &content.dual));
  content.origin = (tc_mesh_origin){.source = "heart.msh",
                                    .format = "Gmsh MSH 4.1, binary",
                                    .options = "--groups wall,inlet",
                                    .source_hash = 0x8000000000000001,
                                    .source_bytes = 123456789012,
                                    .source_time = 1.7e9 + 0.125,
                                    .scale = 0.1,
                                    .is_automatic = true};
  return content;
}

static inline tc_mesh_content content_make(int width) {
  tc_mesh *mesh = content_mesh();
  content_mark_inside(mesh);
  tc_mesh_content content = content_of(mesh);
  mesh->reoriented = 2;
  const size_t cells = (size_t)mesh->cells;
  expect_ok(TC_ALLOC(content.source, cells));
  for (size_t c = 0; c < cells; c++) content.source[c] = (int64_t)(1000000000000 + 3 * c);
  content.width = width;
  if (width) expect_ok(TC_ALLOC(content.fibre, cells * (size_t)width));
  for (size_t k = 0; k < cells * (size_t)width; k++) content.fibre[k] = 1.0 / (double)(k + 1);
  return content;
}

static inline void content_free(tc_mesh_content *content) {
  tc_dual_destroy(&content->dual);
  tc_mesh_content_free(content);
}

static inline void content_expect_same_mesh(const tc_mesh *read, const tc_mesh *mesh) {
  cr_assert_eq(read->nodes, mesh->nodes);
  cr_assert_eq(read->cells, mesh->cells);
  cr_assert_eq(read->base, mesh->base);
  cr_assert_eq(read->hash, mesh->hash);
  cr_assert_eq(read->reoriented, mesh->reoriented);
  cr_assert_arr_eq(read->points, mesh->points, 24 * (size_t)mesh->nodes);
  cr_assert_arr_eq(read->vertices, mesh->vertices, 16 * (size_t)mesh->cells);
  cr_assert_arr_eq(read->region, mesh->region, 4 * (size_t)mesh->cells);
  cr_assert_eq(read->names, mesh->names);
  for (int32_t i = 0; i < mesh->names; i++) {
    cr_assert_eq(read->name_list[i].dimension, mesh->name_list[i].dimension);
    cr_assert_eq(read->name_list[i].number, mesh->name_list[i].number);
    cr_assert_str_eq(read->name_list[i].text, mesh->name_list[i].text);
  }
}

/* Expects that the mesh has the same boundary faces and markers as `dual`, also of interior faces. */
static inline void content_expect_same_faces(const tc_mesh *mesh, const tc_dual *dual) {
  tc_dual *read = NULL;
  expect_ok(tc_dual_create(mesh, &read));
  cr_assert_eq(read->boundary, dual->boundary);
  cr_assert_eq(read->marked_interior, dual->marked_interior);
  cr_assert_arr_eq(read->neighbour, dual->neighbour, 16 * (size_t)dual->cells);
  cr_assert_arr_eq(read->face, dual->face, 4 * (size_t)dual->boundary);
  cr_assert_arr_eq(read->marker, dual->marker, 4 * (size_t)dual->boundary);
  for (int32_t i = 0; i < dual->marked_interior; i++)
    cr_assert_eq(read->interior_marker[i], dual->interior_marker[i]);
  tc_dual_destroy(&read);
}

static inline void content_expect_same_origin(const tc_mesh_origin *read, const tc_mesh_origin *origin) {
  cr_assert_str_eq(read->source, origin->source ? origin->source : "");
  cr_assert_str_eq(read->format, origin->format ? origin->format : "");
  cr_assert_str_eq(read->options, origin->options ? origin->options : "");
  cr_assert_eq(read->source_hash, origin->source_hash);
  cr_assert_eq(read->source_bytes, origin->source_bytes);
  cr_assert_eq(read->source_time, origin->source_time);
  cr_assert_eq(read->scale, origin->scale);
  cr_assert_eq(read->is_automatic, origin->is_automatic);
}

static inline void content_expect_same(const tc_mesh_content *read, const tc_mesh_content *content) {
  const size_t cells = (size_t)content->mesh->cells;
  content_expect_same_mesh(read->mesh, content->mesh);
  content_expect_same_faces(read->mesh, content->dual);
  content_expect_same_origin(&read->origin, &content->origin);
  cr_assert_null(read->dual);
  cr_assert_eq(read->width, content->width);
  cr_assert_eq(read->fibre != NULL, content->width > 0);
  cr_assert_eq(read->source != NULL, content->source != NULL);
  if (content->width) cr_assert_arr_eq(read->fibre, content->fibre, 8 * cells * (size_t)content->width);
  if (content->source) cr_assert_arr_eq(read->source, content->source, 8 * cells);
}

#endif
