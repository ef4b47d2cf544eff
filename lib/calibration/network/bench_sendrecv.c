#include "calibration/network/network_benches.h"

#include "base/core/memory.h"
#include "comm/world/mpi_world.h"

#define TC_PHASE "measuring messages"

typedef struct messages {
  const tc_world *world;
  MPI_Comm ring;
  double *out, *in;
  MPI_Request request[2];
} messages;

static tc_status swap_messages(void *context) {
  messages *m = context;
  TC_TRY(TC_MPI(m->world, MPI_Startall(2, m->request)));
  // NOLINTNEXTLINE(clang-analyzer-optin.mpi.MPI-Checker): it does not detect persistent requests
  return TC_MPI(m->world, MPI_Waitall(2, m->request, MPI_STATUSES_IGNORE));
}

/* Creates the communicator of a ring. If `far` is false, it contains the ranks of this node. Otherwise it
 * contains all ranks: the first rank of each node, then the second rank of each node, and so on. */
static tc_status choose_ring(const tc_world *world, bool far, MPI_Comm *ring) {
  const int group = world->shm_group_of_rank[world->rank];
  const int key = far ? world->shm_rank * world->shm_groups + group : world->shm_rank;
  return TC_MPI(world, MPI_Comm_split(tc_world_comm(world), far ? 0 : group, key, ring));
}

static tc_status create_messages(messages *m, int count) {
  int rank, ranks;
  MPI_Comm_rank(m->ring, &rank);
  MPI_Comm_size(m->ring, &ranks);
  TC_TRY(TC_ALLOC_ZERO(m->out, count));
  TC_TRY(TC_ALLOC_ZERO(m->in, count));
  TC_TRY(TC_MPI(m->world, MPI_Recv_init(m->in, count, MPI_DOUBLE, (rank + ranks - 1) % ranks, 0, m->ring,
                                        &m->request[0])));
  return TC_MPI(m->world,
                MPI_Send_init(m->out, count, MPI_DOUBLE, (rank + 1) % ranks, 0, m->ring, &m->request[1]));
}

tc_status tc_bench_sendrecv(tc_bench *bench, bool far, size_t bytes, tc_estimate *message_s) {
  messages m = {.world = bench->world,
                .ring = MPI_COMM_NULL,
                .request = {MPI_REQUEST_NULL, MPI_REQUEST_NULL}};
  tc_status status = TC_OK;
  TC_GUARD(status, choose_ring(bench->world, far, &m.ring));
  TC_GUARD(status, tc_world_agree(bench->world, create_messages(&m, (int)(bytes / sizeof(double)))));
  TC_GUARD(status, tc_bench_time(bench, swap_messages, &m, message_s));
cleanup:
  for (int i = 0; i < 2; i++)
    if (m.request[i] != MPI_REQUEST_NULL) MPI_Request_free(&m.request[i]);
  if (m.ring != MPI_COMM_NULL && !m.world->mpi->is_broken) MPI_Comm_free(&m.ring);
  tc_free(m.out);
  tc_free(m.in);
  return status;
}
