/* Forecasts of steps by all models, computed from the counts and the work of all ranks. Sessions call it
 * before a run with the counts, and after a run with the tally; dry runs call it for each case. The caller
 * fills in result->measured for all ranks, calls tc_forecast_compute, and frees the forecasts. No MPI. */
#ifndef TC_RUN_PLAN_STEP_FORECAST_H
#define TC_RUN_PLAN_STEP_FORECAST_H

#include "calibration/driver/calibrate.h"
#include "comm/exchange/strategy.h"
#include "io/config/config_solver.h"
#include "report/document/report.h"

/* Pure. Returns the format in which a run with `strategy` stores its rows. `storage` is the format that was
 * chosen for the run (NULL if there is none). Strategies that access remote values during the product store
 * their rows in the first format of the same row form. */
const tc_format *tc_forecast_storage(const tc_strategy *strategy, const tc_format *storage);

/* Pure. Returns the workload of a rank with `rows` rows: the memory that a step touches, and the operations
 * in it. `solver` is NULL without a solver; its method may be NULL (`auto`). */
tc_workload tc_forecast_workload(int32_t rows, int width, const tc_solver_options *solver);

/* Pure. Returns the workload that covers several runs, one with each pair of method and preconditioner of the
 * set. */
tc_workload tc_forecast_workloads(int32_t rows, int width, const tc_solver_options *solver,
                                  tc_solver_set set);

/* Not collective. Forecasts a step with every model. Reads result->measured of each rank (node, rows, counts,
 * forcing time, reuse, and with result->solver the work of the trial step), and the kernel of the device if
 * result->on_device. `storage` is the format that was chosen, `threads` the number of threads per rank. If a
 * model lacks parameters, its forecast contains only their list. The caller frees the forecasts
 * (tc_forecast_free). Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_forecast_compute(const tc_params *machine, const tc_strategy *strategy, const tc_format *storage,
                              int width, int threads, tc_result *result);

/* Not collective. Forecasts the setup of the solver and stores the times in result->solver->set_up. The
 * forecast uses the solver's options, the number of colours in its record, and the rows and sweeps of each
 * rank. `threads` is the number of threads per rank. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_forecast_compute_setup(const tc_params *machine, int width, int threads, tc_result *result);

/* Logs (-v) the missing parameters of the models that follow `model` in models.def, which are better but have
 * no forecast. Called for TC_MODEL_AUTO. `forecast` is [TC_MODEL_COUNT]. */
void tc_forecast_log_missing(const tc_forecast *forecast, int model, const tc_log *log);

/* Frees forecast[TC_MODEL_COUNT] and empties the entries. */
void tc_forecast_free(tc_forecast *forecast);

#endif
