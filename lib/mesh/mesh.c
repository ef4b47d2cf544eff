#include "mesh/mesh.h"

#include "base/core/memory.h"

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
