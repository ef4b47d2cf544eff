/* What makes a mesh unusable, found before anything is computed from it. */
#ifndef TC_MESH_CHECK_H
#define TC_MESH_CHECK_H

#include "mesh/mesh.h"

/* Cubes of lengths between these stay within the range of a double, with any tensor that
 * fv/physics/diffusion_tensor.h allows. */
#define TC_LENGTH_MIN 1e-20
#define TC_LENGTH_MAX 1e+20

/* Swaps the last two vertices of left-handed cells, so that afterwards every cell is right-handed (VTK's
 * convention, and the one TetGen 1.5 writes). Some programs write all cells left-handed, which is no fault of
 * the mesh; so mesh->reoriented is the number of cells that differed from the majority of the file (from
 * right-handed when there are as many of each): inverted cells, as a user understands it. Errors: TC_INPUT
 * naming file and cell: a vertex twice in a cell; a volume of zero (|6 V| at most 1e-13 times the product of
 * the three edge lengths at vertex 0); an edge from vertex 0 that is shorter than TC_LENGTH_MIN, or one
 * longer than TC_LENGTH_MAX, by their largest component; a cell smaller than 1e-12 times its distance from
 * the origin. Cells ahead of the named one may have been turned by then. Vertex numbers must be in range (the
 * reader has checked). */
tc_status tc_mesh_orient(tc_mesh *mesh);

#endif
