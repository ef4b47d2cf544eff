#include "comm/world/tally.h"

void tc_tally_sent(const tc_world *world, int rank, int64_t values, tc_ledger *ledger) {
  if (!ledger) return;
  tc_counts *c = &ledger->count;
  const bool local = tc_tally_is_local(world, rank);
  *(local ? &c->local_messages : &c->remote_messages) += 1;
  *(local ? &c->local_values_out : &c->remote_values_out) += values;
  tc_ledger_add_values(ledger, TC_PHASE_transfer, values);
}

void tc_tally_received(const tc_world *world, int rank, int64_t values, tc_ledger *ledger) {
  if (!ledger) return;
  *(tc_tally_is_local(world, rank) ? &ledger->count.local_values : &ledger->count.remote_values) += values;
}

void tc_tally_block(const tc_world *world, int rank, int64_t values, tc_ledger *ledger) {
  if (!ledger) return;
  tc_counts *c = &ledger->count;
  const bool local = tc_tally_is_local(world, rank);
  *(local ? &c->local_blocks : &c->remote_blocks) += 1;
  *(local ? &c->local_block_values : &c->remote_block_values) += values;
  tc_ledger_add_values(ledger, TC_PHASE_transfer, values);
}
