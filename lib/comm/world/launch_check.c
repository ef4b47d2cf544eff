#include "comm/world/launch_check.h"

#include <string.h>

#include "base/program/launcher.h"

/* Names in error messages: the MPI library of this build, the value of `srun --mpi` for this library, and the
 * library's launcher. */
#ifdef OPEN_MPI
static const char mpi[] = "Open MPI", srun[] = "pmix", mpirun[] = "mpirun";
#else
static const char mpi[] = "MPICH", srun[] = "pmi2", mpirun[] = "mpiexec";
#endif

static tc_status check_launch(const tc_world *world) {
  const tc_process_launch launch = tc_launcher_read();
  if (launch.processes <= world->ranks) return TC_OK;
  /* Example of the message: PMI_SIZE is 2, but MPI has 1 rank: the launcher does not suit Open MPI, so each
   * process .. */
  return tc_status_create(TC_USAGE,
                          "%s is %d, but MPI has %d rank%s: the launcher does not suit %s, so each process "
                          "would be a run of its own: start with srun --mpi=%s or with the %s of %s, or "
                          "unset %s if no launcher started this program",
                          launch.variable, launch.processes, world->ranks, world->ranks == 1 ? "" : "s", mpi,
                          srun, mpirun, mpi, launch.variable);
}

tc_status tc_launch_check(const tc_world *world) { return tc_world_agree(world, check_launch(world)); }

bool tc_launch_prints(const tc_world *world) {
  const tc_process_launch launch = tc_launcher_read();
  return world->rank == 0 && (launch.processes <= world->ranks || launch.is_first);
}
