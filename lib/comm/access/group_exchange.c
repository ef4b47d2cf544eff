/* Group exchange with persistent two-sided messages. The creation allocates the buffers and initialises one
 * receive and one send per peer. A run starts all messages and waits for them. The tally of received values
 * reads the MPI statuses, so it is independent of the counts of the setup. */
#include "comm/access/group_exchange.h"

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "comm/memory/tally.h"

#define TC_PHASE "exchanging values in a group of ranks"

static int find_self(const tc_group_exchange_setup *plan) {
  int self = 0;
  while (plan->rank[self] != plan->world->rank) self++;
  return self;
}

/* In each step of the loop every rank sends to one peer and receives from one. No list of requests is needed,
 * so no allocation can fail on a single rank. */
tc_status tc_group_exchange_counts(const tc_group_exchange_setup *plan, const int32_t *mine,
                                   int32_t *theirs) {
  const int self = find_self(plan), peers = plan->peers;
  for (int step = 0; step < peers; step++) {
    const int to = (self + step) % peers, from = (self + peers - step) % peers;
    TC_TRY(TC_MPI(MPI_Sendrecv(&mine[to], 1, MPI_INT32_T, plan->rank[to], plan->tag, &theirs[from], 1,
                               MPI_INT32_T, plan->rank[from], plan->tag, plan->comm, MPI_STATUS_IGNORE)));
  }
  return TC_OK;
}

static tc_status compute_offsets(int peers, const int32_t *each, int32_t **from) {
  TC_TRY(TC_ALLOC(*from, peers + 1));
  (*from)[0] = 0;
  for (int p = 0; p < peers; p++) (*from)[p + 1] = (*from)[p] + each[p];
  return TC_OK;
}

static tc_status find_room(const tc_group_exchange_setup *plan, tc_group_exchange *round) {
  const int peers = plan->peers;
  TC_TRY(compute_offsets(peers, plan->send_count, &round->sent_from));
  TC_TRY(compute_offsets(peers, plan->receive_count, &round->received_from));
  if (!plan->inbox) TC_TRY(TC_ALLOC_ZERO(round->own_inbox, (size_t)round->received_from[peers] + 1));
  if (!plan->same) TC_TRY(TC_ALLOC_ZERO(round->own_outbox, round->sent_from[peers]));
  round->inbox = plan->inbox ? plan->inbox : round->own_inbox;
  round->outbox = plan->same ? round->inbox + round->received_from[round->self] : round->own_outbox;
  TC_TRY(TC_ALLOC(round->status, 2 * peers));
  return TC_ALLOC(round->request, 2 * peers);
}

static int32_t segment_length(const int32_t *from, int peer) { return from[peer + 1] - from[peer]; }

static tc_status create_messages(tc_group_exchange *round) {
  const tc_group_exchange_setup *plan = &round->plan;
  MPI_Request *request = round->request;
  for (int p = 0; p < 2 * plan->peers; p++) request[p] = MPI_REQUEST_NULL;
  for (int p = 0; p < plan->peers; p++)
    if (p != round->self)
      TC_TRY(TC_MPI(MPI_Recv_init(round->inbox + round->received_from[p],
                                  segment_length(round->received_from, p), MPI_DOUBLE, plan->rank[p],
                                  plan->tag, plan->comm, request++)));
  for (int p = 0; p < plan->peers; p++)
    if (p != round->self)
      TC_TRY(
          TC_MPI(MPI_Send_init(tc_group_exchange_send_buffer(round, p), segment_length(round->sent_from, p),
                               MPI_DOUBLE, plan->rank[p], plan->tag, plan->comm, request++)));
  return TC_OK;
}

tc_status tc_group_exchange_create(const tc_group_exchange_setup *plan, tc_group_exchange **out) {
  tc_group_exchange *round = NULL;
  tc_status status = TC_OK;
  TC_TRY(TC_ALLOC_ZERO(round, 1));
  round->plan = *plan;
  round->self = find_self(plan);
  TC_GUARD(status, find_room(plan, round));
  TC_GUARD(status, create_messages(round));
  *out = round;
  return TC_OK;
cleanup:
  tc_group_exchange_destroy(&round);
  return status;
}

void tc_group_exchange_destroy(tc_group_exchange **out) {
  tc_group_exchange *round = *out;
  if (!round) return;
  for (int m = 0; round->request && m < 2 * round->plan.peers; m++)
    if (round->request[m] != MPI_REQUEST_NULL) MPI_Request_free(&round->request[m]);
  tc_free(round->request);
  tc_free(round->status);
  tc_free(round->own_inbox);
  tc_free(round->own_outbox);
  tc_free(round->sent_from);
  tc_free(round->received_from);
  tc_free(round);
  *out = NULL;
}

static void count_sent(const tc_group_exchange *round, tc_ledger *ledger) {
  for (int p = 0; p < round->plan.peers; p++)
    if (p != round->self)
      tc_tally_sent(round->plan.world, round->plan.rank[p], segment_length(round->sent_from, p), ledger);
}

/* Adds the numbers of received values, which the MPI statuses contain, to the ledger. */
static tc_status count_received(const tc_group_exchange *round, tc_ledger *ledger) {
  for (int m = 0; m < round->plan.peers - 1; m++) {
    int values;
    TC_TRY(TC_MPI(MPI_Get_count(&round->status[m], MPI_DOUBLE, &values)));
    tc_tally_received(round->plan.world, round->status[m].MPI_SOURCE, values, ledger);
  }
  return TC_OK;
}

tc_status tc_group_exchange_run(tc_group_exchange *round, tc_ledger *ledger) {
  const int messages = 2 * (round->plan.peers - 1);
  double now = tc_now_s();
  TC_TRY(TC_MPI(MPI_Startall(messages, round->request)));
  now = tc_ledger_add_time(ledger, TC_PHASE_transfer, now);
  TC_TRY(TC_MPI(MPI_Waitall(messages, round->request, round->status)));
  tc_ledger_add_time(ledger, TC_PHASE_wait, now);
  count_sent(round, ledger);
  return count_received(round, ledger);
}
