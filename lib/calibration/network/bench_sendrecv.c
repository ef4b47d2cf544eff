#include "calibration/network/network_benches.h"

#include "base/core/memory.h"
#include "comm/world/mpi_world.h"

#define TC_PHASE "measuring messages"

typedef struct ring_messages {
  const tc_world *world;
  MPI_Comm ring;
  double *sent, *received;
  MPI_Request request[2];
} ring_messages;

static tc_status exchange_messages(void *context) {
  ring_messages *m = context;
  TC_TRY(TC_MPI(m->world, MPI_Startall(2, m->request)));
  // NOLINTNEXTLINE(clang-analyzer-optin.mpi.MPI-Checker): it does not detect persistent requests
  return TC_MPI(m->world, MPI_Waitall(2, m->request, MPI_STATUSES_IGNORE));
}

/* Creates the communicator of this node's ranks or, if `across_nodes` is true, of all ranks: the first rank
 * of each node, then the second rank of each node, and so on.
 */
static tc_status create_ring(const tc_world *world, bool across_nodes, MPI_Comm *ring) {
  const int group = world->shm_group_of_rank[world->rank];
  const int key = across_nodes ? world->shm_rank * world->shm_groups + group : world->shm_rank;
  return TC_MPI(world, MPI_Comm_split(tc_world_comm(world), across_nodes ? 0 : group, key, ring));
}

static tc_status create_messages(ring_messages *m, int count) {
  int rank, ranks;
  MPI_Comm_rank(m->ring, &rank);
  MPI_Comm_size(m->ring, &ranks);
  TC_TRY(TC_ALLOC_ZERO(m->sent, count));
  TC_TRY(TC_ALLOC_ZERO(m->received, count));
  TC_TRY(TC_MPI(m->world, MPI_Recv_init(m->received, count, MPI_DOUBLE, (rank + ranks - 1) % ranks, 0,
                                        m->ring, &m->request[0])));
  return TC_MPI(m->world,
                MPI_Send_init(m->sent, count, MPI_DOUBLE, (rank + 1) % ranks, 0, m->ring, &m->request[1]));
}

tc_status tc_bench_sendrecv(tc_bench *bench, bool across_nodes, size_t bytes, tc_estimate *message_s) {
  ring_messages m = {.world = bench->world,
                     .ring = MPI_COMM_NULL,
                     .request = {MPI_REQUEST_NULL, MPI_REQUEST_NULL}};
  tc_status status = TC_OK;
  TC_GUARD(status, create_ring(bench->world, across_nodes, &m.ring));
  TC_GUARD(status, tc_world_agree(bench->world, create_messages(&m, (int)(bytes / sizeof(double)))));
  TC_GUARD(status, tc_bench_time(bench, exchange_messages, &m, message_s));
cleanup:
  for (int i = 0; i < 2; i++)
    if (m.request[i] != MPI_REQUEST_NULL) MPI_Request_free(&m.request[i]);
  if (m.ring != MPI_COMM_NULL && !m.world->mpi->is_broken) MPI_Comm_free(&m.ring);
  tc_free(m.sent);
  tc_free(m.received);
  return status;
}
