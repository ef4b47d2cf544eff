/* An element is divided into tetrahedra, each of which connects its smallest point, the apex, with a triangle
 * of a face that does not contain the apex. The faces at the apex are thereby divided by diagonals through
 * the apex. In a hexahedron, three faces contain the corner opposite to the apex. If no diagonal of these
 * faces ends there, three tetrahedra meet at this corner. They are replaced by two: the one that the
 * diagonals cut off at the corner, and one between it and the apex. The hexahedron then has 5 cells. */
#include "convert/divide.h"

#include <stdbool.h>
#include <string.h>

/* Faces of an element, each as three or four corners. The normal by the right-hand rule points outwards; the
 * last corner of a triangle is -1. */
typedef struct face_list {
  int faces;
  signed char face[6][4];
} face_list;

static const face_list hexahedron_faces =
    {6, {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}}};
static const face_list prism_faces =
    {5, {{0, 1, 2, -1}, {3, 5, 4, -1}, {0, 3, 4, 1}, {1, 4, 5, 2}, {2, 5, 3, 0}}};
static const face_list pyramid_faces =
    {5, {{0, 3, 2, 1}, {0, 1, 4, -1}, {1, 2, 4, -1}, {2, 3, 4, -1}, {3, 0, 4, -1}}};

static const signed char hexahedron_opposite[8] = {6, 7, 4, 5, 2, 3, 0, 1};

static const face_list *find_faces(tc_element_type type) {
  switch (type) {
  case TC_ELEMENT_HEXAHEDRON: return &hexahedron_faces;
  case TC_ELEMENT_PRISM: return &prism_faces;
  default: return &pyramid_faces;
  }
}

static int find_smallest(int corners, const int32_t *corner) {
  int smallest = 0;
  for (int i = 1; i < corners; i++)
    if (corner[i] < corner[smallest]) smallest = i;
  return smallest;
}

int tc_face_divide(int corners, const int32_t *corner, int32_t triangle[2][3]) {
  const int first = corners == 4 ? find_smallest(4, corner) % 2 : 0;
  for (int t = 0; t < corners - 2; t++)
    for (int i = 0; i < 3; i++) triangle[t][i] = corner[(first + (i ? i + t : 0)) % corners];
  return corners - 2;
}

/* Divides face f of the element into triangles unless the face contains the point `apex`. Returns the number
 * of triangles. */
static int divide_far_face(const face_list *list, int f, const int32_t *corner, int32_t apex,
                           int32_t triangle[2][3]) {
  const int corners = list->face[f][3] < 0 ? 3 : 4;
  int32_t face[4];
  for (int i = 0; i < corners; i++) {
    face[i] = corner[list->face[f][i]];
    if (face[i] == apex) return 0;
  }
  return tc_face_divide(corners, face, triangle);
}

/* Returns the index (0 .. 2) of `point` in a triangle; -1 if the triangle does not contain the point. */
static int find_point(const int32_t triangle[3], int32_t point) {
  for (int i = 0; i < 3; i++)
    if (triangle[i] == point) return i;
  return -1;
}

/* Moves the triangles that contain the point `opposite` to the end of the list. Returns the number of the
 * other triangles. */
static int move_triangles(int triangles, int32_t triangle[TC_DIVIDED_MAX][3], int32_t opposite) {
  int others = 0;
  for (int t = 0; t < triangles; t++) {
    if (find_point(triangle[t], opposite) >= 0) continue;
    int32_t swap[3];
    memcpy(swap, triangle[t], sizeof swap);
    memcpy(triangle[t], triangle[others], sizeof swap);
    memcpy(triangle[others++], swap, sizeof swap);
  }
  return others;
}

/* Replaces triangles 3 to 5, which all contain the point `opposite`, by the triangle of their other three
 * points. Sets `cell` to the tetrahedron that this triangle cuts off at `opposite`. */
static void cut_corner(int32_t triangle[TC_DIVIDED_MAX][3], int32_t opposite, int32_t cell[4]) {
  const int at = find_point(triangle[3], opposite);
  const int32_t p = triangle[3][(at + 1) % 3], q = triangle[3][(at + 2) % 3];
  int32_t r = p;
  for (int i = 0; i < 3; i++)
    if (find_point(triangle[3], triangle[4][i]) < 0) r = triangle[4][i];
  memcpy(cell, (int32_t[]){opposite, p, r, q}, 4 * sizeof *cell);
  memcpy(triangle[3], (int32_t[]){p, q, r}, 3 * sizeof *cell);
}

static void add_cones(int32_t apex, int triangles, int32_t triangle[TC_DIVIDED_MAX][3],
                      int32_t cell[TC_DIVIDED_MAX][4]) {
  for (int t = 0; t < triangles; t++) {
    cell[t][0] = apex;
    memcpy(cell[t] + 1, triangle[t], 3 * sizeof *cell[t]);
  }
}

int tc_element_divide(tc_element_type type, const int32_t *corner, int32_t cell[TC_DIVIDED_MAX][4]) {
  int32_t triangle[TC_DIVIDED_MAX + 2][3];
  if (type == TC_ELEMENT_TETRAHEDRON) {
    memcpy(cell[0], corner, sizeof cell[0]);
    return 1;
  }
  const face_list *list = find_faces(type);
  const int smallest = find_smallest(tc_element_shape_of(type)->corners, corner);
  int triangles = 0;
  for (int f = 0; f < list->faces; f++)
    triangles += divide_far_face(list, f, corner, corner[smallest], triangle + triangles);
  if (type == TC_ELEMENT_HEXAHEDRON) {
    const int32_t opposite = corner[hexahedron_opposite[smallest]];
    if (move_triangles(triangles, triangle, opposite) == 3 && triangles == 6) {
      cut_corner(triangle, opposite, cell[4]);
      triangles = 4;
      add_cones(corner[smallest], triangles, triangle, cell);
      return 5;
    }
  }
  add_cones(corner[smallest], triangles, triangle, cell);
  return triangles;
}
