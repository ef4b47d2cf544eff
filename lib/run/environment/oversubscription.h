/* Warning about ranks and threads that share cores. Called when a session is opened, and by commands that
 * measure a machine, before the measurement. If ranks share cores, run/environment/machine_auto.c omits
 * measurements. */
#ifndef TC_RUN_ENVIRONMENT_OVERSUBSCRIPTION_H
#define TC_RUN_ENVIRONMENT_OVERSUBSCRIPTION_H

#include "base/program/log.h"
#include "comm/world/core_load.h"

/* Collective. Counts threads and cores on all nodes, and warns if there are more threads than cores on a
 * node. Waiting threads spin on their core and block the threads that they wait for, which looks like a hang.
 * Returns the counts in `load`, which may be NULL. Errors are returned on all ranks. */
tc_status tc_oversubscription_warn(const tc_world *world, const tc_log *log, tc_core_load *load);

#endif
