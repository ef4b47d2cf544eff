/* The forecast that stands beside a run's own measurements. */
#ifndef TC_APP_FORECAST_H
#define TC_APP_FORECAST_H

#include "report/report.h"
#include "solve/problem.h"

/* Collective. Measures the memory bandwidth of a rank with a working set as large as one step's, so that a
 * problem that lives in the caches is forecast with the speed of the caches. Errors on all ranks. */
tc_status tc_forecast_measure_machine(const tc_problem *problem, tc_params *machine);

/* Root only. Forecasts a step from the counts of the run: *part (tc_free) and result->predicted are set, or
 * left NULL when the machine's parameters do not suffice (traffic between nodes). */
tc_status tc_forecast(const tc_params *machine, int ranks, const tc_measure *measured, int width,
                      tc_parts **part, tc_result *result);

#endif
