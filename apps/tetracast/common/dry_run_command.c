#include "common/dry_run_command.h"

#include <math.h>
#include <omp.h>

#include "base/program/processors.h"
#include "base/program/thread_count.h"

enum { most_ranks = 1 << 17 };

tc_status app_dry_run_choose_strategies(const app_options *o, const tc_config *config, app_strategies *out) {
  const bool named = o->strategies.count > 0;
  app_strategies all = o->strategies;
  app_strategies_complete(&all);
  TC_TRY(app_strategies_filter(config, named, &all));
  out->count = 0;
  for (int i = 0; i < all.count; i++) {
    const tc_strategy *strategy = all.item[i];
    const bool own = strategy == config->strategy;
    if (named || (tc_strategy_is_valid(strategy) && (own || !tc_strategy_uses_pointers(strategy))))
      out->item[out->count++] = strategy;
  }
  return TC_OK;
}

tc_status app_dry_run_check_ranks(const tc_option_numbers *nodes, const tc_option_numbers *ranks_per_node) {
  for (int n = 0; n < nodes->count; n++)
    for (int r = 0; r < ranks_per_node->count; r++)
      if ((int64_t)nodes->item[n] * ranks_per_node->item[r] > most_ranks)
        return tc_status_create(TC_USAGE,
                                "--nodes %d with --ranks-per-node %d: more than %d ranks: use fewer",
                                (int)nodes->item[n], (int)ranks_per_node->item[r], (int)most_ranks);
  return TC_OK;
}

tc_status app_dry_run_read_machine(const tc_config *config, const tc_log *log, tc_dry_run_machine *machine,
                                   bool *on_device) {
  const tc_machine_kind kind = tc_machine_kind_of(config->machine);
  if (kind == TC_MACHINE_NONE)
    return tc_status_create(TC_USAGE,
                            "machine none: a forecast needs the parameters of a machine: use --machine auto "
                            "or a machine file");
  if (kind != TC_MACHINE_FILE) return TC_OK;
  TC_TRY(tc_machine_lookup_file(config->machine, log, &machine->origin));
  return tc_dry_run_machine_device(config, log, machine, on_device);
}

tc_status app_dry_run_measure_machine(const tc_config *config, double width,
                                      const tc_option_numbers *ranks_per_node, int threads, const tc_log *log,
                                      tc_dry_run_machine *machine, bool *on_device) {
  const tc_format *storage = config->storage ? config->storage : tc_format_at(0);
  const bool solves = config->time.method->solves;
  const tc_working_set run = {.width = (int)ceil(width),
                              .vectors = solves,
                              .sweeps = solves,
                              .kernel = tc_registry_find(&tc_format_registry, storage->name)};
  if (tc_machine_kind_of(config->machine) != TC_MACHINE_AUTO) return TC_OK;
  TC_TRY(
      tc_dry_run_machine_measure(ranks_per_node->count, ranks_per_node->item, threads, &run, log, machine));
  return tc_dry_run_machine_device(config, log, machine, on_device);
}

tc_status app_dry_run_use_all_cores(void) {
  int threads;
  TC_TRY(tc_thread_count_from_environment(&threads));
  const int cores = tc_processors_usable(), most = omp_get_thread_limit();
  return tc_thread_count_set(threads ? threads : cores < most ? cores : most);
}
