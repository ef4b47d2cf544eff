/* Quality measures of the cells of a mesh: dihedral angles and aspect ratio. Called by `tetracast mesh` for
 * the check report, after tc_mesh_orient. Not collective. */
#ifndef TC_MESH_SHAPE_H
#define TC_MESH_SHAPE_H

#include "mesh/mesh.h"

typedef struct tc_shape_extreme {
  double value;
  int32_t cell; /* 0-based number of the cell with this value */
} tc_shape_extreme;

/* Extremes over all cells. Dihedral angles are in degrees (70.5 in a regular tetrahedron). The aspect ratio
 * of a cell is its longest edge divided by its smallest height (1.22 in a regular tetrahedron). */
typedef struct tc_shape {
  tc_shape_extreme smallest_angle, largest_angle, aspect;
  int32_t slivers; /* number of cells with an angle below 10 or above 165 degrees */
} tc_shape;

/* Computes the extremes over all cells of a mesh. tc_mesh_orient must have accepted the mesh, and it must
 * have at least one cell. */
tc_shape tc_mesh_shape(const tc_mesh *mesh);

#endif
