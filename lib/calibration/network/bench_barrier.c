#include "calibration/network/network_benches.h"

#include "base/numeric/dot.h"
#include "comm/world/mpi_world.h"

#define TC_PHASE "measuring barriers"

typedef struct barrier_context {
  const tc_world *world;
  MPI_Comm comm;
} barrier_context;

static tc_status run_reduction(void *context) {
  const barrier_context *b = context;
  int64_t limbs[2 * (TC_DOT_LIMBS + 1)] = {0};
  const int count = (int)(sizeof limbs / sizeof *limbs);
  return TC_MPI(b->world, MPI_Allreduce(MPI_IN_PLACE, limbs, count, MPI_INT64_T, MPI_SUM, b->comm));
}

static tc_status run_barrier(void *context) {
  const barrier_context *b = context;
  return TC_MPI(b->world, MPI_Barrier(b->comm));
}

static tc_status measure_barriers(tc_bench *bench, tc_bench_work *work, tc_estimate *node_s,
                                  tc_estimate *world_s) {
  const tc_world *world = bench->world;
  barrier_context node = {world, tc_world_node_comm(world)}, all_ranks = {world, tc_world_comm(world)};
  TC_TRY(tc_bench_time(bench, work, &node, node_s));
  return tc_bench_time(bench, work, &all_ranks, world_s);
}

tc_status tc_bench_barriers(tc_bench *bench, tc_estimate *node_s, tc_estimate *world_s) {
  return measure_barriers(bench, run_barrier, node_s, world_s);
}

tc_status tc_bench_reductions(tc_bench *bench, tc_estimate *node_s, tc_estimate *world_s) {
  return measure_barriers(bench, run_reduction, node_s, world_s);
}
