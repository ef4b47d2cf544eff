/* Mesh files, which runs and commands read. */
#include <stdio.h>
#include <string.h>

#include "base/core/memory.h"
#include "fuzz/error_rules.h"
#include "fuzz/hdf.h"
#include "io/mesh_file/mesh_file.h"
#include "mesh/check.h"
#include "mesh/generate.h"

static const char path[] = "m.mesh.h5";

/* Creates the mesh that the good file has. */
static tc_status create_mesh(tc_mesh **out) {
  static const int32_t bricks[3] = {2, 2, 1};
  static const double length[3] = {2.0, 1.0, 0.5};
  static const tc_mesh_name name[] = {{3, 1, "muscle"}, {2, 6, "wall"}};
  TC_TRY(tc_mesh_generate_box(bricks, length, out));
  TC_TRY(tc_mesh_set_names(*out, 2, name));
  return tc_mesh_orient(*out);
}

static tc_status write_mesh(tc_mesh *mesh) {
  tc_mesh_content content = {.mesh = mesh, .origin = {.source = "m.msh", .scale = 1.0}};
  static double fibre[3 * 64];
  content.width = 3;
  content.fibre = fibre;
  TC_TRY(tc_dual_create(mesh, &content.dual));
  const tc_status status = tc_mesh_file_write(path, &content);
  tc_dual_destroy(&content.dual);
  return status;
}

static bool make(const tc_world *world) {
  tc_mesh *mesh = NULL;
  (void)world;
  tc_status status = create_mesh(&mesh);
  if (!status) status = write_mesh(mesh);
  tc_mesh_destroy(&mesh);
  return is_proper(&status, TC_DONE, path);
}

static bool has_same_names(const tc_mesh *read, const tc_mesh *mesh) {
  bool same = read->names == mesh->names;
  for (int32_t i = 0; same && i < mesh->names; i++)
    same = strcmp(read->name_list[i].text, mesh->name_list[i].text) == 0 &&
           read->name_list[i].number == mesh->name_list[i].number;
  return same;
}

static bool is_same(const tc_mesh *read, const tc_mesh *mesh) {
  return read->nodes == mesh->nodes && read->cells == mesh->cells && read->faces == mesh->faces &&
         memcmp(read->points, mesh->points, 24 * (size_t)mesh->nodes) == 0 &&
         memcmp(read->vertices, mesh->vertices, 16 * (size_t)mesh->cells) == 0 &&
         memcmp(read->region, mesh->region, 4 * (size_t)mesh->cells) == 0 && has_same_names(read, mesh);
}

/* True if all numbers of a mesh can be used, also if another program has changed them. */
static bool is_valid(const tc_mesh *mesh) {
  bool valid = mesh->nodes > 0 && mesh->cells > 0;
  for (int64_t k = 0; k < 4 * (int64_t)mesh->cells; k++)
    valid = valid && mesh->vertices[k] >= 0 && mesh->vertices[k] < mesh->nodes;
  for (int64_t k = 0; k < 3 * (int64_t)mesh->faces; k++)
    valid = valid && mesh->face_nodes[k] >= 0 && mesh->face_nodes[k] < mesh->nodes;
  return valid;
}

static bool read_origin(void) {
  tc_mesh_origin origin;
  tc_mesh_file_counts counts;
  tc_pool memory = {0};
  tc_status status = tc_mesh_file_read_origin(path, &origin, &counts, &memory);
  tc_pool_free(&memory);
  return is_proper(&status, TC_INPUT, path);
}

static bool use(const tc_world *world, tc_damage damage) {
  tc_mesh *mesh = NULL;
  tc_mesh_content read = {0};
  (void)world;
  tc_status created = create_mesh(&mesh), status = tc_mesh_file_read(path, "m", &read);
  bool good = is_proper(&created, TC_DONE, path) && (!status || damage != TC_DAMAGE_NONE);
  if (!status) good = good && is_valid(read.mesh);
  if (!status && damage != TC_DAMAGE_OBJECTS) good = good && is_same(read.mesh, mesh);
  tc_mesh_content_free(&read);
  tc_mesh_destroy(&mesh);
  return is_proper(&status, TC_INPUT, path) && read_origin() && good;
}

const hdf_kind hdf_mesh = {"mesh", path, make, NULL, use};
