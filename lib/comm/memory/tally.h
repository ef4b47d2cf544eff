/* Tally: counts transferred values, messages and blocks in a ledger at the place where data move,
 * independently of the forecast counts. Windows, transports and accesses call it. No other module decides
 * what is local and what is remote. It follows the nodes that the world counts, which may be virtual. If the
 * ledger is NULL, nothing is counted. No function is collective. */
#ifndef TC_COMM_MEMORY_TALLY_H
#define TC_COMM_MEMORY_TALLY_H

#include "base/ledger/ledger.h"
#include "comm/world/world.h"

/* True if `rank` is on this rank's node. */
static inline bool tc_tally_is_local(const tc_world *world, int rank) {
  return world->node_of_rank[rank] == world->node;
}

/* Counts the read of a single value of another rank. Used in inner loops, so each thread has its own counts.
 */
static inline void tc_tally_single(const tc_world *world, int rank, tc_counts *count) {
  const bool local = tc_tally_is_local(world, rank);
  count->local_individual += local;
  count->remote_individual += !local;
}

/* Count a message of `values` values sent to a rank, a message received from it, and a block fetched from
 * it. */
void tc_tally_sent(const tc_world *world, int rank, int64_t values, tc_ledger *ledger);
void tc_tally_received(const tc_world *world, int rank, int64_t values, tc_ledger *ledger);
void tc_tally_block(const tc_world *world, int rank, int64_t values, tc_ledger *ledger);

#endif
