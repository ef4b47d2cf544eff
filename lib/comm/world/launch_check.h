/* Compares the number of processes of the launcher with the number of ranks of MPI. If MPI does not support
 * the launcher (srun with a wrong --mpi, mpirun of another MPI), MPI starts each process as a separate run
 * with one rank. The programs call tc_launch_check after they have created the world. */
#ifndef TC_COMM_WORLD_LAUNCH_CHECK_H
#define TC_COMM_WORLD_LAUNCH_CHECK_H

#include "comm/world/world.h"

/* Collective. Compares the number of processes that the launcher started with the number of ranks. Errors (on
 * all ranks): TC_USAGE if the launcher started more processes than MPI has ranks. */
tc_status tc_launch_check(const tc_world *world);

/* Not collective. Returns true on the one process of a launch that prints messages, which is usually rank 0.
 * If tc_launch_check rejects a launch, every process is rank 0 of a separate run, and only the first process
 * of the launcher prints. */
bool tc_launch_prints(const tc_world *world);

#endif
