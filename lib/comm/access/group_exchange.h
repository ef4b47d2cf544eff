/* Group exchange: each rank of a group sends one segment to every rank of the group, itself included. The
 * block column scatter distribution (bcs.c) uses one group exchange for each round of messages of a product.
 * Messages are two-sided and persistent. Empty segments are sent too, so no rank can be more than one run of
 * the exchange ahead of another rank of the group. The segment that a rank sends to itself is written
 * directly to its receive buffer (tc_group_exchange_send_buffer). */
#ifndef TC_COMM_ACCESS_GROUP_EXCHANGE_H
#define TC_COMM_ACCESS_GROUP_EXCHANGE_H

#include "base/core/pool.h"
#include "comm/layout/neighbour_exchange.h"

typedef struct tc_group_exchange_setup {
  const tc_world *world; /* borrowed */
  int peers;             /* number of ranks in the group, including this one */
  const int *rank;       /* [peers] ranks of the group, borrowed */
  /* [peers] number of values to send to each peer and number of values to receive from each peer; borrowed.
   * If `sends_same` is true, all entries of send_count are equal. */
  const int32_t *send_count, *receive_count;
  bool sends_same; /* true if this rank sends the same segment to all peers */
  double *inbox;   /* receive buffer, borrowed; if NULL, the exchange allocates a buffer */
} tc_group_exchange_setup;

typedef struct tc_group_exchange {
  int self;               /* index of this rank among the peers */
  bool sends_same;        /* true if this rank sends the same segment to all peers */
  int32_t *send_begin;    /* [peers+1] start of each segment to send */
  int32_t *receive_begin; /* [peers+1] start of each received segment */
  double *inbox;          /* [receive_begin[peers]] received segments in the order of the peers */
  /* [send_begin[peers]] segments to send; if `sends_same` is true, `outbox` points to this rank's segment of
   * the receive buffer */
  double *outbox;
  tc_pool memory; /* owns the arrays of this struct, except a borrowed receive buffer */
  tc_neighbour_exchange *exchange;
} tc_group_exchange;

/* Collective over the world. Every rank of the world must be in exactly one group. Sends send_count[p] to
 * peer p, and returns in receive_count[p] the number that peer p has sent to this rank. Errors (on all
 * ranks): TC_INTERNAL. */
tc_status tc_group_exchange_counts(const tc_group_exchange_setup *setup, int32_t *send_count,
                                   int32_t *receive_count);

/* Collective over the world. Creates the exchange. If the exchange allocates the receive buffer, the buffer
 * has an additional value at its end. All values are initially zero, and runs never change the additional
 * value, so callers can use it as a zero. Errors (on all ranks): TC_INTERNAL if memory is exhausted. */
tc_status tc_group_exchange_create(const tc_group_exchange_setup *setup, tc_group_exchange **out);
void tc_group_exchange_destroy(tc_group_exchange **group);

/* Returns the address of the segment that is sent to a peer. The caller fills the segment before each run. */
static inline double *tc_group_exchange_send_buffer(const tc_group_exchange *group, int peer) {
  return peer == group->self ? group->inbox + group->receive_begin[peer]
                             : group->outbox + (group->sends_same ? 0 : group->send_begin[peer]);
}

/* Collective over the peers. Sends to each peer its segment and receives the segments of all peers. On return
 * the received segments are complete, and the segments to send may be overwritten. Adds the time and the
 * counted traffic to the ledger, which may be NULL. Failed MPI calls end the run
 * (comm/layout/neighbour_exchange.h). */
tc_status tc_group_exchange_run(const tc_group_exchange *group, tc_ledger *ledger);

#endif
