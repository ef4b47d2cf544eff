/* Group exchange: each rank of a group sends one segment to every rank of the group, itself included. The
 * block column scatter distribution (bcs.c) creates four group exchanges during setup, one for each round of
 * messages of a product, and runs them in each product. Messages are two-sided and persistent. Empty segments
 * are sent too. All ranks therefore know the messages without a list, and no rank can be more than one run of
 * the exchange ahead of another. The segment that a rank sends to itself is written directly to its receive
 * buffer (tc_group_exchange_send_buffer). */
#ifndef TC_COMM_ACCESS_GROUP_EXCHANGE_H
#define TC_COMM_ACCESS_GROUP_EXCHANGE_H

#include "base/ledger/ledger.h"
#include "comm/world/mpi_world.h"

typedef struct tc_group_exchange_setup {
  const tc_world *world; /* borrowed */
  MPI_Comm comm; /* communicator of the world's ranks; its errors end the run, because peers that wait cannot
                    be notified */
  int tag;       /* message tag that no other exchange on `comm` uses */
  int peers;     /* number of ranks in the group, including this one */
  const int *rank; /* [peers] ranks of the group, borrowed */
  /* [peers] numbers of values to send to each peer, and to receive from it; borrowed. If `same` is true, all
   * entries of send_count are equal. */
  const int32_t *send_count, *receive_count;
  bool same;     /* true if this rank sends the same segment to all peers */
  double *inbox; /* receive buffer, borrowed; if NULL, the exchange allocates it */
} tc_group_exchange_setup;

typedef struct tc_group_exchange {
  /* Copy of the setup. Its send_count, receive_count and inbox are not used after the creation. */
  tc_group_exchange_setup plan;
  int self;               /* index of this rank among the peers */
  int32_t *sent_from;     /* [peers+1] start of each segment to send */
  int32_t *received_from; /* [peers+1] start of each received segment */
  double *inbox;          /* [received_from[peers]] received segments in the order of the peers */
  double *outbox; /* [sent_from[peers]] segments to send; if `same` is true, this is the rank's own segment of
                     the inbox */
  double *own_inbox;    /* receive buffer if the exchange allocated it; NULL if it is borrowed */
  double *own_outbox;   /* send buffer if the exchange allocated it; otherwise NULL */
  MPI_Request *request; /* [2 (peers-1)] persistent requests: receives, then sends */
  MPI_Status *status;   /* statuses of the requests, in the same order */
} tc_group_exchange;

/* Collective over the peers. Exchanges one number with each peer: sends mine[p] to peer p and returns in
 * theirs[p] the number that peer p has sent. Errors end the run. */
tc_status tc_group_exchange_counts(const tc_group_exchange_setup *plan, const int32_t *mine, int32_t *theirs);

/* Not collective. Creates the exchange. If the exchange allocates the receive buffer, the buffer has one
 * value more than is received, and all its values are initially zero. Errors: TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_group_exchange_create(const tc_group_exchange_setup *plan, tc_group_exchange **out);
void tc_group_exchange_destroy(tc_group_exchange **round);

/* Returns the address of the segment that is sent to a peer. The caller fills the segment before each run. */
static inline double *tc_group_exchange_send_buffer(const tc_group_exchange *round, int peer) {
  return peer == round->self ? round->inbox + round->received_from[peer]
                             : round->outbox + (round->plan.same ? 0 : round->sent_from[peer]);
}

/* Collective over the peers. Sends all segments to the peers and receives theirs. On return the received
 * segments are complete, and the segments to send may be overwritten. Adds seconds and the tally to the
 * ledger, which may be NULL. Errors end the run. */
tc_status tc_group_exchange_run(tc_group_exchange *round, tc_ledger *ledger);

#endif
