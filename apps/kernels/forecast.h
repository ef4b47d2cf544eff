/* Forecasts beside the lines of `kernels run` (--forecast), of kernels on the processor: equation (6) of the
 * paper with this machine's caches and bandwidths (machine/limits/levels.h), and what single reads cost that
 * are counted in the instance (machine/limits/read_costs.h), as the model `hierarchy` of tetracast has it.
 * Both are of the fastest product: so the machine is measured, and medians of hosts whose speed changes from
 * minute to minute compare nothing. */
#ifndef TC_KERNELS_FORECAST_H
#define TC_KERNELS_FORECAST_H

#include "report.h"

/* NULL where none are wanted. Errors: TC_USAGE too few cells; TC_INTERNAL out of memory. */
tc_status tc_forecasts_open(const tc_options *options, tc_forecasts **out);
void tc_forecasts_close(tc_forecasts **forecasts);

/* In every round of the lines: looks at this machine. Errors: as of products. */
tc_status tc_forecasts_sample(tc_forecasts *forecasts);

/* At the end: into the lines. column: room for an instance. Errors: TC_INTERNAL out of memory. */
tc_status tc_forecasts_fill(tc_forecasts *forecasts, int32_t *column, int count, tc_timing *timing);

/* Columns behind a table's, their words below it, and what was measured of the machine. */
void tc_forecasts_head(FILE *out);
void tc_forecasts_line(const tc_options *options, const tc_timing *timing, FILE *out);
void tc_forecasts_legend(const tc_timings *timings, FILE *out);
void tc_forecasts_timing_json(tc_json *json, const tc_timing *timing);
void tc_forecasts_machine_json(tc_json *json, const tc_forecasts *forecasts);

#endif
