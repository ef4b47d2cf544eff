/* The forecast that stands beside a run's own measurements. */
#ifndef TC_APP_FORECAST_H
#define TC_APP_FORECAST_H

#include "report/report.h"
#include "solve/problem.h"

/* Collective. Measures the memory bandwidth of a rank with a working set as large as one step's, so that a
 * problem that lives in the caches is forecast with the speed of the caches. *bytes: that working set, of the
 * largest rank. Errors on all ranks. */
tc_status tc_forecast_measure_machine(const tc_problem *problem, tc_params *machine, double *bytes);

/* Root only. Forecasts a step from the counts that result->measured holds: result->predicted is set
 * (tc_free), or left NULL when the machine's parameters do not suffice (traffic between nodes). Errors:
 * TC_INTERNAL out of memory. */
tc_status tc_forecast(const tc_params *machine, int ranks, int width, tc_result *result);

/* Whether the largest working set of a rank, one step's, fits into a core's own cache (level 2). Not
 * collective: `bytes` is the same on all ranks after tc_forecast_measure_machine. */
bool tc_forecast_in_cache(double bytes);

#endif
