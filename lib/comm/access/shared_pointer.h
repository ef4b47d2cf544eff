/* Pointers-to-shared as compilers of UPC implement them: each access computes the owner and the local address
 * of an element from its global index. The functions are in a separate file, so that no caller can inline
 * them and hoist the computation out of its loops. Every access then has the same cost, as in the measurement
 * of pointer_s. The functions do not branch on the owner, because such a branch would cost more than the
 * access if owners are in random order. No function is collective. */
#ifndef TC_COMM_ACCESS_SHARED_POINTER_H
#define TC_COMM_ACCESS_SHARED_POINTER_H

#include <stddef.h>

#include "comm/world/world.h"
#include "count/distribution.h"

/* Affinity of an element: the owner of the element, as seen from this rank. Nodes are those of
 * tc_world.node_of_rank, which may be virtual. */
typedef enum tc_affinity {
  TC_AFFINITY_OWN,            /* this rank */
  TC_AFFINITY_NODE,           /* another rank of the same node that shares memory with this one */
  TC_AFFINITY_VIRTUAL_REMOTE, /* a rank of another node that shares memory with this one */
  TC_AFFINITY_REMOTE,         /* a rank that shares no memory with this one */
  TC_AFFINITIES
} tc_affinity;

/* Sets affinity[r] to the affinity of the elements that rank r owns, for every rank r of the world. */
void tc_affinity_fill(const tc_world *world, uint8_t *affinity);

/* Pointer-to-shared of one thread, which counts the accesses that the thread makes through it. */
typedef struct tc_shared_pointer {
  const tc_distribution *distribution;
  double *const *node_pointer;  /* [ranks] segment of each rank; NULL if its memory is not shared */
  const uint8_t *affinity;      /* [ranks] affinity of the elements of each rank */
  int64_t count[TC_AFFINITIES]; /* number of accesses so far, by affinity of the element */
} tc_shared_pointer;

/* Returns the address of an element in this process, and counts the access. Returns NULL if the memory of the
 * element is not shared with this rank. The caller then gets the value from the location that
 * tc_distribution_locate returns. */
double *tc_shared_pointer_address(tc_shared_pointer *pointer, tc_gid index);

/* Returns the local row of an element that this rank owns, and counts the access. */
int32_t tc_shared_pointer_local_row(tc_shared_pointer *pointer, tc_gid index);

#endif
