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

int32_t tc_mesh_find_name(int32_t names, const tc_mesh_name *name, int dimension, int32_t number) {
  for (int32_t i = 0; i < names; i++)
    if (name[i].dimension == dimension && name[i].number == number) return i;
  return -1;
}
