/* Names of the hosts of a run, for its report. The run environment (run/environment/run_environment.c)
 * collects them once during setup. */
#ifndef TC_COMM_WORLD_HOST_NAMES_H
#define TC_COMM_WORLD_HOST_NAMES_H

#include "comm/world/world.h"

/* Collective. Returns on the root the host names of the groups of ranks that share memory, in the order of
 * the groups, one per line; the caller frees them with tc_free. *out is NULL on all other ranks. Errors (on
 * all ranks): TC_INTERNAL if memory is exhausted or MPI fails. */
tc_status tc_host_names_gather(const tc_world *world, char **out);

#endif
