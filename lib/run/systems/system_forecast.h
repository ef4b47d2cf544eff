/* Forecasts of solves of a user's system on the ranks that solve it. The commands solve and compare call
 * tc_system_forecast_begin once for each distribution of the system, select strategy and storage, solve, and
 * call tc_system_forecast_result for each solve. The number of iterations is that of the solve, so the errors
 * of forecasts are those of the machine parameters and of the models. */
#ifndef TC_RUN_SYSTEMS_SYSTEM_FORECAST_H
#define TC_RUN_SYSTEMS_SYSTEM_FORECAST_H

#include "comm/world/core_load.h"
#include "run/environment/run_machine.h"
#include "run/session/report_facts.h"
#include "system/system_solve.h"

/* Machine and counts for the forecasts of a distributed system. All pointers are borrowed. Zero-initialise
 * before use; tc_system_forecast_free releases it. */
typedef struct tc_system_forecast {
  const tc_config *config;
  const tc_distributed_system *system;
  const tc_log *log;
  tc_core_load load;
  tc_run_machine machine; /* all parameters are unknown with machine: none */
  tc_pattern *pattern;    /* pattern of the rows of this rank; owned */
  /* Numbers of reads of x in a product A x of this rank, by reuse distance. excess_reuse is their excess over
   * the numbers of the benchmark matrix with which the time per row was measured. The members `rows` are 0 if
   * the machine has no costs of single reads. */
  tc_reuse reuse, excess_reuse;
} tc_system_forecast;

/* Collective. Finds the parameters of the machine of the config for the working set of the system. `options`
 * contains the solver of the config, and `set` the methods and preconditioners that will be compared; NULL if
 * only those of the config are used. Errors (on all ranks): those of tc_run_machine_find; TC_INTERNAL if
 * memory is exhausted. */
tc_status tc_system_forecast_begin(const tc_distributed_system *system, const tc_config *config,
                                   const tc_solver_options *options, const tc_solver_set *set,
                                   const tc_log *log, tc_system_forecast *out);
void tc_system_forecast_free(tc_system_forecast *forecast);

/* Collective. Returns the strategy of the config. For `auto` it is the one with the shortest forecast of a
 * product, because the number of iterations is unknown before the solve; `condensed` without a forecast.
 * Errors (on all ranks): TC_INTERNAL if memory is exhausted or MPI fails. */
tc_status tc_system_forecast_select_strategy(const tc_system_forecast *forecast, const tc_strategy **out);

/* Collective. Returns the storage format of the config. For `auto` it is the fastest one by measurement if
 * `products` products are expected to take longer than the measurement (run/plan/format_choice.h), otherwise
 * the first format. Rows of different lengths have only one format, which is not in the registry of formats,
 * so the result has no effect on them. Errors (on all ranks): those of tc_format_find_fastest. */
tc_status tc_system_forecast_select_storage(const tc_system_forecast *forecast, int64_t products,
                                            const tc_format **out);

/* Collective. Compares the traffic of this rank that the solve has recorded in `solved` with the traffic
 * counted from the pattern of the rows. Errors (on all ranks): TC_INTERNAL with rank and numbers if they
 * differ. */
tc_status tc_system_forecast_check(const tc_system_forecast *forecast, const tc_strategy *strategy,
                                   const tc_system_result *solved);

/* Collective. Fills in *out on the root: measurements of all ranks, the solver and its statistics, and the
 * forecasts by all models if the machine is known. `options` are those of the solve. Members of other ranks
 * remain empty. The root frees the arrays as tc_results_free does. Errors (on all ranks): TC_INTERNAL if
 * memory is exhausted or MPI fails. */
tc_status tc_system_forecast_result(const tc_system_forecast *forecast, const tc_system_options *options,
                                    const tc_system_result *solved, int32_t block_size, tc_result *out);

/* Root only, not collective. Fills in the report about the results of the system on these ranks, which
 * borrows from all arguments. Of `plan` only the members that tc_report_facts_fill names are used. */
void tc_system_forecast_report(const tc_system_forecast *forecast, const tc_plan *plan,
                               const tc_system_facts *facts, const tc_results *results, tc_report *out);

#endif
