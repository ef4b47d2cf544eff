/* Forecast of a step by all models, from the workload of the ranks. The commands `run`, `compare` and
 * `predict` call the same function: before a run with counts computed from the sparsity pattern, after the
 * run with its measured counts, and in dry runs with the counts of virtual ranks. Results and reports contain
 * the forecasts. Pure: no MPI, no clock. */
#ifndef TC_MODEL_STEP_FORECAST_H
#define TC_MODEL_STEP_FORECAST_H

#include "base/program/log.h"
#include "model/step/missing_parameters.h"
#include "model/step/workload.h"

/* Forecast of a step by one model of models.def. */
typedef struct tc_forecast {
  tc_seconds *phase_s; /* [ranks] forecast seconds of each rank by phase; NULL without a forecast */
  double total_s;
  tc_costs costs;            /* costs of the step by kind; zero without a forecast */
  tc_missing_params missing; /* parameters whose absence prevents a forecast; empty if there is a forecast */
} tc_forecast;

/* Forecasts a step with every model that supports the workload, and stores the forecasts in
 * out[TC_MODEL_COUNT]. If a model lacks parameters, its forecast contains only their list; the entries of
 * models that do not support the workload are unchanged. The caller zeroes the entries before the call and
 * frees them after it, also after an error (tc_forecast_free). Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_forecast_compute(const tc_params *machine, const tc_workload *work, tc_forecast *out);

/* Logs (with the option -v) which missing parameters prevent forecasts by the models after `model` in
 * models.def, because these models are more accurate. The caller calls it only if the model is chosen
 * automatically (TC_MODEL_AUTO). `forecast` is [TC_MODEL_COUNT]. */
void tc_forecast_log_missing(const tc_forecast *forecast, int model, const tc_log *log);

/* Frees forecast[TC_MODEL_COUNT] and empties the entries. */
void tc_forecast_free(tc_forecast *forecast);

#endif
