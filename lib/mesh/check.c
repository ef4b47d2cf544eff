#include "mesh/check.h"

#include <stdbool.h>

#include "mesh/geometry.h"

/* Below this multiple of the edge lengths, rounding of the coordinates alone decides the sign of a volume. */
static const double flat = 1e-13;

static tc_status repeated_vertex(const tc_mesh *mesh, int32_t cell, int32_t vertex) {
  return tc_status_make(TC_INPUT, "%s.ele: cell %lld has node %lld twice: a cell needs four different nodes",
                        mesh->name, (long long)tc_mesh_user_number(mesh, cell),
                        (long long)tc_mesh_user_number(mesh, vertex));
}

static tc_status check_vertices(const tc_mesh *mesh, int32_t cell) {
  const int32_t *v = mesh->vertices + 4 * (size_t)cell;
  for (int i = 1; i < 4; i++)
    for (int j = 0; j < i; j++)
      if (v[i] == v[j]) return repeated_vertex(mesh, cell, v[i]);
  return TC_OK;
}

static tc_status bad_volume(const tc_mesh *mesh, int32_t cell, bool finite) {
  const int32_t *v = mesh->vertices + 4 * (size_t)cell;
  return tc_status_make(TC_INPUT, "%s.ele: cell %lld has %s (nodes %lld, %lld, %lld, %lld): %s", mesh->name,
                        (long long)tc_mesh_user_number(mesh, cell),
                        finite ? "no volume, its nodes lie in one plane"
                               : "a volume too large to compute with",
                        (long long)tc_mesh_user_number(mesh, v[0]),
                        (long long)tc_mesh_user_number(mesh, v[1]),
                        (long long)tc_mesh_user_number(mesh, v[2]),
                        (long long)tc_mesh_user_number(mesh, v[3]),
                        finite ? "correct its nodes, or make the mesh again without flat cells"
                               : "correct the coordinates, or use a larger unit of length");
}

/* The sign of the cell's volume, in *right. */
static tc_status check_volume(const tc_mesh *mesh, int32_t cell, bool *right) {
  const int32_t *v = mesh->vertices + 4 * (size_t)cell;
  const double *p[4];
  double product = 1.0, edge[3];
  for (int i = 0; i < 4; i++) p[i] = mesh->points + 3 * (size_t)v[i];
  for (int i = 1; i < 4; i++) {
    tc_subtract(p[i], p[0], edge);
    product *= tc_norm(edge);
  }
  double volume6 = tc_volume6(p[0], p[1], p[2], p[3]);
  if (!isfinite(volume6) || !isfinite(product)) return bad_volume(mesh, cell, false);
  if (fabs(volume6) <= flat * product) return bad_volume(mesh, cell, true);
  *right = volume6 > 0.0;
  return TC_OK;
}

static void turn(int32_t vertices[4]) {
  int32_t last = vertices[3];
  vertices[3] = vertices[2];
  vertices[2] = last;
}

tc_status tc_mesh_orient(tc_mesh *mesh) {
  int32_t turned = 0;
  for (int32_t cell = 0; cell < mesh->cells; cell++) {
    bool right = true;
    TC_TRY(check_vertices(mesh, cell));
    TC_TRY(check_volume(mesh, cell, &right));
    if (right) continue;
    turn(mesh->vertices + 4 * (size_t)cell);
    turned++;
  }
  mesh->reoriented = turned <= mesh->cells - turned ? turned : mesh->cells - turned;
  return TC_OK;
}
