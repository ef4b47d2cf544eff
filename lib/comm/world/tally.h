/* Tally: counts transferred values, messages and blocks in a ledger at the time of the transfer,
 * independently of the counts that lib/count computes for forecasts. In the transfer code, only this module
 * decides whether traffic is local or remote. It uses the nodes of tc_world.node_of_rank, which may be
 * virtual. If the ledger is NULL, the functions do nothing. No function is collective. */
#ifndef TC_COMM_WORLD_TALLY_H
#define TC_COMM_WORLD_TALLY_H

#include "base/ledger/ledger.h"
#include "comm/world/world.h"

/* True if `rank` is on the node of this rank; nodes are those of world->node_of_rank. */
static inline bool tc_tally_is_local(const tc_world *world, int rank) {
  return world->node_of_rank[rank] == world->node;
}

/* Counts the read of one value that rank `rank` owns, as local or remote, in *count. Each thread passes its
 * own counts, because inner loops of several threads call this function. */
static inline void tc_tally_single(const tc_world *world, int rank, tc_counts *count) {
  const bool local = tc_tally_is_local(world, rank);
  count->local_individual += local;
  count->remote_individual += !local;
}

/* Add `values` values to the ledger: tc_tally_sent as one message from this rank to `rank`, tc_tally_received
 * as values of a message from `rank`, and tc_tally_block as one block that this rank fetches from `rank`. */
void tc_tally_sent(const tc_world *world, int rank, int64_t values, tc_ledger *ledger);
void tc_tally_received(const tc_world *world, int rank, int64_t values, tc_ledger *ledger);
void tc_tally_block(const tc_world *world, int rank, int64_t values, tc_ledger *ledger);

#endif
