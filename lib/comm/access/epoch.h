/* What the ways to read while computing (naive, fine, batched) have in common: x lies where all ranks can
 * read it, a barrier before the multiply makes it complete, one after it lets it be overwritten, and in
 * between each rank serves those that read from it.
 *
 * Open MPI makes no progress by itself: a rank that reads from another node waits until the owner enters MPI.
 * So a long computation calls tc_access_epoch_progress every few rows. The longest time it stayed away is
 * measured and reported. */
#ifndef TC_COMM_ACCESS_EPOCH_H
#define TC_COMM_ACCESS_EPOCH_H

#include <stdbool.h>

#include "base/ledger/ledger.h"
#include "comm/memory/arena.h"
#include "count/distribution.h"

/* About what one remote read costs: nobody waits much longer for a rank that serves. */
#define TC_ACCESS_EPOCH_PROGRESS_S 20e-6

/* One multiply in progress on the thread that may call MPI. */
typedef struct tc_access_epoch {
  const tc_arena *arena;
  const tc_vector *x;
  tc_ledger *ledger;
  bool remote; /* somebody may read from another node */
  double ready_s;
  double last_mpi_call_s; /* when this rank was last in MPI */
  double mpi_gap_s;       /* longest time it was not */
  double waited_s;        /* for values */
} tc_access_epoch;

/* Collective. x: one of the arena, which lies in windows. What follows is noted in the ledger. */
tc_status tc_access_epoch_begin(const tc_arena *arena, const tc_vector *x, tc_ledger *ledger,
                                tc_access_epoch *epoch);

/* Enters MPI when the last time is longer ago than a remote read takes; otherwise a look at the clock. */
void tc_access_epoch_progress(tc_access_epoch *epoch);

/* One value of a rank that does not share memory, got and completed before it is used. */
tc_status tc_access_epoch_load(tc_access_epoch *access, tc_location place, double *into);

/* Starts to get some values of such ranks, or of any other ones, and completes all that was got from some
 * owners. */
tc_status tc_access_epoch_get_begin(tc_access_epoch *epoch, int64_t values, const tc_location *place,
                                    double *into);
tc_status tc_access_epoch_get_end(tc_access_epoch *epoch, int64_t owners, const int32_t *owner);

/* Collective. What was waited for values is transfer, the rest between the barriers compute. */
tc_status tc_access_epoch_end(tc_access_epoch *epoch);

#endif
