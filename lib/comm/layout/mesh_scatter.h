/* Handing every rank its part of the mesh. */
#ifndef TC_COMM_LAYOUT_MESH_SCATTER_H
#define TC_COMM_LAYOUT_MESH_SCATTER_H

#include "comm/world/world.h"
#include "count/distribution.h"
#include "mesh/submesh.h"

/* Collective. Rank 0 has mesh, dual and order (order[position] = cell); the others pass NULL. Rank 0 cuts and
 * sends one submesh, with so many rings, at a time, so that nobody but it ever holds more than its own.
 * Errors on all ranks. */
tc_status tc_scatter_mesh(const tc_world *world, const tc_distribution *distribution, const tc_mesh *mesh,
                          const tc_dual *dual, const int32_t *order, int rings, tc_submesh **out);

/* Collective. Hands out what rank 0 knows of every cell: values[cells][width] there, NULL elsewhere. out
 * [count][width] is that of the cells id[0..count-1], which several ranks may ask for. Rank 0 holds those of
 * one rank beside its own at a time. Errors on all ranks. */
tc_status tc_scatter_cells(const tc_world *world, int32_t count, const tc_gid *id, int width,
                           const double *values, double *out);

#endif
