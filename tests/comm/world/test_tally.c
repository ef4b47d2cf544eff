#include "comm/world/tally.h"

#include "support/parallel.h"

/* Two ranks form a node. With three ranks, the first two are local to each other, and the third is alone
 * on its node. */
ParallelTest(tally, local_and_remote) {
  tc_ledger ledger = {0};
  tc_world_set_ranks_per_node(world, 2);
  const int ranks = world->ranks, node = world->rank / 2;
  int local = 0;
  for (int r = 0; r < ranks; r++) {
    cr_assert_eq(tc_tally_is_local(world, r), r / 2 == node);
    local += r / 2 == node;
    tc_tally_sent(world, r, 10, &ledger);
    tc_tally_received(world, r, 100, &ledger);
    tc_tally_block(world, r, 1000, &ledger);
    tc_tally_single(world, r, &ledger.count);
  }
  const tc_counts wanted = {.local_messages = local,
                            .remote_messages = ranks - local,
                            .local_values_out = 10 * local,
                            .remote_values_out = 10 * (ranks - local),
                            .local_values = 100 * local,
                            .remote_values = 100 * (ranks - local),
                            .local_blocks = local,
                            .remote_blocks = ranks - local,
                            .local_block_values = 1000 * local,
                            .remote_block_values = 1000 * (ranks - local),
                            .local_individual = local,
                            .remote_individual = ranks - local};
  cr_assert_eq(ledger.bytes[TC_PHASE_transfer], 8.0 * (10 + 1000) * ranks, "what is sent or fetched");
  const int other = tc_counts_difference(&ledger.count, &wanted);
  cr_assert_eq(other, -1, "%s", tc_count_name(other < 0 ? 0 : other));
}

ParallelTest(tally, nobody_wants_to_know) {
  tc_tally_sent(world, 0, 1, NULL);
  tc_tally_received(world, 0, 1, NULL);
  tc_tally_block(world, 0, 1, NULL);
}
