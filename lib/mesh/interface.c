#include "mesh/interface.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/memory.h"
#include "mesh/box_tree.h"
#include "mesh/geometry.h"

/* Distance of the point in front of a face, in heights of the face. */
static const double ahead = 1e-3;

/* Where on a face: near the centroid, but on no line that meshes made of bricks have. */
static const double weight[3] = {0.3183, 0.3572, 0.3245};

static const double *vertex(const tc_mesh *mesh, int32_t cell, int k) {
  return mesh->points + 3 * (size_t)mesh->vertices[4 * (size_t)cell + (size_t)k];
}

static void cell_box(const tc_mesh *mesh, int32_t cell, tc_box *box) {
  *box = tc_box_empty();
  for (int k = 0; k < 4; k++) tc_box_add(box, vertex(mesh, cell, k));
}

/* True if the point is inside the cell, not on its surface. */
static bool is_inside(const tc_mesh *mesh, int32_t cell, const double at[3]) {
  for (int k = 0; k < 4; k++) {
    const double *p[4];
    for (int i = 0; i < 4; i++) p[i] = i == k ? at : vertex(mesh, cell, i);
    if (!(tc_volume6(p[0], p[1], p[2], p[3]) > 0.0)) return false;
  }
  return true;
}

static double longest_side(const double *const p[3]) {
  double longest = 0.0, side[3];
  for (int i = 0; i < 3; i++) {
    tc_subtract(p[i], p[(i + 1) % 3], side);
    longest = fmax(longest, tc_norm(side));
  }
  return longest;
}

/* A point of a face, and one in front of it. */
static void probe_face(const tc_mesh *mesh, int32_t face, double on[3], double front[3]) {
  const double *p[3];
  double area[3];
  for (int i = 0; i < 3; i++) p[i] = vertex(mesh, face / 4, tc_face_vertices[face % 4][i]);
  tc_area(p[0], p[1], p[2], area);
  const double height = 2.0 * tc_norm(area) / longest_side(p);
  for (int i = 0; i < 3; i++) {
    on[i] = weight[0] * p[0][i] + weight[1] * p[1][i] + weight[2] * p[2][i];
    front[i] = on[i] + ahead * height * area[i] / tc_norm(area);
  }
}

typedef struct search {
  const tc_mesh *mesh;
  const tc_dual *dual;
  const double *at;
  int32_t own, found; /* cell of the face; lowest other cell around the point, -1: none */
} search;

static void visit(void *context, int32_t b) {
  search *s = context;
  const int32_t cell = s->dual->face[b] / 4;
  if (cell == s->own || (s->found >= 0 && cell >= s->found)) return;
  if (is_inside(s->mesh, cell, s->at)) s->found = cell;
}

static tc_status build_tree(const tc_mesh *mesh, const tc_dual *dual, tc_box_tree **out) {
  tc_box *box = NULL;
  TC_TRY(TC_ALLOC(box, dual->boundary));
  for (int32_t b = 0; b < dual->boundary; b++) cell_box(mesh, dual->face[b] / 4, &box[b]);
  const tc_status status = tc_box_tree_create(dual->boundary, box, out);
  tc_free(box);
  return status;
}

static void record(int32_t cell, const double at[3], bool across, tc_interfaces *out) {
  out->faces++;
  out->across += across;
  if (out->cell >= 0) return; /* boundary faces come in rising order of their cells */
  out->cell = cell;
  for (int i = 0; i < 3; i++) out->at[i] = at[i];
}

tc_status tc_interfaces_find(const tc_mesh *mesh, const tc_dual *dual, const int32_t *component,
                             tc_interfaces *out) {
  tc_box_tree *tree = NULL;
  *out = (tc_interfaces){.cell = -1};
  TC_TRY(build_tree(mesh, dual, &tree));
  for (int32_t b = 0; b < dual->boundary; b++) {
    double on[3], front[3];
    probe_face(mesh, dual->face[b], on, front);
    search s = {mesh, dual, front, dual->face[b] / 4, -1};
    tc_box_tree_visit(tree, front, visit, &s);
    if (s.found >= 0) record(s.own, on, component[s.found] != component[s.own], out);
  }
  tc_box_tree_destroy(&tree);
  return TC_OK;
}
