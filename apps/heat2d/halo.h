/* The two arrays of a rank, which hold the field before and after a step, and the exchange of their halos
 * (Lagraviere et al. 2019, Listing 7). cmd_run.c creates them, then alternates between an exchange and a step
 * (kernel.h). Gets are one-sided: through shared memory within a node, through MPI between nodes.
 *
 * For a block of m x n points, each array of a rank has m + 2 rows of n + 2 values. The outermost values are
 * the halo or, at the boundary of the mesh, the fixed boundary values. Corners are not used. */
#ifndef TC_HEAT2D_HALO_H
#define TC_HEAT2D_HALO_H

#include "comm/memory/window.h"
#include "papers/heat2d/heat2d.h"
#include "step_times.h"

typedef struct h2_halo {
  tc_heat2d_grid grid;
  tc_heat2d_block block;
  tc_window *window; /* memory of each rank that other ranks can read: both arrays and the packed columns */
  /* [m] one column of values from a neighbour, before it is unpacked into the halo */
  double *received_column;
} h2_halo;

/* Collective. Creates the two arrays of each rank. `grid` must be equal on all ranks, and mprocs x nprocs
 * must be the number of ranks. Errors (on all ranks): TC_INTERNAL if memory is exhausted or MPI fails. */
tc_status h2_halo_create(const tc_world *world, const tc_heat2d_grid *grid, h2_halo **out);
void h2_halo_destroy(h2_halo **halo); /* Collective. */

/* Returns array number `array` (0 or 1) of this rank, with (m + 2) (n + 2) values. The pointer is valid until
 * the halo is destroyed. */
double *h2_halo_array(const h2_halo *halo, int array);

/* Collective. Fills the halo of this rank's array number `array` from its neighbours' arrays with this
 * number. Sets the times of PACK, BARRIER, GET and UNPACK in *times. Errors: TC_INTERNAL.
 *
 * The caller alternates: exchange array 0, compute array 1 from it, exchange array 1, compute array 0, and so
 * on. With this order one barrier between packing and getting is sufficient:
 * - Values are complete when they are read. A rank computes and packs them before the barrier, and its
 * neighbours get them after it.
 * - Values are not overwritten while they are read. Array w that a neighbour gets in step s is written again
 * by the computation of step s + 1, after the barrier of that step. The neighbour reaches this barrier after
 * its gets.
 * - The same holds for packed columns, because each array has its own. In step s + 1 the columns of the other
 * array are packed, and those of array w only in step s + 2.
 * - A halo is written and read only by its owner. */
tc_status h2_halo_exchange(h2_halo *halo, int array, h2_times *times);

#endif
