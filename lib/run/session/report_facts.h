/* Data that reports of runs and of dry runs have in common: config, environment, machine, files and results.
 * tc_session_report and the command predict call tc_report_facts_fill and then add the other members of the
 * report. The report borrows the data, which must outlive it. */
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
  const tc_machine_source *origin; /* machine parameters and a description of their origin */
  const tc_params *params;         /* machine parameters as used for the forecasts */
  const tc_results *results;
} tc_report_facts;

/* Not collective. Sets the members of the report that follow from `facts`, and zeroes the other members. The
 * caller then sets the counts and hash of the mesh, the steps, the ranks and the measurements. The report
 * borrows texts and arrays. */
void tc_report_facts_fill(const tc_report_facts *facts, tc_report *out);

#endif
