/* Load of the cores of a node: the number of threads of the ranks on the node, compared to the number of
 * cores that these ranks may use (base/program/processors.h). run/environment/oversubscription.c calls it to
 * warn of oversubscription. Calibration and run/environment/machine_auto.c call it to reject measurements on
 * a shared core. */
#ifndef TC_COMM_WORLD_CORE_LOAD_H
#define TC_COMM_WORLD_CORE_LOAD_H

#include "base/program/processors.h"
#include "comm/world/world.h"

/* Collective. Returns the load of the physical node with the most threads per core: the threads of the ranks
 * on this node, and the cores that these ranks share. The number of threads of a rank is the number that an
 * OpenMP parallel region would have at the time of the call. The result is the same on all ranks. Errors (on
 * all ranks): TC_INTERNAL if memory is exhausted or MPI fails. */
tc_status tc_core_load_find(const tc_world *world, tc_core_load *out);

#endif
