/* Reader of TetGen text, with which a TetGen mesh can be merged, renumbered or stored as a mesh file. */
#include <string.h>
#include <unistd.h>

#include "io/importers/importer.h"
#include "io/mesh/tetgen.h"

static tc_status add_group_set(tc_raw_mesh *raw, int dimension, int32_t number, int32_t *set) {
  int32_t group;
  TC_TRY(tc_raw_mesh_add_group(raw, dimension, number, NULL, &group));
  return tc_raw_mesh_add_set(raw, 1, &group, set);
}

/* Adds all cells or all faces of the mesh. label[i] is the region of cell i or the marker of face i. */
static tc_status copy_elements(const tc_mesh *mesh, tc_element_type type, int32_t count,
                               const int32_t *vertex, const int32_t *label, tc_raw_mesh *raw) {
  const tc_element_shape *shape = tc_element_shape_of(type);
  int32_t set;
  for (int32_t i = 0; i < count; i++) {
    TC_TRY(add_group_set(raw, shape->dimension, label[i], &set));
    TC_TRY(tc_raw_mesh_add_element(raw, type, tc_mesh_user_number(mesh, i), set,
                                   vertex + (size_t)shape->points * (size_t)i));
  }
  return TC_OK;
}

static tc_status copy_names(const tc_mesh *mesh, tc_raw_mesh *raw) {
  int32_t group;
  for (int32_t i = 0; i < mesh->names; i++)
    TC_TRY(tc_raw_mesh_add_group(raw, mesh->name_list[i].dimension, mesh->name_list[i].number,
                                 mesh->name_list[i].text, &group));
  return TC_OK;
}

static tc_status copy_mesh(const tc_mesh *mesh, tc_raw_mesh *raw) {
  raw->hash = mesh->hash;
  raw->base = mesh->base;
  raw->facts.has_labels = true;
  TC_TRY(tc_raw_mesh_set_format(raw, "TetGen"));
  TC_TRY(tc_raw_mesh_set_points(raw, mesh->nodes, false));
  memcpy(raw->point, mesh->points, 3 * (size_t)mesh->nodes * sizeof *raw->point);
  TC_TRY(tc_raw_mesh_reserve(raw, (int64_t)mesh->cells + mesh->faces,
                             4 * (int64_t)mesh->cells + 3 * (int64_t)mesh->faces));
  TC_TRY(copy_elements(mesh, TC_ELEMENT_TETRAHEDRON, mesh->cells, mesh->vertices, mesh->region, raw));
  TC_TRY(copy_elements(mesh, TC_ELEMENT_TRIANGLE, mesh->faces, mesh->face_nodes, mesh->face_marker, raw));
  return copy_names(mesh, raw);
}

static tc_status read_tetgen(const char *path, const tc_import_options *options, const tc_log *log,
                             tc_raw_mesh **out) {
  tc_mesh *mesh = NULL;
  tc_raw_mesh *raw = NULL;
  tc_status status = TC_OK;
  TC_TRY(tc_import_options_check(options, false, false));
  TC_GUARD(status, tc_tetgen_read(path, log, &mesh));
  TC_GUARD(status, tc_raw_mesh_create(path, &raw));
  TC_GUARD(status, copy_mesh(mesh, raw));
  *out = raw;
  raw = NULL;
cleanup:
  tc_raw_mesh_destroy(&raw);
  tc_mesh_destroy(&mesh);
  return status;
}

/* Lists .face only if it exists. */
static tc_status list_tetgen(const char *path, tc_pool *pool, const char *const **files) {
  const char **list = NULL;
  TC_TRY(tc_tetgen_list_files(path, pool, &list));
  if (access(list[2], F_OK)) list[2] = NULL;
  *files = list;
  return TC_OK;
}

static tc_status count_tetgen(const char *path, tc_import_counts *counts) {
  int64_t faces;
  TC_TRY(tc_tetgen_counts(path, &counts->points, &counts->elements, &faces));
  counts->elements += faces;
  return TC_OK;
}

const tc_importer tc_importer_tetgen = {
    .name = "tetgen",
    .summary = "TetGen text: .node, .ele and .face",
    .endings = (const char *const[]){".node", ".ele", ".face", NULL},
    .list_files = list_tetgen,
    .count = count_tetgen,
    .read = read_tetgen,
};
