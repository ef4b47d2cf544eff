/* Values of rows that are owned in any order, brought into contiguous slabs of the mesh's own numbering. */
#ifndef TC_IO_HDF_CELL_SLAB_H
#define TC_IO_HDF_CELL_SLAB_H

#include "comm/layout/sparse_exchange.h"

/* Rank r of P holds the cells [r*n/P, (r+1)*n/P) of n; that may be none. n*P < 2^63. Who gives values to whom
 * is learnt once; nothing is as long as there are ranks. */
typedef struct tc_cell_slab {
  const tc_world *world; /* borrowed */
  tc_gid first;          /* this rank's cells: [first, first+count) */
  int32_t count;
  int32_t owned;                 /* values this rank gives */
  tc_sparse_exchange give, take; /* with whom, and which of send and recv are theirs; without `number` */
  int32_t *order;                /* [owned] own row of the k-th value to send: grouped by receiver */
  int32_t *row_of_cell;          /* [count] cell - first of the k-th value received */
  double *send, *recv;           /* [owned], [count] what travels */
  MPI_Request *request;          /* [give.partners + take.partners] */
} tc_cell_slab;

/* Collective. id[0..owned-1]: cell of each own row; over all ranks every cell 0..cells-1 occurs once. id is
 * not kept, world is until the end. Errors on all ranks: TC_INTERNAL when a cell is missing, doubled or out
 * of range. */
tc_status tc_cell_slab_create(const tc_world *world, tc_gid cells, int32_t owned, const tc_gid *id,
                              tc_cell_slab **out);
void tc_cell_slab_destroy(tc_cell_slab **slab);

/* Collective. slab_value[0..count-1]: the values of this rank's slab, from value[0..owned-1] of all ranks.
 * Errors are the rank's own: agree on them. */
tc_status tc_cell_slab_gather(tc_cell_slab *slab, const double *value, double *slab_value);

#endif
