/* Neighbour exchange: setup messages between the peers of a halo. Both sides know how many elements they
 * exchange. Colourings (colour.c), adjoints (transpose.c) and the preconditioner ilu0 call it. The messages
 * are neither timed nor counted. */
#ifndef TC_COMM_LAYOUT_NEIGHBOUR_EXCHANGE_H
#define TC_COMM_LAYOUT_NEIGHBOUR_EXCHANGE_H

#include <stddef.h>

#include "comm/layout/halo.h"

/* Elements to send to, or to receive from, the peers of a halo. */
typedef struct tc_neighbour_segments {
  void *element;
  const int32_t *begin; /* [peers+1] elements begin[p] .. begin[p+1]-1 are those of peer p */
} tc_neighbour_segments;

/* Collective. Sends the segments of `give` to the peers and receives theirs into `take`. Elements have `size`
 * bytes. Errors (on all ranks): TC_INTERNAL if a peer sends a different number of elements than `take`
 * expects, if memory is exhausted or if MPI fails. */
tc_status tc_neighbour_exchange(const tc_world *world, const tc_halo *halo, size_t size,
                                tc_neighbour_segments give, tc_neighbour_segments take);

/* Collective. Updates the ghosts of array[owned + ghosts], elements of `size` bytes, with the values of their
 * owners. Errors (on all ranks): TC_INTERNAL. */
tc_status tc_neighbour_exchange_ghosts(const tc_world *world, const tc_halo *halo, size_t size, void *array);

#endif
