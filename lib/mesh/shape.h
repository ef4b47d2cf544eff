/* How well shaped the cells of a mesh are. */
#ifndef TC_MESH_SHAPE_H
#define TC_MESH_SHAPE_H

#include "mesh/mesh.h"

typedef struct tc_shape_extreme {
  double value;
  int32_t cell; /* 0-based */
} tc_shape_extreme;

/* Dihedral angles in degrees (70.5 in a regular cell); aspect: the longest edge over the smallest height
 * (1.22 in a regular cell). */
typedef struct tc_shape {
  tc_shape_extreme smallest_angle, largest_angle, aspect;
  int32_t slivers; /* cells with an angle below 10 or above 165 degrees */
} tc_shape;

/* Of a mesh that tc_mesh_orient has accepted, with at least one cell. Not collective. */
tc_shape tc_mesh_shape(const tc_mesh *mesh);

#endif
