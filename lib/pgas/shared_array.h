/* Shared arrays: arrays whose elements all ranks access, distributed as in UPC. Blocks of elements are
 * distributed round robin, or one rank owns all elements. The program finegrain and calibration create shared
 * arrays, which are stored in a window (comm/memory/window.h). Programs access elements through layers
 * (shared_access.h), which define how an access is performed. */
#ifndef TC_PGAS_SHARED_ARRAY_H
#define TC_PGAS_SHARED_ARRAY_H

#include "base/core/pool.h"
#include "comm/access/shared_pointer.h"
#include "comm/memory/window.h"

typedef struct tc_shared_array {
  const tc_world *world;         /* borrowed */
  tc_distribution *distribution; /* cyclic distribution of the elements */
  tc_window *window;
  /* [ranks] segment of each rank that is on the node of this rank (world->node_of_rank) and shares memory
   * with this rank; NULL for all other ranks */
  double **node_pointer;
  uint8_t *affinity;      /* [ranks] affinity (tc_affinity) of the elements that each rank owns */
  double last_mpi_call_s; /* clock time in s of the last MPI call of tc_shared_array_progress */
  tc_pool memory;         /* owns the arrays of this struct */
} tc_shared_array;

/* Collective. Creates an array of zeros. `block` is the number of elements per block. If `block` is 0, all
 * elements form a single block, which rank 0 owns. Errors (on all ranks): TC_USAGE if a rank would own 2^31
 * elements or more; those of tc_window_create; TC_INTERNAL if memory is exhausted. */
tc_status tc_shared_array_create(const tc_world *world, int64_t elements, int32_t block,
                                 tc_shared_array **out);
void tc_shared_array_destroy(tc_shared_array **array); /* Collective. Frees the array. */

/* Not collective. Calls MPI so that one-sided accesses of other ranks to elements of this rank make progress
 * (comm/access/epoch.h). Programs that compute for long without remote accesses call it regularly. The
 * function calls MPI only if its previous MPI call was more than TC_ACCESS_EPOCH_PROGRESS_S seconds ago. */
void tc_shared_array_progress(tc_shared_array *array);

#endif
