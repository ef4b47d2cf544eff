#include "machine/bench_barrier.h"

#define TC_PHASE "measuring barriers"

static tc_status meet(void *context) { return TC_MPI(MPI_Barrier(*(MPI_Comm *)context)); }

tc_status tc_bench_barriers(tc_bench *bench, tc_estimate *node_s, tc_estimate *world_s) {
  const tc_world *world = bench->world;
  MPI_Comm node = world->node_comm, all = world->comm;
  TC_TRY(tc_bench_time(bench, meet, &node, node_s));
  return tc_bench_time(bench, meet, &all, world_s);
}
