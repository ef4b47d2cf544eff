#include "comm/world/core_load.h"

#include "base/core/memory.h"
#include "comm/world/mpi_world.h"

#define TC_PHASE "finding the processors of all ranks"

/* Computes the load of this node from the CPUs that its ranks may use. rank[] is scratch space with one entry
 * for each rank of the node. */
static tc_status find_node_load(const tc_world *world, tc_rank_cpus *rank, tc_core_load *out) {
  tc_rank_cpus own;
  tc_rank_cpus_read(&own);
  TC_TRY(TC_MPI(world, MPI_Allgather(&own, (int)sizeof own, MPI_BYTE, rank, (int)sizeof own, MPI_BYTE,
                                     tc_world_node_comm(world))));
  *out = tc_core_load_compute(world->shm_ranks, rank);
  return TC_OK;
}

/* Collective. On entry, *load is the load of this rank's node. Replaces it by the largest load of any
 * node. */
static tc_status find_largest_load(const tc_world *world, tc_core_load *load) {
  struct {
    double value;
    int rank;
  } largest = {load->cores > 0.0 ? load->threads / load->cores : 0.0, world->rank};
  TC_TRY(TC_MPI(world,
                MPI_Allreduce(MPI_IN_PLACE, &largest, 1, MPI_DOUBLE_INT, MPI_MAXLOC, tc_world_comm(world))));
  return TC_MPI(world, MPI_Bcast(load, (int)sizeof *load, MPI_BYTE, largest.rank, tc_world_comm(world)));
}

tc_status tc_core_load_find(const tc_world *world, tc_core_load *out) {
  tc_rank_cpus *rank = NULL;
  TC_TRY(TC_WORLD_ALLOC(world, rank, world->shm_ranks));
  tc_status status = find_node_load(world, rank, out);
  tc_free(rank);
  TC_TRY(status);
  return find_largest_load(world, out);
}
