/* Arrays that all ranks reach, dealt out as UPC does: blocks of elements round robin, or all of them to one
 * rank. How an access goes, and what it costs, is the layer's (shared_access.h). */
#ifndef TC_PGAS_SHARED_ARRAY_H
#define TC_PGAS_SHARED_ARRAY_H

#include "comm/access/shared_pointer.h"
#include "comm/memory/window.h"

typedef struct tc_shared_array {
  const tc_world *world;         /* borrowed */
  tc_distribution *distribution; /* cyclic */
  tc_window *window;
  double **node_pointer;  /* [ranks] the pieces of the node, by what is counted as one; NULL: far */
  uint8_t *affinity;      /* [ranks] a tc_affinity */
  double last_mpi_call_s; /* when this rank was last known to be in MPI */
} tc_shared_array;

/* Collective: zeros. block: elements of a block; 0: indefinite, all belong to rank 0. Errors on all ranks:
 * TC_USAGE when a rank would own 2^31 or more, those of tc_window_create, TC_INTERNAL out of memory. */
tc_status tc_shared_array_create(const tc_world *world, int64_t elements, int32_t block,
                                 tc_shared_array **out);
void tc_shared_array_destroy(tc_shared_array **array); /* collective */

/* The rank that an element has affinity to: of upc_forall. */
static inline int32_t tc_shared_array_owner(const tc_shared_array *array, int64_t index) {
  return tc_distribution_locate(array->distribution, index).rank;
}

/* Not collective. To be called now and then by who computes without far accesses: others may wait for this
 * rank to serve theirs (comm/access/epoch.h). Enters MPI when the last time is longer ago than a far access
 * takes.
 */
void tc_shared_array_progress(tc_shared_array *array);

#endif
