/* Redistributes one value per cell from the owners of the cells to slabs: each rank receives the values of
 * consecutive cell numbers, in the order of the mesh file. Used by the writers of snapshots and checkpoints.
 * tc_cell_slab_create sets up the communication once, and each call of tc_cell_slab_gather redistributes a
 * field. No array has one entry per rank. */
#ifndef TC_IO_HDF_CELL_SLAB_H
#define TC_IO_HDF_CELL_SLAB_H

#include "comm/layout/sparse_exchange.h"

/* Slab of a rank: consecutive cell numbers. With n cells and P ranks, the slab of rank r has the cells
 * floor(r*n/P) .. floor((r+1)*n/P) - 1. A slab may be empty. n*P must be below 2^63. */
typedef struct tc_cell_slab {
  tc_gid first; /* number of the first cell in the slab, which has the cells first .. first + count - 1 */
  int32_t count;
  int32_t owned; /* number of cells owned by this rank, which is the number of values that the rank sends */
  int32_t
      *send_row; /* [owned] local row of the k-th value to send; the values are grouped by receiving rank */
  int32_t *received_cell;          /* [count] cell number of the k-th received value, minus `first` */
  double *send, *recv;             /* message buffers: send [owned], recv [count] */
  tc_neighbour_exchange *exchange; /* transfers `send` of all ranks to `recv` */
} tc_cell_slab;

/* Collective over `world`. Sets up the communication. `id` is the number of each cell owned by this rank.
 * Each cell number from 0 to cells - 1 must occur in `id` of exactly one rank. `id` is used only during the
 * call; `world` is borrowed until tc_cell_slab_destroy. Errors (on all ranks): TC_INTERNAL if a cell number
 * is missing, occurs twice or is out of range, or if memory is exhausted. */
tc_status tc_cell_slab_create(const tc_world *world, tc_gid cells, int32_t owned, const tc_gid *id,
                              tc_cell_slab **out);
void tc_cell_slab_destroy(tc_cell_slab **slab);

/* Collective. Redistributes a field. `value` has one entry per cell owned by this rank. Sets `slab_value`,
 * which has one entry per cell of this rank's slab. A failed MPI call aborts the run. */
tc_status tc_cell_slab_gather(tc_cell_slab *slab, const double *value, double *slab_value);

#endif
