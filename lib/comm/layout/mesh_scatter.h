/* Scatters a mesh, or values of cells, from the root to all ranks. The space (solve/space/space.c) scatters
 * the mesh during setup. The material, initial fields and checkpoints scatter cell values afterwards. The
 * root extracts and sends to one rank at a time, so its additional memory is that of one submesh. */
#ifndef TC_COMM_LAYOUT_MESH_SCATTER_H
#define TC_COMM_LAYOUT_MESH_SCATTER_H

#include "comm/world/world.h"
#include "count/distribution.h"
#include "mesh/submesh.h"

/* Collective. Returns to each rank a submesh: its owned cells and the cells up to `rings` faces away from
 * them. Rank 0 passes mesh, dual and order (order[position] = cell), and all other ranks pass NULL. Rank 0
 * extracts and sends one submesh at a time, so other ranks store only their own submesh. Errors (on all
 * ranks): TC_INTERNAL if memory is exhausted or MPI fails. */
tc_status tc_scatter_mesh(const tc_world *world, const tc_distribution *distribution, const tc_mesh *mesh,
                          const tc_dual *dual, const int32_t *order, int rings, tc_submesh **out);

/* Collective. Scatters values of cells: values[cells][width] on rank 0, NULL elsewhere. Returns in
 * out[count][width] the values of the cells id[0..count-1]; several ranks may request the same cell. In
 * addition to `values`, rank 0 needs memory for the values of one rank. Errors (on all ranks): TC_INTERNAL if
 * memory is exhausted or MPI fails. */
tc_status tc_scatter_cells(const tc_world *world, int32_t count, const tc_gid *id, int width,
                           const double *values, double *out);

#endif
