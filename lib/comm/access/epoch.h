/* Access epoch of the accesses naive, fine and batched: the interval in which ranks read x of other ranks. x
 * is in a window that all ranks can read. A barrier before the product ensures that x is complete, and after
 * a second barrier at the end of the product x may be overwritten.
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

/* Minimum interval in seconds between MPI calls that only provide progress. It is about the time of one
 * remote read, so a rank that reads from a computing rank waits only a little longer than without its
 * computation. */
#define TC_ACCESS_EPOCH_PROGRESS_S 20e-6

/* Access epoch of one product. Only the thread that may call MPI uses it. */
typedef struct tc_access_epoch {
  const tc_arena *arena;
  const tc_vector *x;
  tc_ledger *ledger;
  bool spans_nodes;       /* true if not all ranks share memory, so that some values are read with MPI */
  double ready_s;         /* time at which the barrier before the product ended */
  double last_mpi_call_s; /* time of this rank's last MPI call */
  double mpi_gap_s;       /* longest time between two MPI calls so far, in seconds */
  double waited_s;        /* seconds spent waiting for values of other ranks */
} tc_access_epoch;

/* Collective. Begins the epoch with a barrier, after which all ranks may read x. x is a vector of the arena,
 * which is in windows. All functions of the epoch add their seconds and counts to the ledger. */
tc_status tc_access_epoch_begin(const tc_arena *arena, const tc_vector *x, tc_ledger *ledger,
                                tc_access_epoch *epoch);

/* Provides progress for other ranks: calls MPI if the last MPI call was more than TC_ACCESS_EPOCH_PROGRESS_S
 * seconds ago. Otherwise it only reads the clock. */
void tc_access_epoch_progress(tc_access_epoch *epoch);

/* Stores in *into the value of x at `location`, whose rank does not share memory with this one. The value is
 * complete on return. */
tc_status tc_access_epoch_load(tc_access_epoch *access, tc_location location, double *into);

/* tc_access_epoch_get_begin starts to get the values of x at location[values], which other ranks own, and
 * stores them in into[values]. tc_access_epoch_get_end waits until all gets from the ranks owner[owners] are
 * complete. The values are valid after it has been called for all their owners. */
tc_status tc_access_epoch_get_begin(tc_access_epoch *epoch, int64_t values, const tc_location *location,
                                    double *into);
tc_status tc_access_epoch_get_end(tc_access_epoch *epoch, int64_t owners, const int32_t *owner);

/* Collective. Ends the epoch with a barrier, after which x may be overwritten. The ledger receives the time
 * spent waiting for values as phase `transfer` and the remaining time between the barriers as phase
 * `compute`. */
tc_status tc_access_epoch_end(tc_access_epoch *epoch);

#endif
