#include "mesh/generate.h"

#include <math.h>

/* Kuhn's triangulation of a brick. Each of the six cells has the corners along one path from the lowest to
 * the highest corner of the brick, one path for each order of the axes. The diagonals of all bricks have the
 * same direction, so neighbouring bricks match. Odd permutations of the axes would give left-handed cells, so
 * the two middle corners of these cells are swapped. Bit k of a corner is set if the corner is at the upper
 * end of axis k. */
static const int corners[6][4] = {{0, 1, 3, 7}, {0, 2, 6, 7}, {0, 4, 5, 7},
                                  {0, 3, 2, 7}, {0, 5, 1, 7}, {0, 6, 4, 7}};

enum { cells_max = 1 << 29 };

static tc_status check_box(const int32_t bricks[3], const double length[3]) {
  int64_t bricks_left = cells_max / 6;
  for (int i = 0; i < 3; i++) {
    if (bricks[i] < 1)
      return tc_status_create(TC_USAGE, "the box has %d bricks along an axis: use 1 or more", bricks[i]);
    if (!(isfinite(length[i]) && length[i] > 0.0))
      return tc_status_create(TC_USAGE, "the box has the length %g along an axis: use a positive length",
                              length[i]);
    bricks_left /= bricks[i];
  }
  if (bricks_left == 0)
    return tc_status_create(TC_USAGE,
                            "the box of %d x %d x %d bricks has more than %d cells: use fewer bricks",
                            bricks[0], bricks[1], bricks[2], (int)cells_max);
  return TC_OK;
}

/* Returns the number of the node at position (i, j, k) of the grid of bricks. */
static int32_t number_node(const int32_t bricks[3], int32_t i, int32_t j, int32_t k) {
  return (k * (bricks[1] + 1) + j) * (bricks[0] + 1) + i;
}

static void compute_points(const int32_t bricks[3], const double length[3], double *points) {
  for (int32_t k = 0; k <= bricks[2]; k++)
    for (int32_t j = 0; j <= bricks[1]; j++)
      for (int32_t i = 0; i <= bricks[0]; i++) {
        const int32_t position[3] = {i, j, k};
        for (int axis = 0; axis < 3; axis++)
          *points++ = length[axis] * ((double)position[axis] / bricks[axis]);
      }
}

static void fill_cells(const int32_t bricks[3], int32_t *vertices) {
  for (int32_t k = 0; k < bricks[2]; k++)
    for (int32_t j = 0; j < bricks[1]; j++)
      for (int32_t i = 0; i < bricks[0]; i++)
        for (int corner = 0; corner < 24; corner++) {
          int c = corners[corner / 4][corner % 4];
          *vertices++ = number_node(bricks, i + (c & 1), j + (c >> 1 & 1), k + (c >> 2));
        }
}

/* Writes the two triangles of every brick face on one side of the box (coordinate `axis` is 0, or its length
 * if `upper` is 1) to face_nodes. Returns the number of triangles. */
static int32_t list_side_faces(const int32_t bricks[3], int axis, int upper, int32_t *face_nodes) {
  /* Second and third corner of the two triangles of a brick face. Bit 0 of a corner is its position (0 or 1)
   * along axis u, and bit 1 that along v. The first corner has position 0 along both axes. */
  static const int triangle_corners[2][2] = {{1, 3}, {3, 2}};
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  int32_t position[3], count = 0;
  for (int32_t b = 0; b < bricks[v]; b++)
    for (int32_t a = 0; a < bricks[u]; a++)
      for (int triangle = 0; triangle < 2; triangle++, count++)
        for (int corner = 0; corner < 3; corner++) {
          int bits = corner ? triangle_corners[triangle][corner - 1] : 0;
          position[axis] = upper ? bricks[axis] : 0;
          position[u] = a + (bits & 1);
          position[v] = b + (bits >> 1);
          *face_nodes++ = number_node(bricks, position[0], position[1], position[2]);
        }
  return count;
}

static void list_boundary_faces(const int32_t bricks[3], tc_mesh *mesh) {
  int32_t faces = 0;
  for (int side = 0; side < 6; side++) {
    int32_t count = list_side_faces(bricks, side / 2, side % 2, mesh->face_nodes + 3 * (size_t)faces);
    for (int32_t f = 0; f < count; f++) mesh->face_marker[faces++] = side + 1;
  }
}

tc_status tc_mesh_generate_box(const int32_t bricks[3], const double length[3], tc_mesh **out) {
  TC_TRY(check_box(bricks, length));
  const int32_t *n = bricks;
  tc_mesh *mesh = NULL;
  TC_TRY(tc_mesh_create("box", (n[0] + 1) * (n[1] + 1) * (n[2] + 1), 6 * n[0] * n[1] * n[2],
                        4 * (n[0] * n[1] + n[1] * n[2] + n[2] * n[0]), &mesh));
  mesh->base = 1;
  compute_points(bricks, length, mesh->points);
  fill_cells(bricks, mesh->vertices);
  for (int32_t cell = 0; cell < mesh->cells; cell++) mesh->region[cell] = 1;
  list_boundary_faces(bricks, mesh);
  *out = mesh;
  return TC_OK;
}
