/* The names of the computers that a run takes place on. */
#ifndef TC_COMM_WORLD_HOST_NAMES_H
#define TC_COMM_WORLD_HOST_NAMES_H

#include "comm/world/world.h"

/* Collective. On the root the host names of the groups of ranks that really share memory, in their order, one
 * per line (tc_free); NULL elsewhere. Errors on all ranks: TC_INTERNAL. */
tc_status tc_host_names_gather(const tc_world *world, char **out);

#endif
