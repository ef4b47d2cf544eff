/* Report of a dry run. The command predict and the library's forecasts fill it in after all cases have been
 * forecast. */
#ifndef TC_RUN_DRY_RUN_DRY_RUN_REPORT_H
#define TC_RUN_DRY_RUN_DRY_RUN_REPORT_H

#include "run/dry_run/dry_run_cases.h"
#include "run/session/report_facts.h"

/* Inputs and results of a dry run; all are borrowed. */
typedef struct tc_dry_run_facts {
  const tc_plan *plan; /* plan, of which only the members that tc_report_facts_fill names are used */
  const tc_dry_run *runs;
  const tc_dry_run_machine *machine;
  const tc_results *results;     /* results of all cases; at least one */
  const tc_params *params;       /* machine parameters of the first case */
  bool is_one_case;              /* true if all results have the same numbers of nodes and ranks */
  const tc_system_facts *system; /* system without a mesh; NULL for problems with a mesh */
} tc_dry_run_facts;

/* Not collective. Fills in the report, which borrows from all arguments. */
void tc_dry_run_report(const tc_dry_run_facts *facts, tc_report *out);

/* Not collective, after tc_dry_run_report. Adds the comparison of time methods of the trial, if there is one,
 * with forecasts for the fastest result. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_dry_run_report_methods(const tc_dry_run_facts *facts, tc_report *out);

#endif
