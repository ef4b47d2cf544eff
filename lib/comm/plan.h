/* Who needs what of whom. */
#ifndef TC_COMM_PLAN_H
#define TC_COMM_PLAN_H

#include "comm/distribution.h"
#include "comm/pattern.h"
#include "comm/world.h"

/* The exchange of one rank. Peers are the ranks it exchanges values with, rising. */
typedef struct tc_plan {
  const tc_distribution *distribution; /* borrowed */
  int32_t owned, ghosts;
  tc_gid *ghost_position; /* [ghosts] position of local column owned+g */
  int peers;
  int *peer;           /* [peers] rank */
  int32_t *send_from;  /* [peers+1] the values for peer p are send_index[send_from[p]] .. */
  int32_t *send_index; /* [send_from[peers]] own rows to send, rising position */
  int32_t *recv_from;  /* [peers+1] */
  int32_t *recv_index; /* [recv_from[peers]] ghost numbers to fill, in the order the peer sends them */
} tc_plan;

/* Collective. ghost_position[ghosts]: positions the rank needs (distinct, not its own). Borrows distribution.
 * Errors on all ranks. */
tc_status tc_plan_create(const tc_world *world, const tc_distribution *distribution, int32_t ghosts,
                         const tc_gid *ghost_position, tc_plan **out);
void tc_plan_destroy(tc_plan **plan);

#endif
