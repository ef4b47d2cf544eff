/* Two consecutive sweeps in one pass over the rows. The second sweep follows the first one as closely as
 * possible: each row waits only until the first sweep has computed the rows that it reads. If rows
 * are ordered such that neighbours have close numbers, the second sweep reads the matrix from the cache.
 * Slices that read rows of other threads or ghosts are computed at the end. The bits are those of two
 * separate passes. */
#ifndef TC_LINEAR_CYCLE_SWEEP_PAIR_H
#define TC_LINEAR_CYCLE_SWEEP_PAIR_H

#include "linear/cycle/level_exchange.h"
#include "linear/cycle/smoother.h"

typedef struct tc_sweep_stage {
  tc_sweep_kind kind;
  tc_sweep sweep;
} tc_sweep_stage;

/* Collective over the peers of the exchange. Called by all threads of a parallel region, or outside parallel
 * regions. The second stage reads the result of the first one, second.sweep.x = first.sweep.out, whose ghosts
 * it receives. It may overwrite the array first.sweep.x: the pattern is symmetric, so in the first sweep
 * element i was read only by the rows that row i reads, and these rows are complete. A barrier ends the
 * function. `status` is that of tc_level_exchange_run. */
void tc_sweep_pair_run(const tc_sliced_rows *rows, const tc_sweep_stage *first, const tc_sweep_stage *second,
                       tc_level_exchange *exchange, tc_status *status);

#endif
