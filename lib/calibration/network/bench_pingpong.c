#include "calibration/network/network_benches.h"

#include "base/core/memory.h"
#include "calibration/network/remote_partner.h"
#include "comm/memory/window.h"
#include "comm/world/mpi_world.h"

#define TC_PHASE "measuring the network"

typedef struct ball {
  const tc_world *world;
  bool begins, plays;
  int partner, count;
  double *data;
} ball;

static tc_status run_ball(void *context) {
  const ball *b = context;
  if (!b->plays) return TC_OK;
  for (int turn = 0; turn < 2; turn++)
    if ((turn == 0) == b->begins)
      TC_TRY(
          TC_MPI(b->world, MPI_Send(b->data, b->count, MPI_DOUBLE, b->partner, 0, tc_world_comm(b->world))));
    else
      TC_TRY(TC_MPI(b->world, MPI_Recv(b->data, b->count, MPI_DOUBLE, b->partner, 0, tc_world_comm(b->world),
                                       MPI_STATUS_IGNORE)));
  return TC_OK;
}

/* Returns the first rank of a group of ranks that share memory. */
static int first_of(const tc_world *world, int group) {
  int rank = 0;
  while (world->shm_group_of_rank[rank] != group) rank++;
  return rank;
}

static ball choose_side(const tc_world *world) {
  const int group = world->shm_group_of_rank[world->rank], other = group ^ 1;
  ball b = {.world = world, .begins = group % 2 == 0};
  b.plays = other < world->shm_groups && world->shm_rank == 0;
  if (b.plays) b.partner = first_of(world, other);
  return b;
}

tc_status tc_bench_pingpong(tc_bench *bench, size_t bytes, tc_estimate *Bps) {
  const tc_world *world = bench->world;
  ball b = choose_side(world);
  tc_status status = TC_OK;
  b.count = (int)(bytes / sizeof(double));
  TC_GUARD(status, tc_world_agree(world, TC_ALLOC_ZERO(b.data, b.count)));
  TC_GUARD(status, tc_bench_time_rate(bench, run_ball, &b, 2.0 * (double)bytes, Bps));
cleanup:
  tc_free(b.data);
  return status;
}

typedef struct exchange {
  tc_window *piece;
  int partner, count;
  double *into;
} exchange;

/* number of gets in progress at the same time; a step of strategy block also has several */
enum { gets = 4 };

/* Gets values from a rank of another node and waits at a barrier. The measured time includes the barrier.
 * Runs have this barrier too, because a rank must keep calling MPI while other ranks read from it. */
static tc_status swap_values(void *context) {
  const exchange *e = context;
  for (int g = 0; g < gets; g++)
    TC_TRY(tc_window_get(e->piece, e->partner, (int64_t)g * e->count, e->into + (int64_t)g * e->count,
                         e->count, NULL));
  TC_TRY(tc_window_flush(e->piece));
  return tc_window_barrier(e->piece, NULL);
}

tc_status tc_bench_exchange(tc_bench *bench, size_t bytes, tc_estimate *Bps) {
  const tc_world *world = bench->world;
  exchange e = {.partner = tc_remote_partner(world), .count = (int)(bytes / sizeof(double))};
  const double received_B = (double)bytes * gets * world->max_shm_ranks;
  tc_status status = TC_OK;
  TC_GUARD(status, tc_world_agree(world, TC_ALLOC_ZERO(e.into, gets * e.count)));
  TC_GUARD(status, tc_window_create(world, gets * (int64_t)e.count, &e.piece));
  TC_GUARD(status, tc_bench_time_rate(bench, swap_values, &e, received_B, Bps));
cleanup:
  tc_window_destroy(&e.piece);
  tc_free(e.into);
  return status;
}
