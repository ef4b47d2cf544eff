/* Transfers values of rows, which ranks own in any order, into contiguous slabs in the order of the mesh.
 * Used by the writers of snapshots and checkpoints. tc_cell_slab_create sets up the communication once;
 * tc_cell_slab_gather repeats it for each field. No array has the length of the communicator. */
#ifndef TC_IO_HDF_CELL_SLAB_H
#define TC_IO_HDF_CELL_SLAB_H

#include "comm/layout/sparse_exchange.h"

/* Slab of a rank: consecutive cells. Of n cells, rank r of P ranks holds the cells r*n/P .. (r+1)*n/P - 1,
 * with both quotients rounded down. A slab may be empty. n*P must be below 2^63. */
typedef struct tc_cell_slab {
  tc_gid first; /* first cell of the slab, which has the cells first .. first+count-1 */
  int32_t count;
  int32_t owned;        /* number of values that this rank sends */
  int32_t *order;       /* [owned] owned row of the k-th value to send, grouped by receiver */
  int32_t *row_of_cell; /* [count] index in the slab of the k-th received value: its cell minus `first` */
  double *send, *recv;  /* send [owned], recv [count]: message buffers */
  tc_neighbour_exchange *exchange; /* from `send` to `recv` */
} tc_cell_slab;

/* Collective over `world`. Sets up the transfer. `id` contains the cell of each owned row. On all ranks
 * together every cell from 0 to cells - 1 must occur once. `id` is used only during the call; `world` is
 * borrowed until tc_cell_slab_destroy. Errors (on all ranks): TC_INTERNAL if a cell is missing, doubled or
 * out of range, or if memory is exhausted. */
tc_status tc_cell_slab_create(const tc_world *world, tc_gid cells, int32_t owned, const tc_gid *id,
                              tc_cell_slab **out);
void tc_cell_slab_destroy(tc_cell_slab **slab);

/* Collective. Gathers the values in slabs: `value` has one entry per owned row of this rank, and `slab_value`
 * receives one entry per cell of the slab of this rank. Failed MPI calls end the run
 * (comm/layout/neighbour_exchange.h). */
tc_status tc_cell_slab_gather(tc_cell_slab *slab, const double *value, double *slab_value);

#endif
