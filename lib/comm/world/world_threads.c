#include "comm/world/world_threads.h"

#include "comm/world/mpi_world.h"

static tc_status choose_threads(int requested, int *threads) {
  int level;
  *threads = requested;
  if (!requested) TC_TRY(tc_thread_count_from_environment(threads));
  if (!*threads) *threads = 1;
  MPI_Query_thread(&level);
  if (*threads > 1 && level < MPI_THREAD_FUNNELED)
    return tc_status_create(TC_USAGE,
                            "MPI is initialised for one thread per rank only, but %d are configured: set one "
                            "thread, or initialise MPI with MPI_THREAD_FUNNELED",
                            *threads);
  return tc_thread_count_set(*threads);
}

tc_status tc_world_set_threads(const tc_world *world, int requested) {
  int threads;
  TC_TRY(tc_world_agree(world, choose_threads(requested, &threads)));
  double range[2] = {threads, -threads};
  TC_TRY(tc_world_max(world, range, 2));
  if (range[0] == -range[1]) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "OMP_NUM_THREADS differs between ranks (%.0f to %.0f): set it to one value on all "
                          "ranks or set threads in the config",
                          -range[1], range[0]);
}
