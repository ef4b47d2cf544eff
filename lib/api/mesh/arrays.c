#include "api/mesh/arrays.h"

#include <math.h>
#include <string.h>

#include "api/call/call.h"
#include "api/mesh/mesh_object.h"

enum { most_cells = 1 << 29 };

tc_status tc_api_mesh_check_size(int64_t vertices, int64_t cells) {
  if (cells < 1 || cells > most_cells)
    return tc_status_create(TC_USAGE, "tetracast_mesh_create: the mesh has %lld cells: pass 1 to %d cells",
                            (long long)cells, (int)most_cells);
  if (vertices < 1 || vertices > INT32_MAX)
    return tc_status_create(TC_USAGE,
                            "tetracast_mesh_create: the mesh has %lld vertices: pass 1 to %d vertices",
                            (long long)vertices, (int)INT32_MAX);
  return TC_OK;
}

static tc_status check_arrays(const tc_api_mesh_arrays *a) {
  TC_TRY(tc_api_mesh_check_size(a->vertices, a->cells));
  TC_TRY(tc_api_check_argument(a->point, "point"));
  return tc_api_check_argument(a->corner, "corner");
}

static tc_status copy_corners(const tc_api_mesh_arrays *a, tc_mesh *mesh) {
  for (int64_t i = 0; i < 4 * a->cells; i++) {
    if (a->corner[i] < 0 || a->corner[i] >= a->vertices)
      return tc_status_create(TC_INPUT, "%s: cell %lld has vertex %lld: use vertex numbers from 0 to %lld",
                              mesh->name, (long long)(i / 4), (long long)a->corner[i],
                              (long long)(a->vertices - 1));
    mesh->vertices[i] = (int32_t)a->corner[i];
  }
  return TC_OK;
}

static tc_status copy_points(const tc_api_mesh_arrays *a, tc_mesh *mesh) {
  for (int64_t i = 0; i < 3 * a->vertices; i++) {
    if (!isfinite(a->point[i]))
      return tc_status_create(TC_INPUT, "%s: the point of vertex %lld is not finite: pass finite coordinates",
                              mesh->name, (long long)(i / 3));
    mesh->points[i] = a->point[i];
  }
  return TC_OK;
}

static tc_status copy_arrays(const tc_api_mesh_arrays *a, tc_mesh *mesh) {
  memset(mesh->region, 0, (size_t)mesh->cells * sizeof *mesh->region);
  TC_TRY(copy_corners(a, mesh));
  return copy_points(a, mesh);
}

tc_status tc_api_mesh_copy_arrays(const tc_api_mesh_arrays *a, tc_mesh **out) {
  tc_mesh *mesh = NULL;
  TC_TRY(check_arrays(a));
  TC_TRY(tc_mesh_create(a->name ? a->name : "mesh", (int32_t)a->vertices, (int32_t)a->cells, 0, &mesh));
  const tc_status status = copy_arrays(a, mesh);
  if (status)
    tc_mesh_destroy(&mesh);
  else
    *out = mesh;
  return status;
}

static tc_status check_other_rank(int64_t vertices, int64_t cells) {
  if (vertices == 0 && cells == 0) return TC_OK;
  return tc_status_create(TC_USAGE, "tetracast_mesh_create: a rank other than 0 passes arrays: pass sizes 0 "
                                    "and NULL there, or call tetracast_mesh_create_distributed");
}

static tc_status create_mesh(tetracast_world *world, const tc_api_mesh_arrays *arrays, tetracast_mesh **out) {
  tc_mesh *mesh = NULL;
  TC_TRY(tc_api_agree_argument(world->world, out, "out"));
  const tc_status status = world->world->rank > 0 ? check_other_rank(arrays->vertices, arrays->cells)
                                                  : tc_api_mesh_copy_arrays(arrays, &mesh);
  return tc_api_mesh_complete(world, status, mesh, mesh ? mesh->cells : 0, NULL, out);
}

tetracast_error *tetracast_mesh_create(tetracast_world *world, const char *name, int64_t vertices,
                                       const double *point, int64_t cells, const int64_t *corner,
                                       tetracast_mesh **out) {
  const tc_api_mesh_arrays arrays = {name, vertices, point, cells, corner};
  TC_API_CALL(world, 0, create_mesh(world, &arrays, out));
}
