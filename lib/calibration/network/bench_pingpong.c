#include "calibration/network/network_benches.h"

#include "base/core/memory.h"
#include "calibration/network/remote_partner.h"
#include "comm/memory/window.h"
#include "comm/world/mpi_world.h"

#define TC_PHASE "measuring the network"

typedef struct pingpong {
  const tc_world *world;
  bool sends_first, is_active;
  int partner, count;
  double *data;
} pingpong;

static tc_status run_pingpong(void *context) {
  const pingpong *b = context;
  if (!b->is_active) return TC_OK;
  for (int direction = 0; direction < 2; direction++)
    if ((direction == 0) == b->sends_first)
      TC_TRY(
          TC_MPI(b->world, MPI_Send(b->data, b->count, MPI_DOUBLE, b->partner, 0, tc_world_comm(b->world))));
    else
      TC_TRY(TC_MPI(b->world, MPI_Recv(b->data, b->count, MPI_DOUBLE, b->partner, 0, tc_world_comm(b->world),
                                       MPI_STATUS_IGNORE)));
  return TC_OK;
}

static int first_rank_of_group(const tc_world *world, int group) {
  int rank = 0;
  while (world->shm_group_of_rank[rank] != group) rank++;
  return rank;
}

static pingpong init_pingpong(const tc_world *world) {
  const int group = world->shm_group_of_rank[world->rank], other = group ^ 1;
  pingpong b = {.world = world, .sends_first = group % 2 == 0};
  b.is_active = other < world->shm_groups && world->shm_rank == 0;
  if (b.is_active) b.partner = first_rank_of_group(world, other);
  return b;
}

tc_status tc_bench_pingpong(tc_bench *bench, size_t bytes, tc_estimate *Bps) {
  const tc_world *world = bench->world;
  pingpong b = init_pingpong(world);
  tc_status status = TC_OK;
  b.count = (int)(bytes / sizeof(double));
  TC_GUARD(status, tc_world_agree(world, TC_ALLOC_ZERO(b.data, b.count)));
  TC_GUARD(status, tc_bench_time_rate(bench, run_pingpong, &b, 2.0 * (double)bytes, Bps));
cleanup:
  tc_free(b.data);
  return status;
}

typedef struct segment_reads {
  tc_window *segment;
  int partner, count;
  double *received;
} segment_reads;

/* number of gets in progress at the same time, several as in a step of strategy `block` */
enum { concurrent_gets = 4 };

/* Gets values from a rank of another node and waits at a barrier. The measured time includes the barrier,
 * which runs need too, because a rank must call MPI until other ranks have read from it. */
static tc_status get_segments(void *context) {
  const segment_reads *e = context;
  for (int g = 0; g < concurrent_gets; g++)
    TC_TRY(tc_window_get(e->segment, e->partner, (int64_t)g * e->count, e->received + (int64_t)g * e->count,
                         e->count, NULL));
  TC_TRY(tc_window_flush(e->segment));
  return tc_window_barrier(e->segment, NULL);
}

tc_status tc_bench_exchange(tc_bench *bench, size_t bytes, tc_estimate *Bps) {
  const tc_world *world = bench->world;
  segment_reads e = {.partner = tc_remote_partner(world), .count = (int)(bytes / sizeof(double))};
  const double received_B = (double)bytes * concurrent_gets * world->max_shm_ranks;
  tc_status status = TC_OK;
  TC_GUARD(status, tc_world_agree(world, TC_ALLOC_ZERO(e.received, concurrent_gets * e.count)));
  TC_GUARD(status, tc_window_create(world, concurrent_gets * (int64_t)e.count, &e.segment));
  TC_GUARD(status, tc_bench_time_rate(bench, get_segments, &e, received_B, Bps));
cleanup:
  tc_window_destroy(&e.segment);
  tc_free(e.received);
  return status;
}
