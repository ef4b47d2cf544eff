/* Forecasts of a step for many cases and strategies. A case is one combination of nodes, ranks per node and
 * block size. The command predict calls tc_dry_run_cases_run after tc_dry_run_init and after it has found the
 * machine parameters. Not collective: one process computes everything. */
#ifndef TC_RUN_DRY_RUN_DRY_RUN_CASES_H
#define TC_RUN_DRY_RUN_DRY_RUN_CASES_H

#include "base/command/option.h"
#include "run/dry_run/dry_run.h"
#include "run/dry_run/dry_run_machine.h"
#include "run/plan/results.h"

/* Lists of nodes, ranks per node and block sizes. Each combination of their entries is a case. The strategies
 * are borrowed. */
typedef struct tc_dry_run_cases {
  /* nodes, ranks per node, and rows per block; block size 0 means one block per rank */
  tc_option_numbers nodes, ranks_per_node, block_sizes;
  int strategies;                     /* number of strategies */
  const tc_strategy *const *strategy; /* [strategies] strategies with which each case is forecast */
} tc_dry_run_cases;

/* Appends to `results` (zeroed before the call) a result with forecasts for every case and strategy, sorted
 * by nodes, ranks per node, block size and strategy. If block size 0 and a listed block size give the same
 * blocks, the case appears only once. If a case is impossible (TC_USAGE), or its linear systems cannot be
 * solved (TC_NUMERICAL), a failure with the reason is appended instead of results. Sets *first to the machine
 * parameters of the first case with results. Errors: those of tc_dry_run_count; TC_USAGE and TC_NUMERICAL
 * only if no case has results. */
tc_status tc_dry_run_cases_run(const tc_dry_run_cases *sweep, tc_dry_run *runs,
                               const tc_dry_run_machine *machine, tc_results *results, tc_params *first);

/* Pure. Returns the machine parameters from which a result is forecast. They apply to the result's ranks per
 * node, and to the working set of the rank with the most rows. */
tc_params tc_dry_run_cases_params(const tc_dry_run *runs, const tc_dry_run_machine *machine,
                                  const tc_result *result);

#endif
