/* Meshes of two separate bodies, and of a body with a crack, for tests of topology and of merging. */
#ifndef TC_TESTS_BODIES_H
#define TC_TESTS_BODIES_H

#include "support/meshes.h"

/* Returns a mesh of two unit cubes of `left`^3 and `right`^3 bricks, in the regions 1 and 2. The second cube
 * is shifted by 1 + gap in x. All vertices of the interface exist twice. Boundary faces have the markers of
 * tc_mesh_generate_box. */
static inline tc_mesh *mesh_bodies(int32_t left, int32_t right, double gap) {
  tc_mesh *body[2] = {mesh_box(left, left, left, 0.0), mesh_box(right, right, right, 0.0)}, *all = NULL;
  expect_ok(tc_mesh_create("bodies", body[0]->nodes + body[1]->nodes, body[0]->cells + body[1]->cells,
                           body[0]->faces + body[1]->faces, &all));
  all->base = 1;
  all->reoriented = 0;
  for (int b = 0, node = 0, cell = 0, face = 0; b < 2; b++) {
    const tc_mesh *m = body[b];
    for (int i = 0; i < 3 * m->nodes; i++)
      all->points[3 * node + i] = m->points[i] + (b == 1 && i % 3 == 0 ? 1.0 + gap : 0.0);
    for (int i = 0; i < 4 * m->cells; i++) all->vertices[4 * cell + i] = node + m->vertices[i];
    for (int i = 0; i < m->cells; i++) all->region[cell + i] = b + 1;
    for (int i = 0; i < 3 * m->faces; i++) all->face_nodes[3 * face + i] = node + m->face_nodes[i];
    for (int i = 0; i < m->faces; i++) all->face_marker[face + i] = m->face_marker[i];
    node += m->nodes, cell += m->cells, face += m->faces;
  }
  for (int b = 0; b < 2; b++) tc_mesh_destroy(&body[b]);
  return all;
}

/* Returns a cube of 2^3 bricks with a closed crack in the plane x = 1/2 for y < 1/2. Cells on both sides of
 * the crack share no vertices within it. The mesh has no list of boundary faces. */
static inline tc_mesh *mesh_crack(void) {
  tc_mesh *box = mesh_box(2, 2, 2, 0.0), *out = NULL;
  int32_t *twin = calloc((size_t)box->nodes, sizeof *twin), nodes = box->nodes;
  for (int32_t n = 0; n < box->nodes; n++)
    if (box->points[3 * n] == 0.5 && box->points[3 * n + 1] == 0.0) twin[n] = nodes++;
  expect_ok(tc_mesh_create("crack", nodes, box->cells, 0, &out));
  memcpy(out->points, box->points, 24 * (size_t)box->nodes);
  for (int32_t n = 0; n < box->nodes; n++)
    if (twin[n]) memcpy(out->points + 3 * twin[n], box->points + 3 * n, 24);
  out->base = 1;
  out->reoriented = 0;
  for (int32_t c = 0; c < box->cells; c++) {
    double x = 0.0;
    out->region[c] = 1;
    for (int k = 0; k < 4; k++) x += 0.25 * box->points[3 * box->vertices[4 * c + k]];
    for (int k = 0; k < 4; k++) {
      const int32_t node = box->vertices[4 * c + k];
      out->vertices[4 * c + k] = x > 0.5 && twin[node] ? twin[node] : node;
    }
  }
  free(twin);
  tc_mesh_destroy(&box);
  return out;
}

#endif
