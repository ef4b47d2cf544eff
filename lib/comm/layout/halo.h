/* Halo: lists of a rank's ghosts and of the rows that it sends, by peer. The space (solve/space/space.c)
 * creates the halo during setup from the positions that the rank's rows read. Transports, accesses and
 * preconditioners read the halo in each exchange. */
#ifndef TC_COMM_LAYOUT_HALO_H
#define TC_COMM_LAYOUT_HALO_H

#include "base/core/pool.h"
#include "comm/world/world.h"
#include "count/distribution.h"

/* Halo of one rank. A vector with ghosts contains the owned rows 0 .. owned-1, then the ghosts: entry owned+g
 * is ghost g. Ghosts are numbered by owner, then by position, so that a message from a peer can be received
 * directly into the ghosts of the vector.
 *
 * Forward exchange (owners to ghosts): the values x[send_index[i]] with i = send_begin[p] ..
 * send_begin[p+1]-1 are sent to peer p. The message from peer p contains the ghosts recv_begin[p] ..
 * recv_begin[p+1]-1 in this order. The reverse exchange adds contributions of ghosts to their owners. It uses
 * the same lists in the opposite direction: the ghosts recv_begin[p] .. recv_begin[p+1]-1 are sent to peer p,
 * and the message from peer p is added to the values x[send_index[i]]. */
typedef struct tc_halo {
  const tc_distribution *distribution; /* borrowed; must outlive the halo; NULL if created from places */
  int32_t owned, ghosts;               /* number of owned rows and of ghosts */
  tc_gid *ghost_position;              /* [ghosts] position of each ghost, in rising order for each owner */
  int peers;           /* number of ranks to which this rank sends values or from which it receives values */
  int *peer;           /* [peers] rank of each peer, rising; never contains this rank */
  int32_t *send_begin; /* [peers+1] index in send_index at which the rows of each peer begin */
  int32_t *send_index; /* [send_begin[peers]] rows to send to each peer, in the order of the peer's ghosts */
  int32_t *recv_begin; /* [peers+1] first ghost of each peer; recv_begin[peers] = ghosts */
  int32_t borders;     /* number of border rows, which read ghosts */
  /* [borders] border rows, rising. They are also the rows that peers read, because patterns are structurally
   * symmetric (count/pattern.h) */
  int32_t *border;
  tc_pool memory; /* owns the arrays of this struct */
} tc_halo;

/* Collective. Creates the halo of a rank that needs the values at ghost_position[ghosts], which are distinct
 * positions of rows that other ranks own, in any order. Sets number[k] to the number of the ghost at
 * ghost_position[k]. Borrows distribution. Errors (on all ranks): TC_INTERNAL if memory is exhausted or MPI
 * fails. */
tc_status tc_halo_create(const tc_world *world, const tc_distribution *distribution, int32_t ghosts,
                         const tc_gid *ghost_position, int32_t *number, tc_halo **out);
void tc_halo_destroy(tc_halo **halo);

/* Place of a row: the rank that owns the row, and the local number of the row on this rank. An owner of -1
 * means no row. */
typedef struct tc_row_place {
  int32_t owner, local;
} tc_row_place;

/* Collective. Creates the halo of a rank that owns `owned` rows and needs the values at place[ghosts]:
 * distinct rows of other ranks, in any order. Sets number[k] to the number of the ghost at place[k]. Used for
 * rows without a tc_distribution, such as those of coarse multigrid levels. In the result, `distribution` is
 * NULL, ghost_position contains the local number of each ghost on its owner, and tc_halo_find_column must not
 * be called. The rows need no symmetric pattern: `border` contains the rows that are sent. Errors (on all
 * ranks): TC_INTERNAL if memory is exhausted or MPI fails. */
tc_status tc_halo_create_from_places(const tc_world *world, int32_t owned, int32_t ghosts,
                                     const tc_row_place *place, int32_t *number, tc_halo **out);

/* Not collective. Returns the local number of ghost g on its owner. */
int32_t tc_halo_ghost_local(const tc_halo *halo, int32_t g);

/* Not collective. Returns the column number of a position in the matrix of this rank: the local row if the
 * rank owns the position, owned + g if it is ghost g, otherwise -1. `rank` is this rank. The time is
 * proportional to the logarithm of the numbers of peers and ghosts. */
int32_t tc_halo_find_column(const tc_halo *halo, int rank, tc_gid position);

#endif
