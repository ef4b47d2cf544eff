/* Sparse exchange with the protocol NBX. find_senders announces the length of each list with a synchronous
 * send, and a non-blocking barrier detects that all announcements have been received. Each rank then knows
 * its senders and allocates their lists, which a neighbour exchange transfers. */
#include "comm/layout/sparse_exchange.h"

#include <stdlib.h>

#include "base/containers/array.h"
#include "base/core/memory.h"
#include "comm/world/mpi_world.h"

#define TC_PHASE "exchanging lists of required cells"

enum { announce = 10 }; /* MPI tag of announcements */

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
    TC_TRY(TC_MPI(world, MPI_Iprobe(MPI_ANY_SOURCE, announce, tc_world_comm(world), &arrived, &status)));
    if (!arrived) continue;
    TC_TRY(TC_MPI(world, MPI_Recv(&length, 1, MPI_INT32_T, status.MPI_SOURCE, announce, tc_world_comm(world),
                                  &status)));
    record_sender(s, status.MPI_SOURCE, length);
  }
  return TC_OK;
}

/* Announces the lists of this rank to their receivers, and receives the announcements of other ranks. When
 * the peers of a rank have received all its announcements, the rank enters the non-blocking barrier and
 * continues to receive. When the barrier completes, no announcement is pending on any rank. */
static tc_status find_senders(const tc_world *world, const tc_sparse_exchange *sent, int32_t *length,
                              MPI_Request *request, senders *s) {
  MPI_Request barrier = MPI_REQUEST_NULL;
  for (int p = 0; p < sent->peers; p++) {
    length[p] = sent->begin[p + 1] - sent->begin[p];
    TC_TRY(TC_MPI(world, MPI_Issend(&length[p], 1, MPI_INT32_T, sent->peer[p], announce, tc_world_comm(world),
                                    &request[p])));
  }
  for (int heard = 0, over = 0; !over;) {
    TC_TRY(receive_announcements(world, s));
    if (heard) {
      TC_TRY(TC_MPI(world, MPI_Test(&barrier, &over, MPI_STATUS_IGNORE)));
      continue;
    }
    TC_TRY(TC_MPI(world, MPI_Testall(sent->peers, request, &heard, MPI_STATUSES_IGNORE)));
    if (heard) TC_TRY(TC_MPI(world, MPI_Ibarrier(tc_world_comm(world), &barrier)));
  }
  return TC_OK;
}

static int by_rank(const void *a, const void *b) {
  const sender *x = a, *y = b;
  return (x->rank > y->rank) - (x->rank < y->rank);
}

static tc_status too_long(void) {
  return tc_status_create(TC_INTERNAL, "other ranks send 2^31 numbers or more to one rank: use more ranks");
}

static tc_status alloc_received(senders *s, tc_sparse_exchange *got) {
  got->peers = s->list.count;
  TC_TRY(TC_ALLOC(got->peer, s->list.count));
  TC_TRY(TC_ALLOC(got->begin, s->list.count + 1));
  TC_ARRAY_SORT(&s->list, by_rank);
  got->begin[0] = 0;
  for (int p = 0; p < s->list.count; p++) {
    if (s->list.item[p].length > INT32_MAX - got->begin[p]) return too_long();
    got->peer[p] = s->list.item[p].rank;
    got->begin[p + 1] = got->begin[p] + s->list.item[p].length;
  }
  return TC_ALLOC(got->number, got->begin[s->list.count]);
}

tc_neighbour_segments tc_sparse_exchange_segments(const tc_sparse_exchange *lists, void *element) {
  return (tc_neighbour_segments){lists->peers, lists->peer, lists->begin, element, false, false};
}

tc_status tc_sparse_exchange_run(const tc_world *world, const tc_sparse_exchange *sent,
                                 tc_sparse_exchange *out) {
  tc_sparse_exchange got = {0};
  senders s = {0};
  int32_t *length = NULL;
  MPI_Request *request = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_WORLD_ALLOC(world, length, sent->peers));
  TC_GUARD(status, TC_WORLD_ALLOC(world, request, sent->peers));
  TC_GUARD(status, find_senders(world, sent, length, request, &s));
  TC_GUARD(status, tc_world_agree(world, s.failure ? s.failure : alloc_received(&s, &got)));
  TC_GUARD(status, tc_neighbour_exchange_once(world, sizeof *got.number,
                                              tc_sparse_exchange_segments(sent, sent->number),
                                              tc_sparse_exchange_segments(&got, got.number)));
  *out = got;
  got = (tc_sparse_exchange){0};
cleanup:
  tc_sparse_exchange_free(&got);
  TC_ARRAY_FREE(&s.list);
  tc_free(length);
  tc_free(request);
  return status;
}

void tc_sparse_exchange_free(tc_sparse_exchange *mail) {
  tc_free(mail->peer);
  tc_free(mail->begin);
  tc_free(mail->number);
  *mail = (tc_sparse_exchange){0};
}
