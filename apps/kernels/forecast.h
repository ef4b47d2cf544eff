/* Forecasts of the time of a product by `kernels run --forecast`, for the table lines whose products run on
 * the processor. One forecast is equation (6) of Langguth et al. (2015) with the caches and bandwidths of
 * this machine (machine/limits/levels.h). The other one counts the single reads of x in the instance by reuse
 * distance and multiplies them by measured costs (machine/limits/read_costs.h), like the model `hierarchy` of
 * tetracast. Each machine parameter comes from its fastest sample, because medians are not comparable on
 * hosts of varying speed. The forecasts are therefore those of the fastest product. cmd_run.c calls
 * kn_forecasts_create, then kn_forecasts_sample in each round and kn_forecasts_fill at the end. report.c
 * writes the results. All functions accept NULL instead of forecasts. */
#ifndef TC_KERNELS_FORECAST_H
#define TC_KERNELS_FORECAST_H

#include "report.h"

/* Creates the object that collects measurements for the forecasts. Leaves *out unchanged if --forecast is not
 * set. Errors: TC_USAGE if the matrix has fewer than KN_LOCAL_ROWS_MIN rows or if its width is not that of
 * instances; TC_INTERNAL if memory is exhausted. */
tc_status kn_forecasts_create(const kn_options *options, kn_forecasts **out);
void kn_forecasts_destroy(kn_forecasts **forecasts);

/* Measures this machine and thus adds one sample to each machine parameter. Called in each round of products.
 * Errors: those of products. */
tc_status kn_forecasts_sample(kn_forecasts *forecasts);

/* Computes the forecasts of all `count` table lines in `timing` after the last round. Overwrites `column`,
 * which has space for the column indices of a matrix: `cells` rows of `width` entries. Errors: TC_INTERNAL if
 * memory is exhausted. */
tc_status kn_forecasts_fill(kn_forecasts *forecasts, int32_t *column, int count, kn_timing *timing);

/* The next four functions write the forecasts as part of the output of `kernels run`. The table has
 * additional columns: kn_forecasts_head writes their heads, kn_forecasts_line their values in one line, and
 * kn_forecasts_legend an explanation. kn_forecasts_machine_add appends the machine parameters to the JSON
 * report. */
void kn_forecasts_head(FILE *out);
void kn_forecasts_line(const kn_options *options, const kn_timing *timing, FILE *out);
void kn_forecasts_legend(const kn_timing_list *timings, FILE *out);
void kn_forecasts_machine_add(tc_section *section, const kn_forecasts *forecasts);

#endif
