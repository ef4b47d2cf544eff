#include "options/machine_option.h"

#include <omp.h>

#include "base/program/processors.h"
#include "calibration/node/node_benches.h"
#include "machine/parameters/caches.h"

/* Finds the entry of this machine with `cores` usable cores in the machine cache. If there are several
 * entries, uses the one that was measured with the most ranks. Returns false if there is none. */
static bool find_cached_machine(int cores, const tc_log *log, tc_machine_source *out) {
  tc_machine_key key = tc_machine_cache_key(1, cores, omp_get_max_threads());
  for (; key.ranks_per_node > 0; key.ranks_per_node--)
    if (tc_machine_lookup_cached(&key, log, out) != TC_MACHINE_CACHE_MISSING &&
        tc_machine_lookup_is_complete(&out->machine))
      return true;
  return false;
}

/* Finds this machine in the machine cache and stores its parameters in *out. If the sizes of the processor's
 * caches or of a cache line were not measured, uses those that the system reports. */
static void find_local_machine(const tc_log *log, tc_machine_source *out) {
  const int cores = tc_processors_usable();
  tc_params *p = &out->machine.params;
  if (!find_cached_machine(cores, log, out))
    *out = (tc_machine_source){.machine = {.ranks_per_node = 1}, .text = "this machine, not measured yet"};
  const int threads = out->machine.ranks_per_node * omp_get_max_threads();
  if (!(p->level_cache_B[0] > 0.0))
    tc_caches_from_system(TC_CACHES_DIRECTORY, threads, cores, p->level_cache_B);
  if (!(p->cache_line_B > 0.0)) p->cache_line_B = tc_cache_line_B();
}

tc_status app_machine_option_find(const char *path, const tc_log *log, tc_machine_source *out) {
  const tc_machine_kind kind = path ? tc_machine_kind_of(path) : TC_MACHINE_AUTO;
  if (kind == TC_MACHINE_FILE) return tc_machine_lookup_file(path, log, out);
  if (kind == TC_MACHINE_NONE)
    return tc_status_create(TC_USAGE, "--machine none: the command needs a machine: remove the option or "
                                      "give a machine file");
  find_local_machine(log, out);
  return TC_OK;
}
