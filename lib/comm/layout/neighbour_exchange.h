/* Neighbour exchange: two-sided messages between ranks that know each other and the lengths of the messages.
 * Neighbour exchanges send the messages of transports, colour exchanges, the access bcs, the setup of halos
 * and adjoints, and the writers of binary files. Usage: create a neighbour exchange once for two lists of
 * segments, then call begin and end any number of times. Setup code that exchanges only once calls
 * tc_neighbour_exchange_run_once.
 *
 * Order: MPI matches the messages of two ranks in the order in which the ranks start them. All ranks must
 * therefore begin their exchanges in the same order.
 *
 * MPI errors: peers wait for the messages of this rank, so the ranks cannot agree on a failed MPI call with
 * tc_world_agree. Such an error is local (comm/world/mpi_error.h). MPI may still access the elements after
 * it, so they must not be freed. */
#ifndef TC_COMM_LAYOUT_NEIGHBOUR_EXCHANGE_H
#define TC_COMM_LAYOUT_NEIGHBOUR_EXCHANGE_H

#include "base/ledger/ledger.h"
#include "comm/layout/halo.h"

/* Elements to send to some ranks, or space for the elements to receive from them. */
typedef struct tc_neighbour_segments {
  int peers;
  const int *peer; /* [peers] rank of each peer */
  /* [peers+1] The segment of peer p consists of begin[p+1] - begin[p] elements and begins at element number
   * begin[p] - begin[0] of `element`. If `begin` is NULL, each peer has one element. */
  const int32_t *begin;
  void *element;
  /* True in a group exchange (comm/access/group_exchange.h). Empty segments are then sent too, and the
   * segment of this rank for itself is not sent. If false, a message is sent for each segment that is not
   * empty. */
  bool is_group;
  /* true if the first segment is sent to every peer; all segments must then have the same length */
  bool is_same;
} tc_neighbour_segments;

/* Returns the segments of `element` for the peers of a halo. `begin` is halo->send_begin for packed elements
 * to send, halo->recv_begin for ghosts, and NULL for one element per peer. */
static inline tc_neighbour_segments tc_halo_segments(const tc_halo *halo, const int32_t *begin,
                                                     void *element) {
  return (tc_neighbour_segments){halo->peers, halo->peer, begin, element, false, false};
}

typedef struct tc_neighbour_exchange tc_neighbour_exchange;

/* Not collective, but each peer must create the opposite messages. Creates the exchange of elements of `size`
 * bytes. Borrows the world and the elements; copies the lists. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_neighbour_exchange_create(const tc_world *world, size_t size, const tc_neighbour_segments *send,
                                       const tc_neighbour_segments *receive, tc_neighbour_exchange **out);
void tc_neighbour_exchange_destroy(tc_neighbour_exchange **exchange); /* not collective; accepts NULL */

/* Collective over the peers. begin starts all messages, and end waits for them. The elements to send must be
 * complete before begin and must not change before end returns. The received elements are complete after end.
 * No rank can be more than one exchange ahead of a peer with which it exchanges messages in both directions.
 *
 * `ledger` may be NULL, and must be NULL if elements do not consist of doubles. begin adds the time since
 * *now to the phase `transfer`, and end adds it to the phase `wait`. Both set *now to the current time and
 * count the transferred values. Received values are counted from the MPI statuses, independently of the
 * segments. */
tc_status tc_neighbour_exchange_begin(const tc_neighbour_exchange *exchange, double *now, tc_ledger *ledger);
tc_status tc_neighbour_exchange_end(const tc_neighbour_exchange *exchange, double *now, tc_ledger *ledger);

/* Collective over the world. Creates an exchange, runs it once and destroys it. Adds nothing to a ledger.
 * Errors (on all ranks): TC_INTERNAL if memory is exhausted. */
tc_status tc_neighbour_exchange_run_once(const tc_world *world, size_t size, tc_neighbour_segments send,
                                         tc_neighbour_segments receive);

/* Collective over the world. Checks that each peer sends the number of elements that this rank expects. The
 * numbers can differ if the ranks derive their segments from different data. Errors (on all ranks):
 * TC_INTERNAL. */
tc_status tc_neighbour_segments_check(const tc_world *world, tc_neighbour_segments send,
                                      tc_neighbour_segments receive);

/* Collective over the world. Sets the ghosts of array[owned + ghosts] to the elements of their owners.
 * Elements have `size` bytes. Errors are those of tc_neighbour_exchange_run_once. */
tc_status tc_neighbour_exchange_ghosts(const tc_world *world, const tc_halo *halo, size_t size, void *array);

#endif
