/* Meshes made from formulas, for tests and synthetic studies. */
#ifndef TC_MESH_GENERATE_H
#define TC_MESH_GENERATE_H

#include "mesh/mesh.h"

/* The box [0,lx] x [0,ly] x [0,lz] in nx x ny x nz bricks of six tetrahedra each (Kuhn's triangulation), with
 * the boundary faces marked 1..6 (x=0, x=lx, y=0, y=ly, z=0, z=lz). Cells are right-handed, region 1,
 * numbered from 1 for the user, brick by brick (x fastest). The diagonals of all bricks run along (lx, ly,
 * lz). Errors: TC_USAGE when a number is not positive or there are more than 2^29 cells. */
tc_status tc_mesh_generate_box(const int32_t bricks[3], const double length[3], tc_mesh **out);

#endif
