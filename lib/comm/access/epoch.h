/* Access epoch of the accesses naive, fine and batched. x is in a window that all ranks can read. A barrier
 * before the product makes x complete, and one after the product allows x to be overwritten. Between the two
 * barriers each rank provides progress for ranks that read its values.
 *
 * Open MPI makes no progress outside of MPI calls: a rank that reads from another node waits until the owner
 * calls MPI. Long computations therefore call tc_access_epoch_progress every few rows. The longest MPI gap is
 * measured and reported. */
#ifndef TC_COMM_ACCESS_EPOCH_H
#define TC_COMM_ACCESS_EPOCH_H

#include <stdbool.h>

#include "base/ledger/ledger.h"
#include "comm/memory/arena.h"
#include "count/distribution.h"

/* Interval between calls of MPI: about the time of one remote read, so that a reader waits only little longer
 * for a rank that computes. */
#define TC_ACCESS_EPOCH_PROGRESS_S 20e-6

/* One product in progress. Used by the thread that may call MPI. */
typedef struct tc_access_epoch {
  const tc_arena *arena;
  const tc_vector *x;
  tc_ledger *ledger;
  bool remote; /* true if ranks may read from another node */
  double ready_s;
  double last_mpi_call_s; /* time of this rank's last MPI call */
  double mpi_gap_s;       /* longest time between MPI calls */
  double waited_s;        /* time spent waiting for values */
} tc_access_epoch;

/* Collective. Begins the epoch with a barrier. x is a vector of the arena, which is in windows. The functions
 * below add their time and counts to the ledger. */
tc_status tc_access_epoch_begin(const tc_arena *arena, const tc_vector *x, tc_ledger *ledger,
                                tc_access_epoch *epoch);

/* Calls MPI if the last call was more than TC_ACCESS_EPOCH_PROGRESS_S ago. Otherwise it only reads the clock.
 */
void tc_access_epoch_progress(tc_access_epoch *epoch);

/* Loads one value of a rank that does not share memory with this one. The value is complete on return. */
tc_status tc_access_epoch_load(tc_access_epoch *access, tc_location place, double *into);

/* tc_access_epoch_get_begin starts to get values of any other ranks. The second function completes all gets
 * from the given owners. */
tc_status tc_access_epoch_get_begin(tc_access_epoch *epoch, int64_t values, const tc_location *place,
                                    double *into);
tc_status tc_access_epoch_get_end(tc_access_epoch *epoch, int64_t owners, const int32_t *owner);

/* Collective. Ends the epoch with a barrier. Time spent waiting for values counts as transfer, and the
 * remaining time between the barriers as compute. */
tc_status tc_access_epoch_end(tc_access_epoch *epoch);

#endif
