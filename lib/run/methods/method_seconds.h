/* Seconds of methods of time integration: forecasts the steps of all methods of a comparison with the ranks
 * and the strategy of a result. Called for the report, after results have counts. */
#ifndef TC_RUN_METHODS_METHOD_SECONDS_H
#define TC_RUN_METHODS_METHOD_SECONDS_H

#include "report/document/report.h"
#include "run/methods/method_trials.h"

/* Not collective. Sets the seconds of trials->table by the main model of the report, with its parameters of
 * the machine. `result` is a result of the report, on the root. Seconds remain unknown without a forecast.
 * Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_method_seconds_compute(const tc_report *report, const tc_params *machine,
                                    const tc_result *result, tc_method_trials *trials);

#endif
