/* Sparse exchange: each rank sends lists of numbers to peers that do not know which ranks will send to them.
 * Halo setup (halo.c) and the cell slabs of binary files (io/hdf/cell_slab.c) call it during setup. The
 * caller fills a tc_sparse_exchange with its lists, runs the exchange and frees the result. Time and memory
 * are proportional to the lengths of the lists, because no array has one entry for every rank. */
#ifndef TC_COMM_LAYOUT_SPARSE_EXCHANGE_H
#define TC_COMM_LAYOUT_SPARSE_EXCHANGE_H

#include "base/core/gid.h"
#include "comm/layout/neighbour_exchange.h"

typedef struct tc_sparse_exchange {
  int peers;      /* number of peers, each of which has one list */
  int *peer;      /* [peers] ranks, rising; may include this rank */
  int32_t *begin; /* [peers+1] the list of peer p is number[begin[p]] .. number[begin[p+1]-1] */
  tc_gid *number; /* [begin[peers]] all lists, one after another in the order of the peers */
} tc_sparse_exchange;

/* Collective. Sends each list in `sent` to its peer and returns in *out the lists sent to this rank. The
 * caller frees *out with tc_sparse_exchange_free. Errors (on all ranks): TC_INTERNAL if this rank would
 * receive 2^31 numbers or more, memory is exhausted or MPI fails. Source: protocol NBX of Hoefler, Siebert,
 * Lumsdaine, "Scalable communication protocols for dynamic sparse data exchange", PPoPP 2010. */
tc_status tc_sparse_exchange_run(const tc_world *world, const tc_sparse_exchange *sent,
                                 tc_sparse_exchange *out);
void tc_sparse_exchange_free(tc_sparse_exchange *lists);

/* Returns the segments (neighbour_exchange.h) of an array that has one element for each number in `lists`. */
tc_neighbour_segments tc_sparse_exchange_segments(const tc_sparse_exchange *lists, void *element);

#endif
