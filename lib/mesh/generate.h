/* Generates meshes of boxes for tests and synthetic studies. Called by `tetracast mesh`, by runs of a
 * generated box and by studies. The cells are right-handed by construction, so tc_mesh_orient changes
 * nothing. Not collective. */
#ifndef TC_MESH_GENERATE_H
#define TC_MESH_GENERATE_H

#include "mesh/mesh.h"

/* Generates the box [0,lx] x [0,ly] x [0,lz] of nx x ny x nz bricks with six tetrahedra each (Kuhn's
 * triangulation). The diagonals of all bricks are parallel to (lx, ly, lz). Boundary faces have the
 * markers 1..6 (x=0, x=lx, y=0, y=ly, z=0, z=lz). Cells are right-handed, have region 1 and are numbered from
 * 1 for the user, brick by brick (x fastest). The caller frees *out with tc_mesh_destroy. Errors: TC_USAGE if
 * a number of bricks or a length is not positive, if a length is infinite, or if there would be more than
 * 2^29 cells; TC_INTERNAL if memory is exhausted. */
tc_status tc_mesh_generate_box(const int32_t bricks[3], const double length[3], tc_mesh **out);

#endif
