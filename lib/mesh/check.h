/* Check of a mesh before anything is computed from it. The root calls tc_mesh_orient after it has read or
 * generated a mesh and before it creates the dual. The check finds degenerate cells and lengths that
 * overflow, and orients all cells. Not collective. */
#ifndef TC_MESH_CHECK_H
#define TC_MESH_CHECK_H

#include "mesh/mesh.h"

/* Allowed range of edge lengths, in the mesh's unit. Within this range, cubes of lengths multiplied by any
 * tensor that fv/physics/diffusion_tensor.h allows can be represented by a double. */
#define TC_LENGTH_MIN 1e-20
#define TC_LENGTH_MAX 1e+20

/* Swaps the last two vertices of left-handed cells, so that every cell is right-handed afterwards (the
 * convention of VTK and of TetGen 1.5). Some programs write all cells left-handed, which is not an error.
 * Inverted cells are therefore those whose orientation in the file differs from the orientation of the
 * majority, and mesh->reoriented is their number. If both orientations are equally frequent, mesh->reoriented
 * is the number of left-handed cells. mesh->reoriented remains unchanged if all cells are right-handed
 * already, as in a binary mesh file. Vertex numbers must be in range (checked by the reader).
 *
 * Errors: TC_INPUT with file and cell if a cell has a vertex twice; if its volume V is zero up to rounding,
 * which means that |6 V| is at most 1e-13 times the product of the lengths of the three edges at vertex 0; if
 * the largest component of one of these edges is below TC_LENGTH_MIN or above TC_LENGTH_MAX; or if the
 * largest component of all three is below 1e-12 times that of the position of vertex 0. After an error, cells
 * before the named one may already be swapped. */
tc_status tc_mesh_orient(tc_mesh *mesh);

#endif
