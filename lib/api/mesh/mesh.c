#include "api/include/tetracast/mesh.h"

#include "api/call/call.h"
#include "api/mesh/hash.h"
#include "api/mesh/mesh_object.h"
#include "base/core/memory.h"
#include "io/mesh_input/mesh_input.h"
#include "mesh/generate.h"

#define TC_PHASE "creating a mesh"

/* ---- completion ---- */

/* Collective. Sets the numbers of vertices and cells on all ranks to those of the root. */
static tc_status broadcast_size(tetracast_mesh *object) {
  int64_t size[2] = {0, 0};
  if (object->mesh) {
    size[0] = object->mesh->nodes;
    size[1] = object->mesh->cells;
  }
  TC_TRY(
      TC_MPI(object->world->world, MPI_Bcast(size, 2, MPI_INT64_T, 0, tc_world_comm(object->world->world))));
  object->vertices = size[0];
  object->cells = size[1];
  return TC_OK;
}

static tc_status create_object(tetracast_world *world, tc_status own, tc_mesh *mesh, tetracast_mesh **out) {
  tetracast_mesh *object = NULL;
  TC_TRY(tc_world_agree(world->world, own));
  TC_TRY(TC_WORLD_ALLOC(world->world, object, 1));
  *object = (tetracast_mesh){.world = world, .mesh = mesh};
  const tc_status status = broadcast_size(object);
  if (status)
    tc_free(object);
  else
    *out = object;
  return status;
}

tc_status tc_api_mesh_complete(tetracast_world *world, tc_status own, tc_mesh *mesh, int64_t own_cells,
                               int64_t *own_cell, tetracast_mesh **out) {
  tetracast_mesh *object = NULL;
  const tc_status status = create_object(world, own, mesh, &object);
  if (status) {
    tc_mesh_destroy(&mesh);
    return status;
  }
  object->own_cells = own_cells;
  object->own_cell = own_cell;
  tc_api_mesh_hash_begin(object);
  tc_api_world_retain(world);
  *out = object;
  return TC_OK;
}

/* Completes a mesh that exists as a whole on the root, because it was read, generated, or passed by the root
 * alone. */
static tc_status complete_whole(tetracast_world *world, tc_status own, tc_mesh *mesh, tetracast_mesh **out) {
  return tc_api_mesh_complete(world, own, mesh, mesh ? mesh->cells : 0, NULL, out);
}

/* ---- files and boxes ---- */

static tc_status read_on_root(const tetracast_world *world, const char *base, tc_mesh **mesh) {
  if (world->world->rank > 0) return TC_OK;
  TC_TRY(tc_api_check_argument(base, "base"));
  return tc_mesh_input_load(base, &world->log, mesh);
}

static tc_status read_mesh(tetracast_world *world, const char *base, tetracast_mesh **out) {
  tc_mesh *mesh = NULL;
  TC_TRY(tc_api_agree_argument(world->world, out, "out"));
  const tc_status status = read_on_root(world, base, &mesh);
  return complete_whole(world, status, mesh, out);
}

tetracast_error *tetracast_mesh_read(tetracast_world *world, const char *base, tetracast_mesh **out) {
  TC_API_CALL(world, 0, read_mesh(world, base, out));
}

/* Bound on the bricks in one direction. A mesh with this number would already have more than 2^29 cells, the
 * largest number allowed. */
enum { most_bricks = 1 << 29 };

static tc_status check_bricks(const int64_t brick[3]) {
  for (int i = 0; i < 3; i++)
    if (brick[i] < 1 || brick[i] > most_bricks)
      return tc_status_create(TC_USAGE,
                              "tetracast_mesh_create_box: brick[%d] is %lld: pass a number from 1 to %d", i,
                              (long long)brick[i], (int)most_bricks);
  return TC_OK;
}

/* Generates the mesh on the root. Its messages number cells from 0, as the functions of the library do. The
 * other ranks only check the arguments. */
static tc_status generate_on_root(const tc_world *world, const int64_t brick[3], const double length[3],
                                  tc_mesh **mesh) {
  TC_TRY(tc_api_check_argument(brick, "brick"));
  TC_TRY(tc_api_check_argument(length, "length"));
  TC_TRY(check_bricks(brick));
  if (world->rank > 0) return TC_OK;
  TC_TRY(tc_mesh_generate_box((const int32_t[]){(int32_t)brick[0], (int32_t)brick[1], (int32_t)brick[2]},
                              length, mesh));
  (*mesh)->base = 0;
  return TC_OK;
}

static tc_status create_box(tetracast_world *world, const int64_t brick[3], const double length[3],
                            tetracast_mesh **out) {
  tc_mesh *mesh = NULL;
  TC_TRY(tc_api_agree_argument(world->world, out, "out"));
  const tc_status status = generate_on_root(world->world, brick, length, &mesh);
  return complete_whole(world, status, mesh, out);
}

tetracast_error *tetracast_mesh_create_box(tetracast_world *world, const int64_t brick[3],
                                           const double length[3], tetracast_mesh **out) {
  TC_API_CALL(world, 0, create_box(world, brick, length, out));
}

/* ---- size and destruction ---- */

void tetracast_mesh_size(const tetracast_mesh *mesh, int64_t *vertices, int64_t *cells) {
  if (vertices) *vertices = mesh->vertices;
  if (cells) *cells = mesh->cells;
}

void tetracast_mesh_destroy(tetracast_mesh **mesh) {
  if (!mesh || !*mesh) return;
  tetracast_mesh *object = *mesh;
  tc_mesh_destroy(&object->mesh);
  tc_free(object->own_cell);
  tc_api_world_release(object->world);
  tc_free(object);
  *mesh = NULL;
}
