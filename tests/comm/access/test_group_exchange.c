#include "comm/access/group_exchange.h"

#include <stdlib.h>

#include "support/expect.h"
#include "support/parallel.h"

/* Number of values that rank `from` sends to rank `to`, between 0 and 3. */
static int32_t length(int from, int to) { return (3 * from + 5 * to) % 4; }
static double value(int from, int to, int32_t i, int turn) {
  return 1000.0 * from + 100.0 * to + 10.0 * turn + i;
}

/* Returns the rank of peer p. Peers are not in the order of the ranks. */
static int get_peer(const tc_world *world, int p) { return (p + 1) % world->ranks; }

typedef struct scene {
  tc_group_exchange_setup plan;
  int peer[64];
  int32_t sent[64], received[64];
} scene;

static void scene_make(const tc_world *world, scene *s) {
  cr_assert_leq(world->ranks, 64);
  s->plan = (tc_group_exchange_setup){.world = world, .peers = world->ranks, .rank = s->peer};
  for (int p = 0; p < world->ranks; p++) {
    s->peer[p] = get_peer(world, p);
    s->sent[p] = length(world->rank, s->peer[p]);
  }
  expect_ok(tc_group_exchange_counts(&s->plan, s->sent, s->received));
  for (int p = 0; p < world->ranks; p++) cr_assert_eq(s->received[p], length(s->peer[p], world->rank));
  s->plan.send_count = s->sent;
  s->plan.receive_count = s->received;
}

static void expect_run(tc_group_exchange *round, const scene *s, int me, int turn, tc_ledger *ledger) {
  for (int p = 0; p < s->plan.peers; p++)
    for (int32_t i = 0; i < s->sent[p]; i++)
      tc_group_exchange_send_buffer(round, p)[i] = value(me, s->peer[p], i, turn);
  expect_ok(tc_group_exchange_run(round, ledger));
  for (int p = 0; p < s->plan.peers; p++)
    for (int32_t i = 0; i < s->received[p]; i++)
      cr_assert_eq(round->inbox[round->receive_begin[p] + i], value(s->peer[p], me, i, turn));
}

ParallelTest(round, pieces_arrive_again_and_again) {
  scene s;
  tc_group_exchange *round = NULL;
  tc_ledger ledger = {0};
  int64_t out = 0, in = 0;
  scene_make(world, &s);
  expect_ok(tc_group_exchange_create(&s.plan, &round));
  for (int turn = 0; turn < 5; turn++) expect_run(round, &s, world->rank, turn, turn ? &ledger : NULL);
  for (int p = 0; p < world->ranks; p++) {
    out += s.peer[p] == world->rank ? 0 : s.sent[p];
    in += s.peer[p] == world->rank ? 0 : s.received[p];
  }
  cr_assert_eq(round->inbox[round->receive_begin[world->ranks]], 0.0, "a zero follows the received values");
  cr_assert_eq(ledger.count.local_messages + ledger.count.remote_messages, 4 * (world->ranks - 1));
  cr_assert_eq(ledger.count.local_values_out + ledger.count.remote_values_out, 4 * out);
  cr_assert_eq(ledger.count.local_values + ledger.count.remote_values, 4 * in);
  tc_group_exchange_destroy(&round);
}

/* All peers receive the same values, so the plan has one segment. The rank writes its values directly to
 * its segment of the receive buffer, so the exchange does not copy them. */
ParallelTest(round, the_same_for_all) {
  scene s;
  tc_group_exchange *round = NULL;
  double room[64 * 4] = {0};
  scene_make(world, &s);
  for (int p = 0; p < world->ranks; p++) {
    s.sent[p] = 1 + world->rank % 3;
    s.received[p] = 1 + s.peer[p] % 3;
  }
  s.plan.sends_same = true;
  s.plan.inbox = room;
  expect_ok(tc_group_exchange_create(&s.plan, &round));
  for (int32_t i = 0; i < s.sent[0]; i++)
    tc_group_exchange_send_buffer(round, round->self)[i] = value(world->rank, 0, i, 0);
  expect_ok(tc_group_exchange_run(round, NULL));
  for (int p = 0, at = 0; p < world->ranks; p++)
    for (int32_t i = 0; i < s.received[p]; i++, at++) cr_assert_eq(room[at], value(s.peer[p], 0, i, 0));
  tc_group_exchange_destroy(&round);
  cr_assert_null(round);
}
