/* Who needs values of whom. */
#ifndef TC_COMM_LAYOUT_HALO_H
#define TC_COMM_LAYOUT_HALO_H

#include "comm/world/world.h"
#include "count/distribution.h"

/* One rank's side. A vector with ghosts is own rows 0 .. owned-1, then ghosts: entry owned+g is ghost g.
 * GHOSTS ARE NUMBERED BY OWNER, THEN POSITION, so that what a peer sends lands in place, without unpacking.
 *
 * Forward (owners to ghosts): x[send_index[send_begin[p]]] .. go to peer p, and what it sends are the ghosts
 * recv_begin[p] .. recv_begin[p+1]-1 in their order. Reverse (what belongs to ghosts is added to their
 * owners) is the same lists with the sides swapped: ghosts recv_begin[p] .. go to peer p, and what it sends
 * is added to x[send_index[send_begin[p]]] .. */
typedef struct tc_halo {
  const tc_distribution *distribution; /* borrowed */
  int32_t owned, ghosts;
  tc_gid *ghost_position; /* [ghosts] rising for each owner */
  int peers;              /* ranks that values are exchanged with, in either direction */
  int *peer;              /* [peers] rank, rising; never the own one */
  int32_t *send_begin;    /* [peers+1] */
  int32_t *send_index; /* [send_begin[peers]] own rows, for each peer in the order of the ghosts they fill */
  int32_t *recv_begin; /* [peers+1], recv_begin[peers] = ghosts */
  int32_t borders;     /* rows that read ghosts; the others are interior */
  int32_t *border;     /* [borders] rising: the rows that others need. These are the ones that read ghosts
                          because patterns are symmetric (count/pattern.h) */
} tc_halo;

/* Collective. ghost_position[ghosts]: positions the rank needs (distinct, not its own), in any order;
 * number[ghosts] (out, the caller's): what the halo numbers them as. Borrows distribution. Errors on all
 * ranks: TC_INTERNAL. */
tc_status tc_halo_create(const tc_world *world, const tc_distribution *distribution, int32_t ghosts,
                         const tc_gid *ghost_position, int32_t *number, tc_halo **out);
void tc_halo_destroy(tc_halo **halo);

/* The column of a position in the rank's numbering: an own row, owned + g, or -1 when it is neither. rank:
 * this one's. Not collective; logarithmic in peers and ghosts. */
int32_t tc_halo_column(const tc_halo *halo, int rank, tc_gid position);

#endif
