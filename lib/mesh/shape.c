#include "mesh/shape.h"

#include <stdbool.h>

#include "mesh/dual.h"
#include "mesh/tetrahedron.h"

static const double sliver_angle_min = 10.0, sliver_angle_max = 165.0;

typedef struct cell_shape {
  double smallest_angle, largest_angle, aspect;
} cell_shape;

/* Returns the dihedral angle in degrees between the faces with the outward area vectors a and b. */
static double angle_between(const double a[3], const double b[3]) {
  double c[3];
  tc_cross(a, b, c);
  return atan2(tc_norm(c), -tc_dot3(a, b)) * (180.0 / 3.14159265358979323846);
}

static double longest_edge(const double *const p[4]) {
  double longest = 0.0, edge[3];
  for (int i = 0; i < 3; i++)
    for (int j = i + 1; j < 4; j++) {
      tc_subtract(p[j], p[i], edge);
      longest = fmax(longest, tc_norm(edge));
    }
  return longest;
}

static cell_shape measure_cell(const tc_mesh *mesh, int32_t cell) {
  const double *p[4];
  double area[4][3], largest = 0.0;
  cell_shape s = {180.0, 0.0, 0.0};
  for (size_t k = 0; k < 4; k++) p[k] = mesh->points + 3 * (size_t)mesh->vertices[4 * (size_t)cell + k];
  for (int k = 0; k < 4; k++) {
    const int *v = tc_cell_face_vertices[k];
    tc_area(p[v[0]], p[v[1]], p[v[2]], area[k]);
    largest = fmax(largest, tc_norm(area[k]));
  }
  for (int k = 0; k < 3; k++)
    for (int l = k + 1; l < 4; l++) {
      const double angle = angle_between(area[k], area[l]);
      s.smallest_angle = fmin(s.smallest_angle, angle);
      s.largest_angle = fmax(s.largest_angle, angle);
    }
  /* The smallest height is three times the volume, which is half of tc_volume6, divided by the largest face
   * area. */
  const double height = 0.5 * tc_volume6(p[0], p[1], p[2], p[3]) / largest;
  s.aspect = longest_edge(p) / height;
  return s;
}

static void update_extreme(bool is_better, double value, int32_t cell, tc_shape_extreme *extreme) {
  if (is_better) *extreme = (tc_shape_extreme){value, cell};
}

tc_shape tc_mesh_shape(const tc_mesh *mesh) {
  tc_shape shape = {.smallest_angle = {INFINITY, 0}};
  for (int32_t cell = 0; cell < mesh->cells; cell++) {
    const cell_shape s = measure_cell(mesh, cell);
    update_extreme(s.smallest_angle < shape.smallest_angle.value, s.smallest_angle, cell,
                   &shape.smallest_angle);
    update_extreme(s.largest_angle > shape.largest_angle.value, s.largest_angle, cell, &shape.largest_angle);
    update_extreme(s.aspect > shape.aspect.value, s.aspect, cell, &shape.aspect);
    shape.slivers += s.smallest_angle < sliver_angle_min || s.largest_angle > sliver_angle_max;
  }
  return shape;
}
