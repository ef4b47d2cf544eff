#include "comm/access/group_exchange.h"

#include "base/core/timer.h"

tc_status tc_group_exchange_counts(const tc_group_exchange_setup *setup, int32_t *send_count,
                                   int32_t *receive_count) {
  return tc_neighbour_exchange_run_once(setup->world, sizeof *send_count,
                                        (tc_neighbour_segments){setup->peers, setup->rank,
                                                                .element = send_count},
                                        (tc_neighbour_segments){setup->peers, setup->rank,
                                                                .element = receive_count});
}

static tc_status compute_offsets(tc_pool *memory, int peers, const int32_t *count, int32_t **begin) {
  TC_TRY(TC_POOL_ARRAY(memory, *begin, peers + 1));
  (*begin)[0] = 0;
  for (int p = 0; p < peers; p++) (*begin)[p + 1] = (*begin)[p] + count[p];
  return TC_OK;
}

static tc_status alloc_buffers(const tc_group_exchange_setup *setup, tc_group_exchange *group) {
  const int peers = setup->peers;
  while (setup->rank[group->self] != setup->world->rank) group->self++;
  TC_TRY(compute_offsets(&group->memory, peers, setup->send_count, &group->send_begin));
  TC_TRY(compute_offsets(&group->memory, peers, setup->receive_count, &group->receive_begin));
  group->sends_same = setup->sends_same;
  group->inbox = setup->inbox;
  if (!setup->inbox)
    TC_TRY(TC_POOL_ARRAY_ZERO(&group->memory, group->inbox, (size_t)group->receive_begin[peers] + 1));
  group->outbox = group->inbox + group->receive_begin[group->self];
  if (!setup->sends_same) TC_TRY(TC_POOL_ARRAY_ZERO(&group->memory, group->outbox, group->send_begin[peers]));
  return TC_OK;
}

static tc_status create_messages(const tc_group_exchange_setup *setup, tc_group_exchange *group) {
  return tc_neighbour_exchange_create(setup->world, sizeof(double),
                                      &(tc_neighbour_segments){setup->peers, setup->rank, group->send_begin,
                                                               group->outbox, true, setup->sends_same},
                                      &(tc_neighbour_segments){setup->peers, setup->rank,
                                                               group->receive_begin, group->inbox, true,
                                                               false},
                                      &group->exchange);
}

tc_status tc_group_exchange_create(const tc_group_exchange_setup *setup, tc_group_exchange **out) {
  tc_group_exchange *group = NULL;
  TC_TRY(TC_WORLD_ALLOC(setup->world, group, 1));
  tc_status status = alloc_buffers(setup, group);
  if (!status) status = create_messages(setup, group);
  TC_RETURN_CREATED(tc_world_agree(setup->world, status), group, tc_group_exchange_destroy(&group), out);
}

void tc_group_exchange_destroy(tc_group_exchange **out) {
  if (*out) tc_neighbour_exchange_destroy(&(*out)->exchange);
  TC_POOL_DESTROY_OWNER(out);
}

tc_status tc_group_exchange_run(const tc_group_exchange *group, tc_ledger *ledger) {
  double now = tc_now_s();
  TC_TRY(tc_neighbour_exchange_begin(group->exchange, &now, ledger));
  return tc_neighbour_exchange_end(group->exchange, &now, ledger);
}
