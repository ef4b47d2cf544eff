/* The warning about ranks and threads that share cores. */
#ifndef TC_RUN_ENVIRONMENT_OVERSUBSCRIPTION_H
#define TC_RUN_ENVIRONMENT_OVERSUBSCRIPTION_H

#include "base/program/log.h"
#include "comm/world/core_load.h"

/* Collective. Finds whether ranks and threads share cores on some node, and warns if they do: threads that
 * wait for each other spin and block those they wait for, which looks like a hang. Called before anything is
 * measured. load: may be NULL. Errors on all ranks. */
tc_status tc_oversubscription_warn(const tc_world *world, const tc_log *log, tc_core_load *load);

#endif
