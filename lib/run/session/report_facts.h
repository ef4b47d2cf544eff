/* What every report of a run says, of one that took place or of imagined ones. */
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
  const tc_machine_source *origin; /* the machine of the forecasts .. */
  const tc_params *params;         /* .. and its parameters as the models used them */
  const tc_results *results;
} tc_report_facts;

/* Fills what follows from the facts and zeroes the rest, which only the caller knows: cells and nodes of the
 * mesh, its hash, steps, ranks and what is measured of them. Texts and pointers stay the facts'. Not
 * collective. */
void tc_report_facts_fill(const tc_report_facts *facts, tc_report *out);

#endif
