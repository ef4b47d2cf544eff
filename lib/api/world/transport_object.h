/* Transport that a program has added to a world, in the forms that the library needs: as a transport and as a
 * strategy. */
#ifndef TC_API_WORLD_TRANSPORT_OBJECT_H
#define TC_API_WORLD_TRANSPORT_OBJECT_H

#include "api/include/tetracast/transport.h"
#include "comm/exchange/strategy.h"

struct tc_api_transport {
  /* must be the first member, because `create` converts a pointer to it into a pointer to the whole object */
  tc_transport transport;
  tc_strategy strategy;
  tetracast_transport program; /* copy; its texts belong to the pool of the world */
};

#endif
