/* Search for internal interfaces. A box tree over the cells with boundary faces finds the cells that contain
 * a point in front of each boundary face. If there are several components, a second search detects
 * overlapping bodies. It finds the other cells that contain a point on the other side of the face, inside the
 * face's own cell. If several cells contain a point, the lowest cell number is used, so the result does not
 * depend on the tree. */
#include "mesh/internal_interfaces.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/core/memory.h"
#include "mesh/box_tree.h"
#include "mesh/tetrahedron.h"

/* Distance between a face and the two points that are tested, one on each side of the face, as a multiple of
 * the face's smallest height. */
static const double test_distance = 1e-3;

/* Barycentric coordinates of the point on a face that is midway between the two test points. They are
 * irregular, so that in meshes made of bricks the point is on no edge of the faces on the other side. */
static const double probe_weight[3] = {0.3183, 0.3572, 0.3245};

static const double *cell_vertex(const tc_mesh *mesh, int32_t cell, int k) {
  return mesh->points + 3 * (size_t)mesh->vertices[4 * (size_t)cell + (size_t)k];
}

static void cell_box(const tc_mesh *mesh, int32_t cell, tc_box *box) {
  *box = tc_box_empty();
  for (int k = 0; k < 4; k++) tc_box_add_point(box, cell_vertex(mesh, cell, k));
}

/* True if the point is inside the cell and not on its surface. */
static bool is_inside(const tc_mesh *mesh, int32_t cell, const double point[3]) {
  for (int k = 0; k < 4; k++) {
    const double *p[4];
    for (int i = 0; i < 4; i++) p[i] = i == k ? point : cell_vertex(mesh, cell, i);
    if (!(tc_volume6(p[0], p[1], p[2], p[3]) > 0.0)) return false;
  }
  return true;
}

static double find_longest_side(const double *const p[3]) {
  double longest = 0.0, side[3];
  for (int i = 0; i < 3; i++) {
    tc_subtract(p[i], p[(i + 1) % 3], side);
    longest = fmax(longest, tc_norm(side));
  }
  return longest;
}

/* Three points: on_face is on a boundary face, `front` is just outside the face's cell, and `back` is just
 * inside it. */
typedef struct probe {
  double on_face[3], front[3], back[3];
} probe;

static void compute_probe(const tc_mesh *mesh, int32_t face, probe *out) {
  const double *p[3];
  double area[3];
  for (int i = 0; i < 3; i++) p[i] = cell_vertex(mesh, face / 4, tc_cell_face_vertices[face % 4][i]);
  tc_area(p[0], p[1], p[2], area);
  const double height = 2.0 * tc_norm(area) / find_longest_side(p);
  for (int i = 0; i < 3; i++) {
    const double step = test_distance * height * area[i] / tc_norm(area);
    out->on_face[i] = probe_weight[0] * p[0][i] + probe_weight[1] * p[1][i] + probe_weight[2] * p[2][i];
    out->front[i] = out->on_face[i] + step;
    out->back[i] = out->on_face[i] - step;
  }
}

typedef struct search {
  const tc_mesh *mesh;
  const tc_dual *dual;
  const int32_t *component; /* [cells] component of each cell */
  const double *point;
  int32_t face_cell, containing_cell; /* face_cell: cell of the face; containing_cell: lowest other cell that
                         contains the point, -1 if there is none */
  bool has_several_components;        /* true if the mesh has several components */
  bool ignores_own_component;         /* true if the search ignores cells of the same component */
} search;

static void test_cell(void *context, int32_t b) {
  search *s = context;
  const int32_t cell = s->dual->face[b] / 4;
  if (cell == s->face_cell || (s->containing_cell >= 0 && cell >= s->containing_cell)) return;
  if (s->ignores_own_component && s->component[cell] == s->component[s->face_cell]) return;
  if (is_inside(s->mesh, cell, s->point)) s->containing_cell = cell;
}

static tc_status build_tree(const tc_mesh *mesh, const tc_dual *dual, tc_box_tree **out) {
  tc_box *box = NULL;
  TC_TRY(TC_ALLOC(box, dual->boundary));
  for (int32_t b = 0; b < dual->boundary; b++) cell_box(mesh, dual->face[b] / 4, &box[b]);
  const tc_status status = tc_box_tree_create(dual->boundary, box, out);
  tc_free(box);
  return status;
}

static int32_t find_cell(const tc_box_tree *tree, search *s, const double point[3]) {
  s->point = point;
  s->containing_cell = -1;
  tc_box_tree_visit(tree, point, test_cell, s);
  return s->containing_cell;
}

static void record_interface(int32_t cell, const double point[3], tc_interfaces *out) {
  out->faces++;
  /* Boundary faces are visited in ascending order of their cells, so the first recorded face has the lowest
   * cell number. */
  if (out->cell >= 0) return;
  out->cell = cell;
  for (int i = 0; i < 3; i++) out->position[i] = point[i];
}

static void check_face(const tc_box_tree *tree, search *s, int32_t face, tc_interfaces *out) {
  probe p;
  compute_probe(s->mesh, face, &p);
  s->face_cell = face / 4;
  s->ignores_own_component = true;
  out->overlapping += s->has_several_components && find_cell(tree, s, p.back) >= 0;
  s->ignores_own_component = false;
  const int32_t other = find_cell(tree, s, p.front);
  if (other < 0) return;
  record_interface(s->face_cell, p.on_face, out);
  out->across += s->component[other] != s->component[s->face_cell];
}

static bool has_several_components(const tc_mesh *mesh, const int32_t *component) {
  for (int32_t cell = 1; cell < mesh->cells; cell++)
    if (component[cell] != component[0]) return true;
  return false;
}

tc_status tc_interfaces_find(const tc_mesh *mesh, const tc_dual *dual, const int32_t *component,
                             tc_interfaces *out) {
  tc_box_tree *tree = NULL;
  *out = (tc_interfaces){.cell = -1};
  TC_TRY(build_tree(mesh, dual, &tree));
  search s = {.mesh = mesh,
              .dual = dual,
              .component = component,
              .has_several_components = has_several_components(mesh, component)};
  for (int32_t b = 0; b < dual->boundary; b++) check_face(tree, &s, dual->face[b], out);
  tc_box_tree_destroy(&tree);
  return TC_OK;
}
