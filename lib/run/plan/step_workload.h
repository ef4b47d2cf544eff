/* Workloads of steps: converts strategies, solvers and results to the input of forecasts
 * (model/step/forecast.h) and of measurements of the machine. Sessions call the functions before and after a
 * run, and dry runs for each case. No MPI. */
#ifndef TC_RUN_PLAN_STEP_WORKLOAD_H
#define TC_RUN_PLAN_STEP_WORKLOAD_H

#include "calibration/driver/calibrate.h"
#include "comm/exchange/strategy.h"
#include "io/config/config_solver.h"
#include "report/document/report.h"

/* Pure. Returns the workload of a step with `strategy`. The caller adds the data of the ranks. `storage` is
 * the format that was chosen for the run. `staging` is the memory from which devices read the matrix; NULL
 * without devices. `solver` is NULL if the step solves no systems. */
tc_workload tc_step_workload(const tc_strategy *strategy, const tc_format *storage, const tc_staging *staging,
                             const tc_solver_options *solver, double width, int threads);

/* Pure. Returns the products of a step with `stages` stages of a stabilised explicit method, and the bytes of
 * its vector operations. `stages` is 0 for other explicit steps, which are one product without them. */
tc_step_products tc_step_workload_products(const tc_strategy *strategy, int stages);

/* Pure. Returns the products and bytes of an attempt of a step with error control, which also estimates its
 * error. */
tc_step_products tc_step_workload_controlled_products(const tc_strategy *strategy, int stages);

/* Not collective. Forecasts the setup of a result's solver, a multigrid cycle and, if forecasts_step, its
 * step. Uses the node, rows, counts, forcing time, reuse and solver work of each rank in result->measured,
 * and result->stages. Stores the forecasts in the result, which owns them. `threads` is the number of threads
 * per rank. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_result_forecast(const tc_params *machine, double width, int threads, bool forecasts_step,
                             tc_result *result);

/* Not collective. Forecasts by all models the solve of a result and the setup of the solver. The result must
 * not be that of a dry run, because its ledgers must contain the counts of all products of the solve. Stores
 * the forecasts in the result, which owns them. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_result_forecast_solve(const tc_params *machine, double width, int threads, tc_result *result);

/* Not collective. Forecasts one product with the forcing of a step of `result` by all models, in
 * out[TC_MODEL_COUNT]. The caller zeroes out[] before the call and frees it after the call, also after an
 * error. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_result_forecast_product(const tc_params *machine, double width, int threads,
                                     const tc_result *result, tc_forecast *out);

/* Describes a step that has another method than the step of a result. */
typedef struct tc_step_kind {
  int stages;                      /* stages of a stabilised explicit step; 0 for other steps */
  const tc_solver_options *solver; /* solver of an implicit step, with its method; NULL for explicit steps */
  const tc_work *work;             /* work of the solver in a step; NULL for explicit steps */
} tc_step_kind;

/* Not collective. Forecasts a step of the kind `kind` with strategy, ranks and counts of `result` by all
 * models, in out[TC_MODEL_COUNT]. The caller zeroes out[] before the call and frees it after the call, also
 * after an error. Messages in sweeps of preconditioners are not included. Errors: TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_result_forecast_kind(const tc_params *machine, double width, int threads,
                                  const tc_result *result, const tc_step_kind *kind, tc_forecast *out);

/* Pure. Returns the working set of a rank with `rows` rows: the memory that a step touches, and the kinds of
 * operations in it. `solver` is NULL without a solver; its method may be NULL (`auto`). */
tc_working_set tc_step_working_set(int32_t rows, double width, const tc_solver_options *solver);

/* Pure. Returns a working set for several runs, one with each pair of method and preconditioner in `set`. It
 * covers the working sets of all these runs. */
tc_working_set tc_step_working_sets(int32_t rows, double width, const tc_solver_options *solver,
                                    tc_solver_set set);

#endif
