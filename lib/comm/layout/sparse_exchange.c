/* Sparse exchange with the protocol NBX. find_senders announces the length of each list with a synchronous
 * send, and a non-blocking barrier detects that all announcements have been received. Each rank then knows
 * its senders and allocates their lists, which a neighbour exchange transfers. */
#include "comm/layout/sparse_exchange.h"

#include <stdlib.h>

#include "base/containers/array.h"
#include "base/core/memory.h"
#include "comm/world/mpi_world.h"

#define TC_PHASE "exchanging lists of required cells"

enum { announce_tag = 10 }; /* MPI tag of announcements */

/* A rank that will send a list to this rank, and the length of the list. */
typedef struct sender {
  int rank;
  int32_t length;
} sender;

typedef struct senders {
  TC_ARRAY(sender) list;
  tc_status failure; /* first allocation failure; remaining announcements are still received */
} senders;

static void record_sender(senders *s, int rank, int32_t length) {
  if (!s->failure) s->failure = TC_ARRAY_ADD(&s->list, &(sender){rank, length});
}

/* Receives all announcements that have arrived so far, without waiting for more. */
static tc_status receive_announcements(const tc_world *world, senders *s) {
  int arrived = 1;
  MPI_Status status;
  int32_t length;
  while (arrived) {
    TC_TRY(TC_MPI(world, MPI_Iprobe(MPI_ANY_SOURCE, announce_tag, tc_world_comm(world), &arrived, &status)));
    if (!arrived) continue;
    TC_TRY(TC_MPI(world, MPI_Recv(&length, 1, MPI_INT32_T, status.MPI_SOURCE, announce_tag,
                                  tc_world_comm(world), &status)));
    record_sender(s, status.MPI_SOURCE, length);
  }
  return TC_OK;
}

/* Announces the lists of this rank to their receivers, and receives announcements. A rank starts the
 * non-blocking barrier when all its own announcements have been received. When the barrier is complete, no
 * announcement of any rank is pending. */
static tc_status find_senders(const tc_world *world, const tc_sparse_exchange *sent, int32_t *length,
                              MPI_Request *request, senders *s) {
  MPI_Request barrier = MPI_REQUEST_NULL;
  for (int p = 0; p < sent->peers; p++) {
    length[p] = sent->begin[p + 1] - sent->begin[p];
    TC_TRY(TC_MPI(world, MPI_Issend(&length[p], 1, MPI_INT32_T, sent->peer[p], announce_tag,
                                    tc_world_comm(world), &request[p])));
  }
  for (int is_acknowledged = 0, is_complete = 0; !is_complete;) {
    TC_TRY(receive_announcements(world, s));
    if (is_acknowledged) {
      TC_TRY(TC_MPI(world, MPI_Test(&barrier, &is_complete, MPI_STATUS_IGNORE)));
      continue;
    }
    TC_TRY(TC_MPI(world, MPI_Testall(sent->peers, request, &is_acknowledged, MPI_STATUSES_IGNORE)));
    if (is_acknowledged) TC_TRY(TC_MPI(world, MPI_Ibarrier(tc_world_comm(world), &barrier)));
  }
  return TC_OK;
}

static int compare_ranks(const void *a, const void *b) {
  const sender *x = a, *y = b;
  return (x->rank > y->rank) - (x->rank < y->rank);
}

static tc_status list_length_error(void) {
  return tc_status_create(TC_INTERNAL, "other ranks send 2^31 numbers or more to one rank: use more ranks");
}

static tc_status alloc_received(senders *s, tc_sparse_exchange *received) {
  received->peers = s->list.count;
  TC_TRY(TC_ALLOC(received->peer, s->list.count));
  TC_TRY(TC_ALLOC(received->begin, s->list.count + 1));
  TC_ARRAY_SORT(&s->list, compare_ranks);
  received->begin[0] = 0;
  for (int p = 0; p < s->list.count; p++) {
    if (s->list.item[p].length > INT32_MAX - received->begin[p]) return list_length_error();
    received->peer[p] = s->list.item[p].rank;
    received->begin[p + 1] = received->begin[p] + s->list.item[p].length;
  }
  return TC_ALLOC(received->number, received->begin[s->list.count]);
}

tc_neighbour_segments tc_sparse_exchange_segments(const tc_sparse_exchange *lists, void *element) {
  return (tc_neighbour_segments){lists->peers, lists->peer, lists->begin, element, false, false};
}

tc_status tc_sparse_exchange_run(const tc_world *world, const tc_sparse_exchange *sent,
                                 tc_sparse_exchange *out) {
  tc_sparse_exchange received = {0};
  senders s = {0};
  int32_t *length = NULL;
  MPI_Request *request = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_WORLD_ALLOC(world, length, sent->peers));
  TC_GUARD(status, TC_WORLD_ALLOC(world, request, sent->peers));
  TC_GUARD(status, find_senders(world, sent, length, request, &s));
  TC_GUARD(status, tc_world_agree(world, s.failure ? s.failure : alloc_received(&s, &received)));
  TC_GUARD(status, tc_neighbour_exchange_run_once(world, sizeof *received.number,
                                                  tc_sparse_exchange_segments(sent, sent->number),
                                                  tc_sparse_exchange_segments(&received, received.number)));
  *out = received;
  received = (tc_sparse_exchange){0};
cleanup:
  tc_sparse_exchange_free(&received);
  TC_ARRAY_FREE(&s.list);
  tc_free(length);
  tc_free(request);
  return status;
}

void tc_sparse_exchange_free(tc_sparse_exchange *lists) {
  tc_free(lists->peer);
  tc_free(lists->begin);
  tc_free(lists->number);
  *lists = (tc_sparse_exchange){0};
}
