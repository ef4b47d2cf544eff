/* Shared arrays: arrays whose elements all ranks access, distributed as in UPC. Blocks of elements are
 * distributed round robin, or all elements belong to one rank. The program finegrain and calibration create
 * them in a window. Layers (shared_access.h) define how an access is performed. */
#ifndef TC_PGAS_SHARED_ARRAY_H
#define TC_PGAS_SHARED_ARRAY_H

#include "comm/access/shared_pointer.h"
#include "comm/memory/window.h"

typedef struct tc_shared_array {
  const tc_world *world;         /* borrowed */
  tc_distribution *distribution; /* cyclic distribution of the elements */
  tc_window *window;
  double **
      node_pointer; /* [ranks] segments of ranks on the same node as counted; NULL for ranks of other nodes */
  uint8_t *affinity;      /* [ranks] tc_affinity of each rank's elements */
  double last_mpi_call_s; /* time of the last MPI call of tc_shared_array_progress */
} tc_shared_array;

/* Collective. Creates an array of zeros. `block` is the number of elements per block; 0 stands for a single
 * block, which rank 0 owns. Errors (on all ranks): TC_USAGE if a rank would own 2^31 elements or more; those
 * of tc_window_create; TC_INTERNAL if memory is exhausted. */
tc_status tc_shared_array_create(const tc_world *world, int64_t elements, int32_t block,
                                 tc_shared_array **out);
void tc_shared_array_destroy(tc_shared_array **array); /* collective */

/* Returns the rank to which an element has affinity, as for upc_forall. */
static inline int32_t tc_shared_array_owner(const tc_shared_array *array, int64_t index) {
  return tc_distribution_locate(array->distribution, index).rank;
}

/* Not collective. Programs that compute for long without remote accesses call it regularly, because other
 * ranks may wait for the progress of this rank (comm/access/epoch.h). It calls MPI if its last call was more
 * than TC_ACCESS_EPOCH_PROGRESS_S ago. */
void tc_shared_array_progress(tc_shared_array *array);

#endif
