#include "api/mesh/hash.h"

#include "base/numeric/hash.h"

/* Must be called before tc_mesh_orient, which changes the order of the corners. */
static uint64_t hash_cells(const tc_mesh *mesh) {
  const uint64_t hashes[2] = {tc_hash_bytes(0, mesh->points, 3 * (size_t)mesh->nodes * sizeof *mesh->points),
                              tc_hash_bytes(0, mesh->vertices,
                                            4 * (size_t)mesh->cells * sizeof *mesh->vertices)};
  return tc_hash_bytes(0, hashes, sizeof hashes);
}

void tc_api_mesh_hash_begin(tetracast_mesh *object) {
  if (!object->mesh) return;
  object->cells_hash = object->mesh->hash;
  if (object->cells_hash) return;
  object->cells_hash = hash_cells(object->mesh);
  tc_api_mesh_hash_markers(object);
}

void tc_api_mesh_hash_markers(tetracast_mesh *object) {
  tc_mesh *mesh = object->mesh;
  const size_t faces = (size_t)mesh->faces;
  uint64_t hashes[3] = {object->cells_hash};
  if (faces) {
    hashes[1] = tc_hash_bytes(0, mesh->face_nodes, 3 * faces * sizeof *mesh->face_nodes);
    hashes[2] = tc_hash_bytes(0, mesh->face_marker, faces * sizeof *mesh->face_marker);
  }
  mesh->hash = tc_hash_bytes(0, hashes, faces ? sizeof hashes : sizeof *hashes);
}
