/* Facts that the reports of runs and of dry runs have in common: config, environment, machine, files and
 * results. tc_session_report and the command predict fill them in, and then add the counts of their mesh and
 * ranks to the report. The report borrows from the facts, which must outlive it. */
#ifndef TC_RUN_SESSION_REPORT_FACTS_H
#define TC_RUN_SESSION_REPORT_FACTS_H

#include "io/machine/machine_lookup.h"
#include "run/environment/run_environment.h"
#include "run/plan/results.h"
#include "run/plan/run_options.h"

typedef struct tc_report_facts {
  const tc_run_options *options;
  const tc_run_environment *environment;
  const tc_log *log;
  const tc_config *config;
  const tc_file_list *files;
  const tc_machine_source *origin; /* machine of the forecasts and its source */
  const tc_params *params;         /* parameters that the models used for the forecasts */
  const tc_results *results;
} tc_report_facts;

/* Not collective. Fills in the members of the report that follow from the facts, and zeroes the others. The
 * caller then sets these others: counts and hash of the mesh, steps, ranks, and what was measured in a run.
 * Texts and arrays remain owned by the facts. */
void tc_report_facts_fill(const tc_report_facts *facts, tc_report *out);

#endif
