/* Threads that share cores. Not collective. */
#ifndef TC_RUN_CROWD_H
#define TC_RUN_CROWD_H

#include <stdbool.h>

#include "base/log.h"
#include "comm/world.h"

/* Whether threads share cores: a rank's own on the cores that it is bound to, or all on those of its node (on
 * rank 0; the other nodes are taken to be like it). */
bool tc_crowd_is(const tc_world *world);

/* Threads that wait for each other spin, and so take the core from whom they wait for: what looks like a hang
 * is said beforehand. */
void tc_crowd_tell(const tc_world *world, const tc_log *log);

#endif
