/* Pointers-to-shared, as UPC's compilers make them: whose an element is and where it lies there is worked out
 * anew, from its global index, at each access. These functions stand in a file of their own, so that no
 * caller has them inlined and hoisted out of its loops: whoever measures an access pays what every other one
 * pays. None branches on the owner, because a branch that owners in random order take costs more than the
 * access. Nothing here is collective. */
#ifndef TC_COMM_ACCESS_SHARED_POINTER_H
#define TC_COMM_ACCESS_SHARED_POINTER_H

#include <stddef.h>

#include "comm/world/world.h"
#include "count/distribution.h"

/* Whose an element is: this rank's; another one's of the node, or of another node by what is counted as one,
 * in memory that is shared; or in memory that is not. */
typedef enum tc_affinity {
  TC_AFFINITY_OWN,
  TC_AFFINITY_NODE,
  TC_AFFINITY_VIRTUAL_REMOTE,
  TC_AFFINITY_REMOTE,
  TC_AFFINITIES
} tc_affinity;

/* kin[ranks]: of each rank's elements. */
void tc_affinity_fill(const tc_world *world, uint8_t *kin);

/* Of one thread. */
typedef struct tc_shared_pointer {
  const tc_distribution *distribution;
  double *const *node_pointer;  /* [ranks] where a rank's piece lies; NULL where memory is not shared */
  const uint8_t *affinity;      /* [ranks] */
  int64_t count[TC_AFFINITIES]; /* accesses so far, by kin */
} tc_shared_pointer;

/* Where element `index` lies in this process; NULL: in memory that is not shared, and has to be got from the
 * place that tc_distribution_locate says. */
double *tc_shared_pointer_address(tc_shared_pointer *pointer, tc_gid index);

/* Which of the own rows an element of own affinity is. */
int32_t tc_shared_pointer_local_row(tc_shared_pointer *pointer, tc_gid index);

#endif
