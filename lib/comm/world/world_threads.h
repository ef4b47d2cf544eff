/* The OpenMP threads of a run's ranks (base/program/thread_count.h). */
#ifndef TC_COMM_WORLD_WORLD_THREADS_H
#define TC_COMM_WORLD_WORLD_THREADS_H

#include "base/program/thread_count.h"
#include "comm/world/world.h"

/* Collective. From now on each rank has `wanted` threads, for 0 as many as OMP_NUM_THREADS says, or one. All
 * ranks have the same number: a forecast and a report know one only. Errors on all ranks, TC_USAGE: no such
 * number, more than OMP_THREAD_LIMIT, more than one where MPI was not started with MPI_THREAD_FUNNELED or
 * above, ranks were told different ones. */
tc_status tc_world_set_threads(const tc_world *world, int wanted);

#endif
