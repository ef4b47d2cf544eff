/* Irregular mesh on which the rates of a setup are measured. The calibration (run/environment/job_rates.h)
 * generates it, because times per cell measured on a regular box are too short. In a regular box the branches
 * of the search for neighbours and of the assembly repeat cell by cell, so that processors predict them, and
 * nodes with near numbers are near in space. The mesh imitates these properties of two meshes of TetGen, of
 * a heart ventricle with 14 312 and with 604 053 cells:
 * - The numbers of two neighbouring cells are almost unrelated. 9 to 10 % of the pairs differ by at most 8,
 *   and the quartiles of the difference are 0.08, 0.22 and 0.42 of the number of cells.
 * - The numbers of the nodes of a cell are almost unrelated too, with quartiles of 0.10, 0.24 and 0.41.
 * - Two thirds to three quarters of the cells have their nodes in ascending order, except that the first two
 *   are swapped if the cell would be left-handed. The other orders are about equally frequent.
 * - The number of cells at a node varies: 10, 22 and 30 are the 10 %, 50 % and 90 % quantiles.
 * - Cells have different shapes. */
#ifndef TC_RUN_ENVIRONMENT_RATES_MESH_H
#define TC_RUN_ENVIRONMENT_RATES_MESH_H

#include "mesh/mesh.h"

/* Not collective. Generates a unit cube of exactly 6 bricks^3 cells, (bricks + 1)^3 nodes and 12 bricks^2
 * entries for the boundary faces. The faces have the markers 1..6 (x=0, x=1, y=0, y=1, z=0, z=1). Cells are
 * right-handed and have region 1. A hash of numbers replaces random numbers, so that the mesh is the same on
 * all machines. Bricks are divided by pulling. For this each node has a rank, a number that is unrelated to
 * MPI ranks. A brick consists of the tetrahedra between its node of the lowest rank and the triangles of the
 * three faces without this node. The diagonal of each face begins at the node of the lowest rank in the face.
 * Neighbouring bricks therefore match for any ranks of the nodes. Source: De Loera, Rambau, Santos,
 * Triangulations, Springer 2010, section 4.3. `bricks` is from 1 to 256. The caller frees *out with
 * tc_mesh_destroy. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_rates_mesh_generate(int32_t bricks, tc_mesh **out);

#endif
