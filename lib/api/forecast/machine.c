#include "api/call/call.h"
#include "api/forecast/forecast_object.h"
#include "base/core/memory.h"
#include "io/machine/machine_lookup.h"

static tc_status read_on_root(const tetracast_world *world, const char *path, tc_dry_run_machine *out) {
  if (world->world->rank > 0) return TC_OK;
  TC_TRY(tc_api_check_argument(path, "path"));
  return tc_machine_lookup_file(path, &world->log, &out->origin);
}

static tc_status read_machine(tetracast_world *world, const char *path, tetracast_machine **out) {
  tetracast_machine *machine = NULL;
  TC_TRY(tc_api_agree_argument(world->world, out, "out"));
  TC_TRY(TC_WORLD_ALLOC(world->world, machine, 1));
  const tc_status status = tc_world_agree(world->world, read_on_root(world, path, &machine->machine));
  if (status) {
    tc_free(machine);
    return status;
  }
  machine->world = world;
  tc_api_world_retain(world);
  *out = machine;
  return TC_OK;
}

tetracast_error *tetracast_machine_read(tetracast_world *world, const char *path, tetracast_machine **out) {
  TC_API_CALL(world, 0, read_machine(world, path, out));
}

void tetracast_machine_destroy(tetracast_machine **machine) {
  if (!machine || !*machine) return;
  tc_dry_run_machine_free(&(*machine)->machine);
  tc_api_world_release((*machine)->world);
  tc_free(*machine);
  *machine = NULL;
}
