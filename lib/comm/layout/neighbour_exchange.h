/* Neighbour exchange: setup messages between the peers of a halo. Sender and receiver both know the number of
 * elements in advance. Colourings (colour.c), adjoints (transpose.c) and the preconditioner ilu0 call it.
 * These messages appear in no ledger. */
#ifndef TC_COMM_LAYOUT_NEIGHBOUR_EXCHANGE_H
#define TC_COMM_LAYOUT_NEIGHBOUR_EXCHANGE_H

#include <stddef.h>

#include "comm/layout/halo.h"

/* Array with the elements to send to the peers of a halo, or with space for those to receive from them. */
typedef struct tc_neighbour_segments {
  void *element;
  const int32_t *begin; /* [peers+1] elements begin[p] .. begin[p+1]-1 are those of peer p */
} tc_neighbour_segments;

/* Collective. Sends to each peer its segment of `give`, and stores the message of each peer in its segment of
 * `take`. Elements have `size` bytes. Errors (on all ranks): TC_INTERNAL if a peer sends a different number
 * of elements than `take` expects, if memory is exhausted or if MPI fails. */
tc_status tc_neighbour_exchange(const tc_world *world, const tc_halo *halo, size_t size,
                                tc_neighbour_segments give, tc_neighbour_segments take);

/* Collective. Sets the ghosts of array[owned + ghosts] to the values that their owners have. Elements have
 * `size` bytes. Errors (on all ranks): TC_INTERNAL. */
tc_status tc_neighbour_exchange_ghosts(const tc_world *world, const tc_halo *halo, size_t size, void *array);

#endif
