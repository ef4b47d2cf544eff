#include "mesh/mesh.h"

#include <string.h>

#include "base/core/memory.h"
#include "base/numeric/hash.h"
#include "base/text/text.h"
#include "mesh/box_tree.h"

static tc_status alloc_mesh(const char *name, tc_mesh *mesh) {
  TC_TRY(tc_pool_printf(&mesh->memory, &mesh->name, "%s", name));
  TC_TRY(TC_POOL_ARRAY(&mesh->memory, mesh->points, (size_t)mesh->nodes * 3));
  TC_TRY(TC_POOL_ARRAY(&mesh->memory, mesh->vertices, (size_t)mesh->cells * 4));
  TC_TRY(TC_POOL_ARRAY(&mesh->memory, mesh->region, mesh->cells));
  TC_TRY(TC_POOL_ARRAY(&mesh->memory, mesh->face_nodes, (size_t)mesh->faces * 3));
  return TC_POOL_ARRAY(&mesh->memory, mesh->face_marker, mesh->faces);
}

tc_status tc_mesh_create(const char *name, int32_t nodes, int32_t cells, int32_t faces, tc_mesh **out) {
  tc_mesh *mesh = NULL;
  TC_TRY(TC_ALLOC_ZERO(mesh, 1));
  *mesh = (tc_mesh){.nodes = nodes, .cells = cells, .faces = faces};
  TC_RETURN_CREATED(alloc_mesh(name, mesh), mesh, tc_mesh_destroy(&mesh), out);
}

void tc_mesh_destroy(tc_mesh **mesh) { TC_POOL_DESTROY_OWNER(mesh); }

int64_t tc_mesh_user_number(const tc_mesh *mesh, int32_t index) { return (int64_t)index + mesh->base; }

tc_status tc_mesh_set_names(tc_mesh *mesh, int32_t names, const tc_mesh_name *name) {
  tc_mesh_name *copy = NULL;
  TC_TRY(TC_POOL_ARRAY(&mesh->memory, copy, names));
  for (int32_t i = 0; i < names; i++) {
    copy[i] = name[i];
    TC_TRY(tc_pool_printf(&mesh->memory, &copy[i].text, "%s", name[i].text));
  }
  mesh->names = names;
  mesh->name_list = copy;
  return TC_OK;
}

void tc_mesh_scale(tc_mesh *mesh, double factor, const tc_log *log) {
  if (factor == 1.0) return;
  char digits[TC_TEXT_NUMBER];
  for (size_t i = 0; i < 3 * (size_t)mesh->nodes; i++) mesh->points[i] *= factor;
  tc_text_format_double(factor, digits);
  tc_log_write(log, TC_LOG_NORMAL, "coordinates multiplied by %s (mesh.scale)", digits);
}

void tc_mesh_bounds(const tc_mesh *mesh, double low[3], double high[3]) {
  tc_box box = tc_box_empty();
  for (int32_t n = 0; n < mesh->nodes; n++) tc_box_add_point(&box, mesh->points + 3 * (size_t)n);
  memcpy(low, box.low, sizeof box.low);
  memcpy(high, box.high, sizeof box.high);
}

int32_t tc_mesh_find_name(int32_t names, const tc_mesh_name *name, int dimension, int32_t number) {
  for (int32_t i = 0; i < names; i++)
    if (name[i].dimension == dimension && name[i].number == number) return i;
  return -1;
}

int64_t tc_mesh_node_number(const tc_mesh *mesh, int32_t node) {
  return mesh->source ? mesh->source->node[node] : tc_mesh_user_number(mesh, node);
}

int64_t tc_mesh_cell_number(const tc_mesh *mesh, int32_t cell) {
  return mesh->source ? mesh->source->cell[cell] : tc_mesh_user_number(mesh, cell);
}

int64_t tc_mesh_face_number(const tc_mesh *mesh, int32_t face) {
  return mesh->source ? mesh->source->face[face] : tc_mesh_user_number(mesh, face);
}

const char *tc_mesh_file_path(const tc_mesh *mesh) { return mesh->source ? mesh->source->path : mesh->name; }

const char *tc_mesh_file_ending(const tc_mesh *mesh, const char *ending) {
  return mesh->source || mesh->is_imported ? "" : ending;
}

uint64_t tc_mesh_hash_cells(const tc_mesh *mesh) {
  const uint64_t hashes[2] = {tc_hash_bytes(0, mesh->points, 3 * (size_t)mesh->nodes * sizeof *mesh->points),
                              tc_hash_bytes(0, mesh->vertices,
                                            4 * (size_t)mesh->cells * sizeof *mesh->vertices)};
  return tc_hash_bytes(0, hashes, sizeof hashes);
}

uint64_t tc_mesh_hash_faces(const tc_mesh *mesh, uint64_t cells_hash) {
  const size_t faces = (size_t)mesh->faces;
  uint64_t hashes[3] = {cells_hash};
  if (faces) {
    hashes[1] = tc_hash_bytes(0, mesh->face_nodes, 3 * faces * sizeof *mesh->face_nodes);
    hashes[2] = tc_hash_bytes(0, mesh->face_marker, faces * sizeof *mesh->face_marker);
  }
  return tc_hash_bytes(0, hashes, faces ? sizeof hashes : sizeof *hashes);
}

uint64_t tc_mesh_hash_arrays(const tc_mesh *mesh) {
  const uint64_t hashes[2] = {tc_mesh_hash_cells(mesh),
                              tc_hash_bytes(0, mesh->region, (size_t)mesh->cells * sizeof *mesh->region)};
  return tc_mesh_hash_faces(mesh, tc_hash_bytes(0, hashes, sizeof hashes));
}
