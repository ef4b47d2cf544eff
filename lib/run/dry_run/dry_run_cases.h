/* Forecasts for many imagined runs at once. Not collective: one process works. */
#ifndef TC_RUN_DRY_RUN_DRY_RUN_CASES_H
#define TC_RUN_DRY_RUN_DRY_RUN_CASES_H

#include "run/dry_run/dry_run.h"
#include "run/dry_run/dry_run_machine.h"
#include "run/plan/results.h"

typedef struct tc_numbers {
  int count;
  const int32_t *number; /* [count] from 1 on */
} tc_numbers;

/* Every combination; arrays are borrowed. */
typedef struct tc_imagined_sweep {
  tc_numbers nodes, ranks_per_node, block_sizes; /* block size 0: one block a rank */
  int strategies;                                /* wanted ones */
  const tc_strategy *const *strategy;            /* [strategies] */
} tc_imagined_sweep;

/* results (zeroed before): one with forecasts for every shape and strategy, in the order of nodes, ranks a
 * node, block size, strategy; a shape whose one block a rank is in the list as a number too comes once.
 * A shape that no run can have
 * (TC_USAGE), or whose systems cannot be solved (TC_NUMERICAL), is a failure with the reason in place of
 * results. *first: the machine's parameters for the first shape of which there are some. Errors: what
 * tc_imagined_runs_count says; those two where there is nothing else. */
tc_status tc_imagined_sweep_make(const tc_imagined_sweep *sweep, tc_imagined_runs *runs,
                                 const tc_imagined_machine *machine, tc_results *results, tc_params *first);

#endif
