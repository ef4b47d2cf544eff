/* Neighbour exchange with persistent requests. The creation initialises one request per message. The requests
 * of receives are stored before those of sends, because tc_neighbour_exchange_end reads only the statuses of
 * receives. Elements of 8 bytes are sent as MPI_DOUBLE, and other elements as an MPI datatype of their size,
 * so a message may have up to 2^31 - 1 elements. */
#include "comm/layout/neighbour_exchange.h"

#include <string.h>

#include "base/core/memory.h"
#include "base/core/pool.h"
#include "comm/world/mpi_world.h"
#include "comm/world/tally.h"

#define TC_PHASE "exchanging values between ranks"

enum { tag = 2 }; /* MPI tag of all messages of neighbour exchanges */

typedef struct message {
  int rank;         /* rank of the peer */
  int32_t elements; /* number of elements in the message */
} message;

struct tc_neighbour_exchange {
  const tc_world *world; /* borrowed */
  size_t size;           /* bytes of an element */
  MPI_Datatype type;     /* MPI_DOUBLE, or a datatype created by create_type */
  int receives;          /* number of messages to receive */
  int messages;          /* number of all messages, received and sent */
  message *message;      /* [messages] peer and length of each message, in the order of request[] */
  MPI_Request *request;  /* [messages] persistent requests: receives, then sends */
  MPI_Status *status;    /* [messages] statuses of the last exchange */
  tc_pool memory;        /* owns the arrays of this struct */
};

static int32_t segment_begin(const tc_neighbour_segments *s, int p) {
  return s->begin ? s->begin[p] - s->begin[0] : p;
}

static tc_status create_messages(tc_neighbour_exchange *x, const tc_neighbour_segments *s, bool receives) {
  const MPI_Comm comm = tc_world_comm(x->world);
  for (int p = 0; p < s->peers; p++) {
    const int32_t first = segment_begin(s, p), length = segment_begin(s, p + 1) - first;
    if (s->is_group ? s->peer[p] == x->world->rank : length == 0) continue;
    char *const first_element = (char *)s->element + (s->is_same ? 0 : (size_t)first * x->size);
    MPI_Request *const request = &x->request[x->messages];
    *request = MPI_REQUEST_NULL;
    x->message[x->messages++] = (message){s->peer[p], length};
    TC_TRY(TC_MPI(x->world,
                  receives ? MPI_Recv_init(first_element, length, x->type, s->peer[p], tag, comm, request)
                           : MPI_Send_init(first_element, length, x->type, s->peer[p], tag, comm, request)));
  }
  return TC_OK;
}

static tc_status create_type(const tc_world *world, size_t size, MPI_Datatype *type) {
  *type = MPI_DOUBLE;
  if (size == sizeof(double)) return TC_OK;
  TC_TRY(TC_MPI(world, MPI_Type_contiguous((int)size, MPI_BYTE, type)));
  return TC_MPI(world, MPI_Type_commit(type));
}

tc_status tc_neighbour_exchange_create(const tc_world *world, size_t size, const tc_neighbour_segments *send,
                                       const tc_neighbour_segments *receive, tc_neighbour_exchange **out) {
  const int messages_max = send->peers + receive->peers;
  tc_neighbour_exchange *x = NULL;
  TC_TRY(TC_ALLOC_ZERO(x, 1));
  x->world = world;
  x->size = size;
  tc_status status = create_type(world, size, &x->type);
  if (!status) status = TC_POOL_ARRAY(&x->memory, x->message, messages_max);
  if (!status) status = TC_POOL_ARRAY(&x->memory, x->request, messages_max);
  if (!status) status = TC_POOL_ARRAY(&x->memory, x->status, messages_max);
  if (!status) status = create_messages(x, receive, true);
  x->receives = x->messages;
  if (!status) status = create_messages(x, send, false);
  TC_RETURN_CREATED(status, x, tc_neighbour_exchange_destroy(&x), out);
}

void tc_neighbour_exchange_destroy(tc_neighbour_exchange **exchange) {
  tc_neighbour_exchange *x = *exchange;
  if (!x) return;
  const bool is_broken = x->world->mpi->is_broken;
  for (int m = 0; m < x->messages && !is_broken; m++)
    if (x->request[m] != MPI_REQUEST_NULL) MPI_Request_free(&x->request[m]);
  if (x->type != MPI_DOUBLE && !is_broken) MPI_Type_free(&x->type);
  TC_POOL_DESTROY_OWNER(exchange);
}

static int64_t count_values(const tc_neighbour_exchange *x, int elements) {
  return elements * (int64_t)(x->size / sizeof(double));
}

tc_status tc_neighbour_exchange_begin(const tc_neighbour_exchange *x, double *now, tc_ledger *ledger) {
  TC_TRY(TC_MPI(x->world, MPI_Startall(x->messages, x->request)));
  for (int m = x->receives; m < x->messages; m++)
    tc_tally_sent(x->world, x->message[m].rank, count_values(x, x->message[m].elements), ledger);
  *now = tc_ledger_add_time(ledger, TC_PHASE_transfer, *now);
  return TC_OK;
}

tc_status tc_neighbour_exchange_end(const tc_neighbour_exchange *x, double *now, tc_ledger *ledger) {
  TC_TRY(TC_MPI(x->world, MPI_Waitall(x->messages, x->request, x->status)));
  *now = tc_ledger_add_time(ledger, TC_PHASE_wait, *now);
  for (int m = 0; m < x->receives; m++) {
    int elements;
    TC_TRY(TC_MPI(x->world, MPI_Get_count(&x->status[m], x->type, &elements)));
    tc_tally_received(x->world, x->status[m].MPI_SOURCE, count_values(x, elements), ledger);
  }
  return TC_OK;
}

tc_status tc_neighbour_exchange_run_once(const tc_world *world, size_t size, tc_neighbour_segments send,
                                         tc_neighbour_segments receive) {
  tc_neighbour_exchange *x = NULL;
  double now = 0.0;
  tc_status status = tc_world_agree(world, tc_neighbour_exchange_create(world, size, &send, &receive, &x));
  if (!status) status = tc_neighbour_exchange_begin(x, &now, NULL);
  if (!status) status = tc_neighbour_exchange_end(x, &now, NULL);
  tc_neighbour_exchange_destroy(&x);
  return status;
}

static tc_status compare_lengths(const tc_neighbour_segments *receive, const int32_t *sent) {
  for (int p = 0; p < receive->peers; p++) {
    const int32_t expected = receive->begin[p + 1] - receive->begin[p];
    if (sent[p] != expected)
      return tc_status_create(TC_INTERNAL,
                              "rank %d sends %d elements, but %d are expected: please report this as a bug",
                              receive->peer[p], (int)sent[p], (int)expected);
  }
  return TC_OK;
}

tc_status tc_neighbour_segments_check(const tc_world *world, tc_neighbour_segments send,
                                      tc_neighbour_segments receive) {
  int32_t *length = NULL;
  TC_TRY(TC_WORLD_ALLOC(world, length, send.peers + receive.peers));
  int32_t *const sent = length + send.peers;
  for (int p = 0; p < send.peers; p++) length[p] = send.begin[p + 1] - send.begin[p];
  tc_status status =
      tc_neighbour_exchange_run_once(world, sizeof *length,
                                     (tc_neighbour_segments){send.peers, send.peer, .element = length},
                                     (tc_neighbour_segments){receive.peers, receive.peer, .element = sent});
  if (!status) status = tc_world_agree(world, compare_lengths(&receive, sent));
  tc_free(length);
  return status;
}

tc_status tc_neighbour_exchange_ghosts(const tc_world *world, const tc_halo *halo, size_t size, void *array) {
  const int32_t sends = halo->send_begin[halo->peers];
  char *const value = array, *outbox = NULL;
  TC_TRY(tc_world_alloc(world, (size_t)sends, size, "outbox", &outbox));
  for (int32_t i = 0; i < sends; i++)
    memcpy(outbox + (size_t)i * size, value + (size_t)halo->send_index[i] * size, size);
  const tc_status status =
      tc_neighbour_exchange_run_once(world, size, tc_halo_segments(halo, halo->send_begin, outbox),
                                     tc_halo_segments(halo, halo->recv_begin,
                                                      value + (size_t)halo->owned * size));
  tc_free(outbox);
  return status;
}
