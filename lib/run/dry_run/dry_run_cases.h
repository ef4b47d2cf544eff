/* Forecasts for many imagined runs at once. Not collective: one process works. */
#ifndef TC_RUN_DRY_RUN_DRY_RUN_CASES_H
#define TC_RUN_DRY_RUN_DRY_RUN_CASES_H

#include "run/dry_run/dry_run.h"
#include "run/dry_run/dry_run_machine.h"
#include "run/plan/results.h"

typedef struct tc_number_list {
  int count;
  const int32_t *number; /* [count] from 1 on */
} tc_number_list;

/* Every combination; arrays are borrowed. */
typedef struct tc_dry_run_cases {
  tc_number_list nodes, ranks_per_node, block_sizes; /* block size 0: one block a rank */
  int strategies;                                    /* wanted ones */
  const tc_strategy *const *strategy;                /* [strategies] */
} tc_dry_run_cases;

/* results (zeroed before): one with forecasts for every shape and strategy, in the order of nodes, ranks a
 * node, block size, strategy; a shape whose one block a rank is in the list as a number too comes once.
 * A shape that no run can have
 * (TC_USAGE), or whose systems cannot be solved (TC_NUMERICAL), is a failure with the reason in place of
 * results. *first: the machine's parameters for the first shape of which there are some. Errors: what
 * tc_dry_run_count says; those two where there is nothing else. */
tc_status tc_dry_run_cases_run(const tc_dry_run_cases *sweep, tc_dry_run *runs,
                               const tc_dry_run_machine *machine, tc_results *results, tc_params *first);

#endif
