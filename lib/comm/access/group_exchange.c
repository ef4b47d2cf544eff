#include "comm/access/group_exchange.h"

#include "base/core/timer.h"

tc_status tc_group_exchange_counts(const tc_group_exchange_setup *plan, int32_t *mine, int32_t *theirs) {
  return tc_neighbour_exchange_once(plan->world, sizeof *mine,
                                    (tc_neighbour_segments){plan->peers, plan->rank, .element = mine},
                                    (tc_neighbour_segments){plan->peers, plan->rank, .element = theirs});
}

static tc_status compute_offsets(tc_pool *memory, int peers, const int32_t *each, int32_t **from) {
  TC_TRY(TC_POOL_ARRAY(memory, *from, peers + 1));
  (*from)[0] = 0;
  for (int p = 0; p < peers; p++) (*from)[p + 1] = (*from)[p] + each[p];
  return TC_OK;
}

static tc_status find_room(const tc_group_exchange_setup *plan, tc_group_exchange *round) {
  const int peers = plan->peers;
  while (plan->rank[round->self] != plan->world->rank) round->self++;
  TC_TRY(compute_offsets(&round->memory, peers, plan->send_count, &round->sent_from));
  TC_TRY(compute_offsets(&round->memory, peers, plan->receive_count, &round->received_from));
  round->same = plan->same;
  round->inbox = plan->inbox;
  if (!plan->inbox)
    TC_TRY(TC_POOL_ARRAY_ZERO(&round->memory, round->inbox, (size_t)round->received_from[peers] + 1));
  round->outbox = round->inbox + round->received_from[round->self];
  if (!plan->same) TC_TRY(TC_POOL_ARRAY_ZERO(&round->memory, round->outbox, round->sent_from[peers]));
  return TC_OK;
}

static tc_status create_messages(const tc_group_exchange_setup *plan, tc_group_exchange *round) {
  return tc_neighbour_exchange_create(plan->world, sizeof(double),
                                      &(tc_neighbour_segments){plan->peers, plan->rank, round->sent_from,
                                                               round->outbox, true, plan->same},
                                      &(tc_neighbour_segments){plan->peers, plan->rank, round->received_from,
                                                               round->inbox, true, false},
                                      &round->exchange);
}

tc_status tc_group_exchange_create(const tc_group_exchange_setup *plan, tc_group_exchange **out) {
  tc_group_exchange *round = NULL;
  TC_TRY(TC_WORLD_ALLOC(plan->world, round, 1));
  tc_status status = find_room(plan, round);
  if (!status) status = create_messages(plan, round);
  TC_RETURN_CREATED(tc_world_agree(plan->world, status), round, tc_group_exchange_destroy(&round), out);
}

void tc_group_exchange_destroy(tc_group_exchange **out) {
  if (*out) tc_neighbour_exchange_destroy(&(*out)->exchange);
  TC_POOL_DESTROY_OWNER(out);
}

tc_status tc_group_exchange_run(const tc_group_exchange *round, tc_ledger *ledger) {
  double now = tc_now_s();
  TC_TRY(tc_neighbour_exchange_begin(round->exchange, &now, ledger));
  return tc_neighbour_exchange_end(round->exchange, &now, ledger);
}
