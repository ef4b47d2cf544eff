/* Warning about ranks and threads that share cores. The opening of a session and the commands that measure
 * a machine call it before anything is measured. It only warns; run/environment/machine_auto.c decides
 * what to measure on shared cores. */
#ifndef TC_RUN_ENVIRONMENT_OVERSUBSCRIPTION_H
#define TC_RUN_ENVIRONMENT_OVERSUBSCRIPTION_H

#include "base/program/log.h"
#include "comm/world/core_load.h"

/* Collective. Determines the core load of all nodes, and warns if ranks and threads share cores on one of
 * them. Waiting threads spin on their core and block the threads that they wait for, which looks like a hang.
 * `load` receives the load and may be NULL. Errors are returned on all ranks. */
tc_status tc_oversubscription_warn(const tc_world *world, const tc_log *log, tc_core_load *load);

#endif
