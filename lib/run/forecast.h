/* Forecasts that stand beside a run's own measurements, or instead of them. */
#ifndef TC_RUN_FORECAST_H
#define TC_RUN_FORECAST_H

#include "report/report.h"

/* Forecasts a step with every model from the loads that result->measured holds (node, rows, counts) and the
 * strategy's schedule; a model whose parameters the machine lacks leaves its forecast empty. Not collective.
 * The parts are the caller's (tc_forecast_free). Errors: TC_INTERNAL out of memory. */
tc_status tc_forecast_make(const tc_params *machine, const tc_schedule *schedule, int width,
                           tc_result *result);

/* forecast: [TC_MODEL_COUNT]; they are empty afterwards. */
void tc_forecast_free(tc_forecast *forecast);

#endif
