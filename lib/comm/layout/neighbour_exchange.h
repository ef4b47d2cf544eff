/* What a rank gives to each of its halo's peers, and takes from it, in set-up: both know how much, and
 * nothing is timed or counted. */
#ifndef TC_COMM_LAYOUT_NEIGHBOUR_EXCHANGE_H
#define TC_COMM_LAYOUT_NEIGHBOUR_EXCHANGE_H

#include <stddef.h>

#include "comm/layout/halo.h"

/* What a rank gives and takes: elements from[p] .. from[p+1]-1 are those of peer p. */
typedef struct tc_neighbour_segments {
  void *element;
  const int32_t *begin; /* [peers+1] */
} tc_neighbour_segments;

/* Collective. Elements of `size` bytes. Errors on all ranks: TC_INTERNAL, also when a peer gives another
 * number of elements than are taken. */
tc_status tc_neighbour_exchange(const tc_world *world, const tc_halo *halo, size_t size,
                                tc_neighbour_segments give, tc_neighbour_segments take);

/* Collective. array[owned + ghosts] of elements of `size` bytes: the ghosts become what their owners have.
 * Errors on all ranks: TC_INTERNAL. */
tc_status tc_neighbour_exchange_ghosts(const tc_world *world, const tc_halo *halo, size_t size, void *array);

#endif
