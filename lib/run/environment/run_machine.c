#include "run/environment/run_machine.h"

#include <unistd.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "run/environment/machine_auto.h"

tc_status tc_run_machine_find(const tc_world *world, const char *path, const tc_working_set *run,
                              const tc_log *log, tc_run_machine *out) {
  tc_working_set largest = *run;
  const double start_s = tc_now_s();
  out->peak_B = (double)tc_memory_peak();
  TC_TRY(tc_world_max(world, &largest.bytes, 1));
  TC_TRY(tc_world_max(world, &largest.min, 1));
  TC_TRY(tc_machine_auto_get(world, path, &largest, log, &out->origin));
  out->params = tc_run_machine_params(&out->origin.machine, world->max_ranks_on_node, largest.bytes);
  out->before = tc_run_machine_params(&out->origin.recalled, world->max_ranks_on_node, largest.bytes);
  out->bytes = largest.bytes;
  out->machine_s = tc_now_s() - start_s;
  return tc_world_max(world, &out->machine_s, 1);
}

tc_params tc_run_machine_params(const tc_machine *machine, int ranks_per_node, double bytes) {
  const tc_params shared = tc_machine_params(machine, ranks_per_node);
  return tc_params_for_working_set(&shared, bytes);
}

bool tc_run_machine_is_known(const tc_run_machine *machine) {
  return machine->origin.machine.ranks_per_node > 0;
}

bool tc_run_machine_in_cache(double bytes) {
  const long cache = sysconf(_SC_LEVEL2_CACHE_SIZE);
  return cache > 0 && bytes <= (double)cache;
}
