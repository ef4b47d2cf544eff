/* Compares the number of processes of the launcher and of MPI. With a launcher that MPI does not understand
 * (srun with a wrong --mpi, the mpirun of another MPI) each process is a run of its own on one rank. */
#ifndef TC_COMM_WORLD_LAUNCH_CHECK_H
#define TC_COMM_WORLD_LAUNCH_CHECK_H

#include "comm/world/world.h"

/* Collective. Errors on all ranks, TC_USAGE: the launcher started more processes than MPI has ranks. */
tc_status tc_launch_check(const tc_world *world);

/* True if messages of this rank 0 are to be printed. Processes that tc_launch_check refuses are all rank 0:
 * the first of the launch speaks for them. Not collective. */
bool tc_launch_speaks(const tc_world *world);

#endif
