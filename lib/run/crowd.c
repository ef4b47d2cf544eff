#include "run/crowd.h"

#include <omp.h>
#include <stdlib.h>
#include <strings.h>
#include <unistd.h>

bool tc_crowd_is(const tc_world *world) {
  const int threads = omp_get_max_threads();
  return threads > omp_get_num_procs() || (long)world->near_ranks * threads > sysconf(_SC_NPROCESSORS_ONLN);
}

static bool is_set(const char *variable, const char *value) {
  const char *set = getenv(variable);
  return set && strcasecmp(set, value) == 0;
}

void tc_crowd_tell(const tc_world *world, const tc_log *log) {
  const bool threads_yield = is_set("OMP_WAIT_POLICY", "passive"),
             ranks_yield = world->ranks == 1 || is_set("OMPI_MCA_mpi_yield_when_idle", "1");
  if (!tc_crowd_is(world) || omp_get_max_threads() == 1 || (threads_yield && ranks_yield)) return;
  tc_log_warn(log,
              "%d rank%s x %d threads share cores, which can slow every step a hundred times: take fewer, or "
              "set %s%s%s",
              world->ranks, world->ranks == 1 ? "" : "s", omp_get_max_threads(),
              threads_yield ? "" : "OMP_WAIT_POLICY=passive", threads_yield || ranks_yield ? "" : " and ",
              ranks_yield ? "" : "mpirun --mca mpi_yield_when_idle 1");
}
