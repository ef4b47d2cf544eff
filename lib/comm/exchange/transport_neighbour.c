/* Two-sided messages between halo peers, created once as persistent requests and started in each exchange.
 * Ghosts are numbered by owner, so each message is received in place, without a copy, unpacking or a barrier.
 * A rank waits only for its peers, and it cannot be more than one exchange ahead of a peer. */
#include "base/core/memory.h"
#include "base/core/timer.h"
#include "comm/exchange/transport.h"
#include "comm/memory/pack.h"
#include "comm/memory/tally.h"
#include "comm/world/mpi_world.h"
#include "count/count_exchange.h"

#define TC_PHASE "exchanging values"

typedef struct neighbour {
  const tc_halo *halo;
  tc_world *world;
  MPI_Comm comm; /* duplicate of the communicator; errors abort the run, because peers that wait for a message
                    of this rank cannot be notified */
  double *outbox;         /* send buffer: [send_begin[peers]] packed values */
  int vectors;            /* number of vectors in the arena whose ghosts are filled */
  int received, messages; /* messages that an exchange receives; those that it receives or sends */
  MPI_Request *request;   /* [vectors][messages] persistent requests: receives, then sends */
  MPI_Status *status;     /* [messages] statuses of the messages of one exchange */
} neighbour;

static int count_runs(const tc_halo *halo, const int32_t *from) {
  int runs = 0;
  for (int p = 0; p < halo->peers; p++) runs += from[p + 1] > from[p];
  return runs;
}

/* Creates the persistent requests of one vector `into`: receives into its ghosts, and sends from the send
 * buffer. */
static tc_status create_messages(const neighbour *self, const tc_vector *into, MPI_Request *request) {
  const tc_halo *halo = self->halo;
  double *const ghost = into->value + into->owned;
  for (int p = 0; p < halo->peers; p++) {
    const int in = halo->recv_begin[p + 1] - halo->recv_begin[p];
    if (in > 0)
      TC_TRY(TC_MPI(MPI_Recv_init(ghost + halo->recv_begin[p], in, MPI_DOUBLE, halo->peer[p], 0, self->comm,
                                  request++)));
  }
  for (int p = 0; p < halo->peers; p++) {
    const int out = halo->send_begin[p + 1] - halo->send_begin[p];
    if (out > 0)
      TC_TRY(TC_MPI(MPI_Send_init(self->outbox + halo->send_begin[p], out, MPI_DOUBLE, halo->peer[p], 0,
                                  self->comm, request++)));
  }
  return TC_OK;
}

static tc_status prepare_requests(neighbour *self, const tc_arena *into) {
  self->received = count_runs(self->halo, self->halo->recv_begin);
  self->messages = self->received + count_runs(self->halo, self->halo->send_begin);
  TC_TRY(TC_ALLOC(self->status, self->messages));
  TC_TRY(TC_ALLOC(self->outbox, self->halo->send_begin[self->halo->peers]));
  TC_TRY(TC_ALLOC(self->request, into->vectors * self->messages));
  for (int i = 0; i < into->vectors * self->messages; i++) self->request[i] = MPI_REQUEST_NULL;
  self->vectors = into->vectors;
  for (int v = 0; v < into->vectors; v++)
    TC_TRY(create_messages(self, &into->vector[v], self->request + v * self->messages));
  return TC_OK;
}

static void destroy_neighbour(void *context) {
  neighbour *self = context;
  if (!self) return;
  for (int i = 0; i < self->vectors * self->messages; i++)
    if (self->request[i] != MPI_REQUEST_NULL) MPI_Request_free(&self->request[i]);
  if (self->comm != MPI_COMM_NULL) MPI_Comm_free(&self->comm);
  tc_free(self->request);
  tc_free(self->status);
  tc_free(self->outbox);
  tc_free(self);
}

static tc_status create_neighbour(const tc_transport_setup *route, void **context) {
  neighbour *self = NULL;
  tc_status status = TC_OK;
  TC_TRY(TC_WORLD_ALLOC(route->world, self, 1));
  self->halo = route->halo;
  self->world = route->world;
  self->comm = MPI_COMM_NULL;
  TC_GUARD(status, TC_MPI(MPI_Comm_dup(tc_world_comm(route->world), &self->comm)));
  TC_GUARD(status, tc_world_agree(route->world, prepare_requests(self, route->into)));
  *context = self;
  return TC_OK;
cleanup:
  destroy_neighbour(self);
  return status;
}

static void count_sent(const neighbour *self, tc_ledger *ledger) {
  const tc_halo *halo = self->halo;
  for (int p = 0; p < halo->peers; p++) {
    const int32_t values = halo->send_begin[p + 1] - halo->send_begin[p];
    if (values > 0) tc_tally_sent(self->world, halo->peer[p], values, ledger);
  }
}

static tc_status begin_neighbour(void *context, const tc_vector *x, const tc_vector *into,
                                 tc_ledger *ledger) {
  const neighbour *self = context;
  const double packed = tc_pack(self->halo, x, self->outbox, ledger);
  TC_TRY(TC_MPI(MPI_Startall(self->messages, self->request + into->index * self->messages)));
  count_sent(self, ledger);
  tc_ledger_add_time(ledger, TC_PHASE_transfer, packed);
  return TC_OK;
}

/* Adds the numbers of received values to the ledger. They come from the MPI statuses, not from the lists of
 * the halo, so that the tally is independent. */
static tc_status count_received(const neighbour *self, tc_ledger *ledger) {
  for (int m = 0; m < self->received; m++) {
    int values;
    TC_TRY(TC_MPI(MPI_Get_count(&self->status[m], MPI_DOUBLE, &values)));
    tc_tally_received(self->world, self->status[m].MPI_SOURCE, values, ledger);
  }
  return TC_OK;
}

static tc_status end_neighbour(void *context, const tc_vector *x, const tc_vector *into, tc_ledger *ledger) {
  const neighbour *self = context;
  (void)x;
  const double now = tc_now_s();
  TC_TRY(TC_MPI(MPI_Waitall(self->messages, self->request + into->index * self->messages, self->status)));
  tc_ledger_add_time(ledger, TC_PHASE_wait, now);
  return count_received(self, ledger);
}

static tc_status count_neighbour(const tc_pattern *pattern, const tc_distribution *distribution,
                                 const int *node_of_rank, int rank, tc_counts *out) {
  TC_TRY(tc_count_unique(pattern, distribution, node_of_rank, rank, out));
  out->barriers = 0;
  return TC_OK;
}

const tc_transport tc_transport_neighbour = {
    .name = "neighbour",
    .summary = "one two-sided message per pair of ranks, received in place: no copy, no barrier",
    .schedule = TC_SCHEDULE(TC_STAGE(pack), TC_STAGE_TWO_SIDED, TC_SYNC(NEIGHBOURS), TC_STAGE(compute)),
    .create = create_neighbour,
    .destroy = destroy_neighbour,
    .begin = begin_neighbour,
    .end = end_neighbour,
    .count = count_neighbour,
};
