/* Number of OpenMP threads of the ranks of a run (base/program/thread_count.h). Sessions and programs set
 * this number during setup. All ranks must have the same number of threads, because forecasts and reports
 * contain only one number. */
#ifndef TC_COMM_WORLD_WORLD_THREADS_H
#define TC_COMM_WORLD_WORLD_THREADS_H

#include "base/program/thread_count.h"
#include "comm/world/world.h"

/* Collective. Sets the number of threads of each rank to `requested`. If this argument is 0, uses the value
 * of the environment variable OMP_NUM_THREADS, or 1 if the variable is not set. Errors (on all ranks):
 * TC_USAGE if the number is invalid, exceeds OMP_THREAD_LIMIT, or differs between ranks, or if it exceeds one
 * and MPI does not provide MPI_THREAD_FUNNELED. */
tc_status tc_world_set_threads(const tc_world *world, int requested);

#endif
