/* Forecasts that stand beside a run's own measurements, or instead of them. */
#ifndef TC_RUN_PLAN_STEP_FORECAST_H
#define TC_RUN_PLAN_STEP_FORECAST_H

#include "calibration/driver/calibrate.h"
#include "comm/exchange/strategy.h"
#include "io/config/config_solver.h"
#include "report/document/report.h"

/* How the rows of a run with this strategy are stored where `storage` is chosen (NULL: nothing is): who reads
 * while computing has rows of its own, in the first format. */
const tc_format *tc_forecast_storage(const tc_strategy *strategy, const tc_format *storage);

/* What a rank with so many rows does in a run. solver: NULL without one; its method may still be NULL. Pure.
 */
tc_workload tc_forecast_workload(int32_t rows, int width, const tc_solver_options *solver);

/* The same of several runs, with one pair of the set after the other. */
tc_workload tc_forecast_workloads(int32_t rows, int width, const tc_solver_options *solver,
                                  tc_solver_set set);

/* Forecasts a step with every model from the loads that result->measured holds (node, rows, counts, what was
 * tried, reads; where result->solver has a trial, the work of a step), the strategy's schedule, the
 * storage that is chosen, and the device's kernel where result->on_device; threads: of a rank. A model whose
 * parameters the machine lacks leaves its forecast empty, but names them. Not collective. The parts are the
 * caller's (tc_forecast_free). Errors: TC_INTERNAL out of memory. */
tc_status tc_forecast_compute(const tc_params *machine, const tc_strategy *strategy, const tc_format *storage,
                              int width, int threads, tc_result *result);

/* Forecasts what making the solver takes: result->solver->set_up, from its choice and its record's colours
 * and, of each rank, rows and what its sweeps did. threads: of a rank. Not collective. Errors: TC_INTERNAL
 * out of memory. */
tc_status tc_forecast_compute_setup(const tc_params *machine, int width, int threads, tc_result *result);

/* Tells the log what keeps a better model than the one that was taken from a forecast: of those behind
 * `model` in models.def. For TC_MODEL_AUTO, to those who want to know; forecast: [TC_MODEL_COUNT]. */
void tc_forecast_log_missing(const tc_forecast *forecast, int model, const tc_log *log);

/* forecast: [TC_MODEL_COUNT]; they are empty afterwards. */
void tc_forecast_free(tc_forecast *forecast);

#endif
