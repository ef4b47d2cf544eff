#include "api/mesh/hash.h"

/* Must be called before tc_mesh_orient, which changes the order of the corners. */
void tc_api_mesh_hash_begin(tetracast_mesh *object) {
  if (!object->mesh) return;
  object->cells_hash = object->mesh->hash;
  if (object->cells_hash) return;
  object->cells_hash = tc_mesh_hash_cells(object->mesh);
  tc_api_mesh_hash_markers(object);
}

void tc_api_mesh_hash_markers(tetracast_mesh *object) {
  object->mesh->hash = tc_mesh_hash_faces(object->mesh, object->cells_hash);
}
