/* Threads and processors of all ranks of a node together (base/program/processors.h). */
#ifndef TC_COMM_WORLD_CORE_LOAD_H
#define TC_COMM_WORLD_CORE_LOAD_H

#include "base/program/processors.h"
#include "comm/world/world.h"

/* Collective. The largest demand on any real node: threads of its ranks, as many as parallel regions have
 * now, and the cores that they have together. The same result on all ranks. Errors on all ranks. */
tc_status tc_core_load_find(const tc_world *world, tc_core_load *out);

#endif
