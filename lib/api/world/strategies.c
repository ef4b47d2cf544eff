#include "api/world/strategies.h"

#include <string.h>

#include "api/world/transport_object.h"

int tc_api_strategy_count(const tetracast_world *world) {
  return tc_strategy_count() + world->transports.count;
}

const tc_strategy *tc_api_strategy_at(const tetracast_world *world, int index) {
  const int built_in = tc_strategy_count();
  return index < built_in ? tc_strategy_at(index) : &world->transports.item[index - built_in]->strategy;
}

tc_status tc_api_strategy_find(const tetracast_world *world, const char *name, const tc_strategy **out) {
  int index;
  for (int i = tc_strategy_count(); i < tc_api_strategy_count(world); i++)
    if (strcmp(tc_api_strategy_at(world, i)->name, name) == 0) {
      *out = tc_api_strategy_at(world, i);
      return TC_OK;
    }
  TC_TRY(tc_registry_parse(&tc_strategy_registry, "libtetracast: strategy", name, NULL, &index));
  *out = tc_strategy_at(index);
  return TC_OK;
}

tc_status tc_api_strategy_check_device(bool has_device, const char *where, const tc_strategy *strategy) {
  if (!has_device || tc_strategy_find(strategy->name)) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "%s: %s is a transport of the program, which a device does not support: set device "
                          "to none",
                          where, strategy->name);
}
