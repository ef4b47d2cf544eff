/* Forecasts beside the lines of `kernels run` (--forecast), of kernels on the processor: equation (6) of the
 * paper with this machine's caches and bandwidths (machine/limits/levels.h), and what single reads cost that
 * are counted in the instance (machine/limits/read_costs.h), as the model `hierarchy` of tetracast has it.
 * Both are of the fastest product: so the machine is measured, and medians of hosts whose speed changes from
 * minute to minute compare nothing. */
#ifndef TC_KERNELS_FORECAST_H
#define TC_KERNELS_FORECAST_H

#include "report.h"

/* NULL where none are wanted. Errors: TC_USAGE too few cells; TC_INTERNAL out of memory. */
tc_status kn_forecasts_create(const kn_options *options, kn_forecasts **out);
void kn_forecasts_destroy(kn_forecasts **forecasts);

/* In every round of the lines: looks at this machine. Errors: as of products. */
tc_status kn_forecasts_sample(kn_forecasts *forecasts);

/* At the end: into the lines. column: room for an instance. Errors: TC_INTERNAL out of memory. */
tc_status kn_forecasts_fill(kn_forecasts *forecasts, int32_t *column, int count, kn_timing *timing);

/* Columns behind a table's, their words below it, and what was measured of the machine. */
void kn_forecasts_head(FILE *out);
void kn_forecasts_line(const kn_options *options, const kn_timing *timing, FILE *out);
void kn_forecasts_legend(const kn_timing_list *timings, FILE *out);
void kn_forecasts_timing_json(tc_json *json, const kn_timing *timing);
void kn_forecasts_machine_json(tc_json *json, const kn_forecasts *forecasts);

#endif
