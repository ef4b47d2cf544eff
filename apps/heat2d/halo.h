/* The two arrays of a rank and the exchange of their halos (Lagraviere et al. 2019, Listing 7): one-sided
 * gets, shared memory inside a node, MPI between nodes.
 *
 * A rank's array has (m + 2) rows of n + 2 values; the outermost hold the halo, or at the edge of the mesh
 * the fixed boundary values. Corners are not used. */
#ifndef TC_HEAT2D_HALO_H
#define TC_HEAT2D_HALO_H

#include "comm/memory/window.h"
#include "papers/heat2d/heat2d.h"
#include "step_times.h"

typedef struct h2_halo {
  tc_heat2d_grid grid;
  tc_heat2d_block block;
  tc_window *window; /* both arrays and the packed columns of every rank */
  double *landed;    /* [m] a column that was got */
} h2_halo;

/* Collective. The world and the grid, which has as many places as the world ranks, are the same on all ranks.
 * Errors on all ranks. */
tc_status h2_halo_create(const tc_world *world, const tc_heat2d_grid *grid, h2_halo **out);
void h2_halo_destroy(h2_halo **halo); /* collective */

/* Array 0 or 1 of this rank, (m + 2) (n + 2) values. Lives as long as the halo. */
double *h2_halo_array(const h2_halo *halo, int which);

/* Collective. Fills the halo of array `which` from the neighbours' arrays `which` and sets pack, barrier, get
 * and unpack of *times.
 *
 * The caller alternates: exchange array 0, compute array 1 from it, exchange array 1, compute array 0, and so
 * on. Then the one barrier between packing and getting is enough for everything:
 * - What a neighbour computed and packed is complete when it is got: both lie before the barrier.
 * - A neighbour that is still getting from array w in step s cannot see step s + 2 of it. Array w is written
 * again while computing in step s + 1, after that step's barrier, which the neighbour enters only when its
 * gets are done.
 * - The packed columns would be written again in step s + 1 before its barrier; so there are two sets, one
 * for each array, written in turn, and the same argument holds.
 * - Halos are written by their owner only and read by nobody else. */
tc_status h2_halo_exchange(h2_halo *halo, int which, h2_times *times);

#endif
