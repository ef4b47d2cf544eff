#include "run/crowd.h"

#include <omp.h>
#include <unistd.h>

bool tc_crowd_is(const tc_world *world) {
  const int threads = omp_get_max_threads();
  return threads > omp_get_num_procs() || (long)world->near_ranks * threads > sysconf(_SC_NPROCESSORS_ONLN);
}

void tc_crowd_tell(const tc_world *world, const tc_log *log) {
  if (tc_crowd_is(world) && omp_get_max_threads() > 1)
    tc_log_warn(log,
                "%d rank%s x %d threads share cores, which can slow every step a hundred times: take "
                "fewer, or set OMP_WAIT_POLICY=passive and mpirun --mca mpi_yield_when_idle 1",
                world->ranks, world->ranks == 1 ? "" : "s", omp_get_max_threads());
}
