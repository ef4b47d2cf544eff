#include "common/dry_run_command.h"

#include <math.h>
#include <omp.h>
#include <string.h>

#include "base/program/processors.h"
#include "base/program/thread_count.h"
#include "io/config/config_check.h"
#include "run/plan/step_workload.h"

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

/* Returns true if the machine has parameters that were fitted to runs (fit_..). The model paraiso then needs
 * no other parameters. */
static bool has_fit(const tc_params *params) {
  static const char begin[] = "fit_";
  for (int p = 0; p < TC_PARAM_COUNT; p++)
    if (strncmp(tc_param_name(p), begin, strlen(begin)) == 0 && tc_param_get(params, p)[0] > 0.0) return true;
  return false;
}

/* Forecasts a product of one rank or, if the config solves linear systems, an iteration of one rank. Such a
 * forecast needs the fewest parameters. Sets *exists to true if the model of the config, or any model for
 * auto, has a forecast. Otherwise sets *missing to the parameters that the machine lacks. */
static tc_status forecast_product(const tc_config *config, double width, const tc_strategy *strategy,
                                  const tc_params *params, bool *exists, tc_missing_params *missing) {
  const bool is_auto = config->model == TC_MODEL_AUTO;
  tc_rank_work rank = {.rows = 1};
  const bool solves = config->time.method && config->time.method->solves;
  tc_solver_options solver = {0};
  if (solves) solver = tc_config_implicit(config).solver;
  if (solves && !solver.method) solver.method = tc_method_find("cg");
  if (solves) tc_solver_iteration(&solver, 1, &rank.solver);
  tc_workload work = tc_step_workload(strategy, config->storage, NULL, solves ? &solver : NULL, width, 1);
  tc_forecast forecast[TC_MODEL_COUNT] = {0};
  work.ranks = 1;
  work.rank = &rank;
  const tc_status status = tc_forecast_compute(params, &work, forecast);
  for (int m = 0; m < TC_MODEL_COUNT; m++)
    if ((is_auto || m == config->model) && forecast[m].phase_s) *exists = true;
  *missing = forecast[is_auto ? TC_MODEL_paper : config->model].missing;
  tc_forecast_free(forecast);
  return status;
}

tc_status app_dry_run_check_parameters(const tc_config *config, double width,
                                       const app_strategies *strategies, int ranks_per_node,
                                       const tc_dry_run_machine *machine) {
  const tc_params params = tc_dry_run_machine_params(machine, ranks_per_node, 0.0);
  tc_missing_params missing = {{false}};
  bool exists = false;
  tc_line line = {0};
  if (tc_machine_kind_of(config->machine) != TC_MACHINE_FILE || tc_config_has_device(config)) return TC_OK;
  if (has_fit(&params)) return TC_OK;
  for (int i = 0; i < strategies->count; i++)
    TC_TRY(forecast_product(config, width, strategies->item[i], &params, &exists, &missing));
  if (exists || tc_missing_params_count(&missing) == 0) return TC_OK;
  tc_missing_params_format(&missing, &line);
  return tc_status_create(TC_USAGE, "no model has a forecast for any case: the machine (%s) lacks %s",
                          machine->origin.text, line.text);
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
