/* A round of messages: each of some ranks sends a piece to each of them, itself included. Two-sided, made
 * once and run every time. Empty pieces are sent too: so who sends what needs no list that others would have
 * to know, and no rank is more than one round ahead of another.
 *
 * What a rank sends to itself is written where it is received: tc_group_exchange_send_buffer. */
#ifndef TC_COMM_ACCESS_GROUP_EXCHANGE_H
#define TC_COMM_ACCESS_GROUP_EXCHANGE_H

#include "base/ledger/ledger.h"
#include "comm/world/world.h"

typedef struct tc_group_exchange_setup {
  const tc_world *world; /* borrowed */
  MPI_Comm comm; /* of the same ranks; its errors end the job: one rank alone cannot tell those that wait */
  int tag;       /* of this round alone */
  int peers;
  const int *rank;                           /* [peers] borrowed; this rank is among them */
  const int32_t *send_count, *receive_count; /* [peers] values; of `same` all that are sent are as many */
  bool same;                                 /* everybody gets the same piece */
  double *inbox; /* where pieces arrive, the caller's; NULL: in memory of the round */
} tc_group_exchange_setup;

typedef struct tc_group_exchange {
  tc_group_exchange_setup plan; /* without sent, received, inbox */
  int self;                     /* this rank among the peers */
  int32_t *sent_from;           /* [peers+1] */
  int32_t *received_from;       /* [peers+1] */
  double *inbox;                /* [received_from[peers]] the pieces in the order of the peers */
  double *outbox;               /* [sent_from[peers]] likewise; of `same` the own piece of the inbox */
  double *own_inbox;            /* what is to be freed */
  double *own_outbox;
  MPI_Request *request; /* [2 (peers-1)] persistent: those that come, then those that go */
  MPI_Status *status;
} tc_group_exchange;

/* Collective over the peers: tells each of them a number. Errors end the job. */
tc_status tc_group_exchange_counts(const tc_group_exchange_setup *plan, const int32_t *mine, int32_t *theirs);

/* Not collective. The memory of the round has room for one value more than arrives, and is zero. Errors:
 * TC_INTERNAL out of memory. */
tc_status tc_group_exchange_create(const tc_group_exchange_setup *plan, tc_group_exchange **out);
void tc_group_exchange_destroy(tc_group_exchange **round);

/* Where the piece for a peer is to be written. */
static inline double *tc_group_exchange_send_buffer(const tc_group_exchange *round, int peer) {
  return peer == round->self ? round->inbox + round->received_from[peer]
                             : round->outbox + (round->plan.same ? 0 : round->sent_from[peer]);
}

/* Collective over the peers: when it returns, the pieces have arrived, and targets may be written again.
 * Seconds and what moved are added to the ledger (NULL: nobody wants to know). Errors end the job. */
tc_status tc_group_exchange_run(tc_group_exchange *round, tc_ledger *ledger);

#endif
