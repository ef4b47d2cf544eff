/* Sets the regions of cells and the markers of boundary faces. All ranks pass values, and the root stores
 * them in its mesh. */
#include "api/call/call.h"
#include "api/mesh/gather.h"
#include "api/mesh/hash.h"
#include "api/mesh/mesh_object.h"
#include "base/core/memory.h"

/* ---- regions ---- */

static tc_status check_regions(const tetracast_mesh *mesh, int64_t cells, const int32_t *region) {
  if (cells != mesh->own_cells)
    return tc_status_create(TC_USAGE,
                            "tetracast_mesh_set_regions: %lld regions are passed for %lld cells: pass one "
                            "region per cell",
                            (long long)cells, (long long)mesh->own_cells);
  return cells > 0 ? tc_api_check_argument(region, "region") : TC_OK;
}

/* Stores region[i] for cell id[i], or for cell i if `id` is NULL. */
static void store_regions(tc_mesh *mesh, int64_t cells, const int64_t *id, const int32_t *region) {
  for (int64_t i = 0; i < cells; i++) mesh->region[id ? id[i] : i] = region[i];
}

/* Collective. Gathers on the root the regions of the cells that each rank has passed, and stores them
 * there. */
static tc_status gather_regions(tetracast_mesh *mesh, int64_t cells, const int32_t *region) {
  const tc_world *world = mesh->world->world;
  int64_t total, *id = NULL;
  int32_t *all = NULL;
  tc_status status = tc_api_gather(world, cells, sizeof *id, mesh->own_cell, &total, &id);
  if (!status) status = tc_api_gather(world, cells, sizeof *all, region, &total, &all);
  if (!status && mesh->mesh) store_regions(mesh->mesh, total, id, all);
  tc_free(id);
  tc_free(all);
  return status;
}

static tc_status set_regions(tetracast_mesh *mesh, int64_t cells, const int32_t *region) {
  double is_distributed = mesh->own_cell != NULL;
  TC_TRY(tc_world_agree(mesh->world->world, check_regions(mesh, cells, region)));
  TC_TRY(tc_world_max(mesh->world->world, &is_distributed, 1));
  if (is_distributed > 0.0) return gather_regions(mesh, cells, region);
  if (mesh->mesh) store_regions(mesh->mesh, cells, NULL, region);
  return TC_OK;
}

tetracast_error *tetracast_mesh_set_regions(tetracast_mesh *mesh, int64_t cells, const int32_t *region) {
  TC_API_CALL(mesh ? mesh->world : NULL, 0, set_regions(mesh, cells, region));
}

/* ---- markers ---- */

static tc_status check_markers(int64_t faces, const int64_t *corner, const int32_t *marker) {
  if (faces < 0)
    return tc_status_create(TC_USAGE,
                            "tetracast_mesh_set_markers: the number of faces is %lld: pass 0 or more",
                            (long long)faces);
  if (faces == 0) return TC_OK;
  TC_TRY(tc_api_check_argument(corner, "corner"));
  return tc_api_check_argument(marker, "marker");
}

static tc_status check_faces(const tc_mesh *mesh, int64_t faces, const int64_t *corner) {
  if (faces > INT32_MAX)
    return tc_status_create(TC_USAGE,
                            "tetracast_mesh_set_markers: the number of faces is %lld: pass at most %d",
                            (long long)faces, (int)INT32_MAX);
  for (int64_t i = 0; i < 3 * faces; i++)
    if (corner[i] < 0 || corner[i] >= mesh->nodes)
      return tc_status_create(TC_INPUT, "%s: face %lld has vertex %lld: use vertex numbers from 0 to %lld",
                              mesh->name, (long long)(i / 3), (long long)corner[i],
                              (long long)mesh->nodes - 1);
  return TC_OK;
}

/* Root only. Replaces the marked faces of the mesh. The memory of the old faces is freed only with the
 * mesh. */
static tc_status replace_faces(tc_mesh *mesh, int64_t faces, const int64_t *corner, const int32_t *marker) {
  int32_t *face_nodes = NULL, *face_marker = NULL;
  TC_TRY(check_faces(mesh, faces, corner));
  TC_TRY(TC_POOL_ARRAY(&mesh->memory, face_nodes, 3 * faces));
  TC_TRY(TC_POOL_ARRAY(&mesh->memory, face_marker, faces));
  for (int64_t i = 0; i < 3 * faces; i++) face_nodes[i] = (int32_t)corner[i];
  for (int64_t i = 0; i < faces; i++) face_marker[i] = marker[i];
  mesh->faces = (int32_t)faces;
  mesh->face_nodes = face_nodes;
  mesh->face_marker = face_marker;
  return TC_OK;
}

/* Replaces the markers of the root's mesh. Does nothing on other ranks. */
static tc_status replace_markers(tetracast_mesh *object, int64_t faces, const int64_t *corner,
                                 const int32_t *marker) {
  if (!object->mesh) return TC_OK;
  TC_TRY(replace_faces(object->mesh, faces, corner, marker));
  tc_api_mesh_hash_markers(object);
  return TC_OK;
}

static tc_status set_markers(tetracast_mesh *mesh, int64_t faces, const int64_t *corner,
                             const int32_t *marker) {
  const tc_world *world = mesh->world->world;
  int64_t total, *all_corners = NULL;
  int32_t *all_markers = NULL;
  TC_TRY(tc_world_agree(world, check_markers(faces, corner, marker)));
  tc_status status = tc_api_gather(world, faces, 3 * sizeof *corner, corner, &total, &all_corners);
  if (!status) status = tc_api_gather(world, faces, sizeof *marker, marker, &total, &all_markers);
  if (!status) status = tc_world_agree(world, replace_markers(mesh, total, all_corners, all_markers));
  tc_free(all_corners);
  tc_free(all_markers);
  return status;
}

tetracast_error *tetracast_mesh_set_markers(tetracast_mesh *mesh, int64_t faces, const int64_t *corner,
                                            const int32_t *marker) {
  TC_API_CALL(mesh ? mesh->world : NULL, 0, set_markers(mesh, faces, corner, marker));
}
