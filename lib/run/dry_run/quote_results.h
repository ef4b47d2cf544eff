/* Results of one case of a quote: a forecast of a step for each strategy and storage format. quote.c calls
 * tc_quote_results_add for each case, and cases with equal numbers of nodes and ranks consecutively, because
 * their counts are equal. Not collective. */
#ifndef TC_RUN_DRY_RUN_QUOTE_RESULTS_H
#define TC_RUN_DRY_RUN_QUOTE_RESULTS_H

#include "run/dry_run/quote.h"

/* Results of a case in a list of results. */
typedef struct tc_quote_range {
  int first, count;
} tc_quote_range;

/* Counts a case and appends its results with forecasts to `results`. `config` is the config of `runs`, of
 * which the function sets `threads` and `storage`. `equal` contains the results of a case with the same
 * numbers of nodes and ranks, which are copied instead of counted; its count is 0 if there is none. A
 * strategy that supports a single format appears once. Without a list of formats the format is that of the
 * config. Errors: those of tc_dry_run_count, after which the results of the case have been removed. */
tc_status tc_quote_results_add(const tc_quote_request *request, tc_dry_run *runs, tc_config *config,
                               const tc_dry_run_machine *machine, const tc_quote_case *item,
                               const tc_quote_range *equal, tc_results *results);

/* Frees the measurements of the results in the range that are not the fastest by any model, because only the
 * others can represent the case. A search would otherwise need about 3 kB for each rank of each result. */
void tc_quote_results_reduce(tc_results *results, const tc_quote_range *range);

/* Pure. Returns the index of the result in the range with the shortest step by `model`; -1 if no result has a
 * forecast. */
int tc_quote_results_find_fastest(const tc_results *results, const tc_quote_range *range, int model);

#endif
