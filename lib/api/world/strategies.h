/* Strategies of a world: those of the registry, and those of the transports that the program has added. */
#ifndef TC_API_WORLD_STRATEGIES_H
#define TC_API_WORLD_STRATEGIES_H

#include "api/call/world_object.h"
#include "comm/exchange/strategy.h"

/* Not collective. The first function returns the number of strategies, the second one the strategy with a
 * given index from 0. Indices never change, because strategies are only added. */
int tc_api_strategy_count(const tetracast_world *world);
const tc_strategy *tc_api_strategy_at(const tetracast_world *world, int index);

/* Not collective. Finds a strategy by its name. Errors: TC_USAGE with the names in the registry. */
tc_status tc_api_strategy_find(const tetracast_world *world, const char *name, const tc_strategy **out);

/* Not collective. Returns TC_USAGE if the program computes on a device and the strategy is not in the
 * registry, because the program reads the vectors of such a strategy in the memory of the host. `where`
 * begins the message. */
tc_status tc_api_strategy_check_device(bool has_device, const char *where, const tc_strategy *strategy);

#endif
