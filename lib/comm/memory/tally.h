/* Notes what moves, where it moves, into a ledger (NULL: nobody wants to know). What is local and what is
 * remote is decided here, by nodes as they are counted, which may be imagined. Nothing is collective. */
#ifndef TC_COMM_MEMORY_TALLY_H
#define TC_COMM_MEMORY_TALLY_H

#include "base/ledger/ledger.h"
#include "comm/world/world.h"

/* Whether a rank is on this rank's node. */
static inline bool tc_tally_is_local(const tc_world *world, int rank) {
  return world->node_of_rank[rank] == world->node;
}

/* One value read by itself; `rank` is another one. For inner loops: several threads count apart. */
static inline void tc_tally_single(const tc_world *world, int rank, tc_counts *count) {
  const bool local = tc_tally_is_local(world, rank);
  count->local_individual += local;
  count->remote_individual += !local;
}

/* A message of so many values to a rank; one that came from it; a block fetched from it. */
void tc_tally_sent(const tc_world *world, int rank, int64_t values, tc_ledger *ledger);
void tc_tally_received(const tc_world *world, int rank, int64_t values, tc_ledger *ledger);
void tc_tally_block(const tc_world *world, int rank, int64_t values, tc_ledger *ledger);

#endif
