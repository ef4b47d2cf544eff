/* Creates the results of one case of a quote, which are the forecasts of a step with each strategy and
 * storage format. quote.c calls tc_quote_results_add for each case. Cases that differ only in the number of
 * threads follow one another, because they have equal counts, which are computed only once. Not collective.
 */
#ifndef TC_RUN_DRY_RUN_QUOTE_RESULTS_H
#define TC_RUN_DRY_RUN_QUOTE_RESULTS_H

#include "run/dry_run/quote.h"

/* Results of one case: `count` consecutive results of a list, from index `first`. */
typedef struct tc_quote_range {
  int first, count;
} tc_quote_range;

/* Counts a case and appends its results with forecasts to `results`. `config` is the config of `runs`, in
 * which the function sets the keys `threads` and `storage`. `equal` contains the results of an earlier case
 * with the same numbers of nodes and ranks, whose counts are copied. Its member count is 0 if there is none.
 * A strategy that supports only one format has one result. If the request lists no formats, the config
 * selects the format. Errors: those of tc_dry_run_count, after which the results of the case have been
 * removed. */
tc_status tc_quote_results_add(const tc_quote_request *request, tc_dry_run *runs, tc_config *config,
                               const tc_dry_run_machine *machine, const tc_quote_case *item,
                               const tc_quote_range *equal, tc_results *results);

/* Frees the member `measured` of those results in the range that are not the fastest by any model, because
 * they cannot represent the case. Without this, a search would need about 3 kB for each rank of each
 * result. */
void tc_quote_results_reduce(tc_results *results, const tc_quote_range *range);

/* Pure. Returns the index of the result in the range with the shortest step by `model`; -1 if no result has a
 * forecast. */
int tc_quote_results_find_fastest(const tc_results *results, const tc_quote_range *range, int model);

#endif
