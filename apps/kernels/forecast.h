/* Forecasts of `kernels run --forecast` for lines on the processor. One forecast is equation (6) of Langguth
 * et al. (2015) with the caches and bandwidths of this machine (machine/limits/levels.h). The other one uses
 * the cost of single reads, counted in the instance (machine/limits/read_costs.h), like the model `hierarchy`
 * of tetracast. Both forecast the fastest product, because the parameters are the fastest of their samples,
 * and medians on hosts of varying speed cannot be compared. cmd_run.c creates the forecasts, samples in each
 * round and fills the lines at the end. report.c writes them. All functions accept NULL, which stands for no
 * forecasts. */
#ifndef TC_KERNELS_FORECAST_H
#define TC_KERNELS_FORECAST_H

#include "report.h"

/* Creates the forecasts. *out is unchanged without --forecast. Errors: TC_USAGE if there are too few rows or
 * if they have another width; TC_INTERNAL if memory is exhausted. */
tc_status kn_forecasts_create(const kn_options *options, kn_forecasts **out);
void kn_forecasts_destroy(kn_forecasts **forecasts);

/* Measures this machine once more. Called in each round of the lines. Errors: those of products. */
tc_status kn_forecasts_sample(kn_forecasts *forecasts);

/* Computes the forecasts of all lines after the last round. column[cells][width] is overwritten by instances.
 * Errors: TC_INTERNAL if memory is exhausted. */
tc_status kn_forecasts_fill(kn_forecasts *forecasts, int32_t *column, int count, kn_timing *timing);

/* Write the additional columns of the table (head and cells), their legend, and the forecasts and parameters
 * as JSON. */
void kn_forecasts_head(FILE *out);
void kn_forecasts_line(const kn_options *options, const kn_timing *timing, FILE *out);
void kn_forecasts_legend(const kn_timing_list *timings, FILE *out);
void kn_forecasts_timing_json(tc_json *json, const kn_timing *timing);
void kn_forecasts_machine_json(tc_json *json, const kn_forecasts *forecasts);

#endif
