/* Data that reports of runs and of dry runs have in common: config, environment, machine, files and results.
 * tc_run_report and tc_dry_run_report call tc_report_facts_fill and then add the other members of the report.
 * The report borrows the data, which must outlive it. */
#ifndef TC_RUN_SESSION_REPORT_FACTS_H
#define TC_RUN_SESSION_REPORT_FACTS_H

#include "io/machine/machine_lookup.h"
#include "run/plan/results.h"
#include "run/session/run.h"

/* Not collective. Sets the members of the report that follow from the arguments, and zeroes the other
 * members. Only the options, the environment, the log, the config and the files of the plan are used.
 * `origin` has the machine parameters and a description of their origin, `params` the parameters that the
 * forecasts use. The caller then sets the counts and hash of the mesh, the steps, the ranks and the
 * measurements. The report borrows texts and arrays. */
void tc_report_facts_fill(const tc_plan *plan, const tc_machine_source *origin, const tc_params *params,
                          const tc_results *results, tc_report *out);

/* Not collective. Changes a report that tc_report_facts_fill has filled in to that of a system without a
 * mesh. The report borrows `system`, whose rows store `width` off-diagonal entries on average. */
void tc_report_facts_set_system(const tc_system_facts *system, double width, tc_report *out);

/* Not collective. Sets the source file of an imported mesh. The report borrows the text from `input`, which
 * may be zeroed. */
void tc_report_facts_add_source(const tc_mesh_input *input, tc_report *out);

/* Not collective. Fills in a report about the results of a run. The report borrows data from the run, from
 * its prepared problem, plan and machine, and from the results. */
void tc_run_report(const tc_run *run, const tc_results *results, tc_report *out);

#endif
