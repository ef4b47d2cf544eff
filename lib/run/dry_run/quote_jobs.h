/* Forecasts the job and computes the costs for each case of a quote. quote.c calls tc_quote_jobs_forecast for
 * each case after all cases have been counted. Not collective. */
#ifndef TC_RUN_DRY_RUN_QUOTE_JOBS_H
#define TC_RUN_DRY_RUN_QUOTE_JOBS_H

#include "run/dry_run/quote_results.h"

/* Data that all cases of a quote share. All pointers are borrowed. */
typedef struct tc_quote_jobs {
  const tc_dry_run *runs;
  tc_config *config; /* config of `runs`; the functions set its keys `threads` and `storage` for each case,
                        and `checkpoint.seconds` during a forecast */
  const tc_dry_run_machine *machine;
  int model;       /* index of the main model */
  double memory_B; /* memory of a node in bytes; 0 if unknown */
  tc_results *results;
  tc_dry_run_jobs *jobs; /* records of earlier jobs; read for the first case */
} tc_quote_jobs;

/* Selects the result in `range` with the shortest step, forecasts its job, and fills in all members of *item
 * except nodes, ranks and threads. If the config has a checkpoint file and no interval, chooses the interval
 * of checkpoints and includes their time. If no result has a forecast, the first one represents the case, and
 * the case is excluded. Errors: those of tc_dry_run_jobs_forecast. */
tc_status tc_quote_jobs_forecast(const tc_quote_jobs *jobs, const tc_quote_range *range, tc_quote_case *item);

#endif
