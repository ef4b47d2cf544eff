#include "mesh/mesh.h"

#include <string.h>

#include "base/core/memory.h"

tc_status tc_mesh_create(const char *name, int32_t nodes, int32_t cells, int32_t faces, tc_mesh **out) {
  tc_mesh *mesh = NULL;
  tc_status status = TC_OK;
  TC_TRY(TC_ALLOC_ZERO(mesh, 1));
  mesh->nodes = nodes;
  mesh->cells = cells;
  mesh->faces = faces;
  const size_t size = strlen(name) + 1;
  TC_GUARD(status, TC_ALLOC(mesh->name, size));
  memcpy(mesh->name, name, size);
  TC_GUARD(status, TC_ALLOC(mesh->points, (size_t)nodes * 3));
  TC_GUARD(status, TC_ALLOC(mesh->vertices, (size_t)cells * 4));
  TC_GUARD(status, TC_ALLOC(mesh->region, cells));
  TC_GUARD(status, TC_ALLOC(mesh->face_nodes, (size_t)faces * 3));
  TC_GUARD(status, TC_ALLOC(mesh->face_marker, faces));
  *out = mesh;
  return TC_OK;
cleanup:
  tc_mesh_destroy(&mesh);
  return status;
}

void tc_mesh_destroy(tc_mesh **mesh) {
  if (!*mesh) return;
  tc_free((*mesh)->name);
  tc_free((*mesh)->points);
  tc_free((*mesh)->vertices);
  tc_free((*mesh)->region);
  tc_free((*mesh)->face_nodes);
  tc_free((*mesh)->face_marker);
  tc_free(*mesh);
  *mesh = NULL;
}

int64_t tc_mesh_user_number(const tc_mesh *mesh, int32_t index) { return (int64_t)index + mesh->base; }
