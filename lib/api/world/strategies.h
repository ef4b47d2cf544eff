/* Strategies of a world: those of the registry, and those of the transports that the program has added. */
#ifndef TC_API_WORLD_STRATEGIES_H
#define TC_API_WORLD_STRATEGIES_H

#include "api/call/world_object.h"
#include "comm/exchange/strategy.h"

/* Not collective. The first function returns the number of strategies. The second one returns the strategy
 * with the given index, which counts from 0. Indices never change, because strategies are only added. */
int tc_api_strategy_count(const tetracast_world *world);
const tc_strategy *tc_api_strategy_at(const tetracast_world *world, int index);

/* Not collective. Finds a strategy by its name. Errors: TC_USAGE with the names in the registry. */
tc_status tc_api_strategy_find(const tetracast_world *world, const char *name, const tc_strategy **out);

/* Not collective. Returns TC_USAGE if the run computes on a device and the strategy is a transport of the
 * program, because the program can read vectors in host memory only. The message begins with the text
 * `where`. */
tc_status tc_api_strategy_check_device(bool has_device, const char *where, const tc_strategy *strategy);

#endif
