#include "api/call/call.h"
#include "api/forecast/forecast_object.h"
#include "base/core/memory.h"
#include "io/machine/machine_lookup.h"
#include "run/environment/machine_auto.h"

static tc_status read_on_root(const tetracast_world *world, const char *path, tc_dry_run_machine *out) {
  if (world->world->rank > 0) return TC_OK;
  TC_TRY(tc_api_check_argument(path, "path"));
  return tc_machine_lookup_file(path, &world->log, &out->origin);
}

/* Collective. Returns the new machine in *out, and retains its world. If `status` is an error, frees the
 * machine and returns `status`. */
static tc_status finish_machine(tetracast_world *world, tc_status status, tetracast_machine *machine,
                                tetracast_machine **out) {
  if (status) {
    tc_free(machine);
    return status;
  }
  machine->world = world;
  tc_api_world_retain(world);
  *out = machine;
  return TC_OK;
}

static tc_status read_machine(tetracast_world *world, const char *path, tetracast_machine **out) {
  tetracast_machine *machine = NULL;
  TC_TRY(tc_api_agree_argument(world->world, out, "out"));
  TC_TRY(TC_WORLD_ALLOC(world->world, machine, 1));
  tc_status status = tc_world_agree(world->world, read_on_root(world, path, &machine->machine));
  if (!status) status = tc_world_broadcast_text(world->world, path, &machine->path);
  return finish_machine(world, status, machine, out);
}

tetracast_error *tetracast_machine_read(tetracast_world *world, const char *path, tetracast_machine **out) {
  TC_API_CALL(world, 0, read_machine(world, path, out));
}

/* Collective. Sets *out to true on all ranks if any rank passes true. Without this agreement, ranks that read
 * the cache would wait for ranks that measure, and conversely. */
static tc_status agree_on_cache(const tc_world *world, bool uses_cache, bool *out) {
  double any = uses_cache;
  TC_TRY(tc_world_max(world, &any, 1));
  *out = any > 0.0;
  return TC_OK;
}

static tc_status measure_machine(tetracast_world *world, bool uses_cache, tetracast_machine **out) {
  tetracast_machine *machine = NULL;
  TC_TRY(tc_api_agree_argument(world->world, out, "out"));
  TC_TRY(agree_on_cache(world->world, uses_cache, &uses_cache));
  TC_TRY(TC_WORLD_ALLOC(world->world, machine, 1));
  return finish_machine(world,
                        tc_machine_auto_measure(world->world, uses_cache, &world->log,
                                                &machine->machine.origin),
                        machine, out);
}

tetracast_error *tetracast_machine_measure(tetracast_world *world, int use_cache, tetracast_machine **out) {
  TC_API_CALL(world, 0, measure_machine(world, use_cache != 0, out));
}

void tetracast_machine_destroy(tetracast_machine **machine) {
  if (!machine || !*machine) return;
  tc_dry_run_machine_free(&(*machine)->machine);
  tc_free((*machine)->path);
  tc_api_world_release((*machine)->world);
  tc_free(*machine);
  *machine = NULL;
}
