/* Builders that fill a document from a report. JSON prints all of their items. CSV and text have separate
 * sections. Unknown values are null. Functions with `section` append to it. Not collective. */
#ifndef TC_REPORT_RENDER_REPORT_ITEMS_H
#define TC_REPORT_RENDER_REPORT_ITEMS_H

#include "base/document/document.h"
#include "mesh/topology.h"
#include "report/document/report.h"

/* Appends the whole content of the JSON report. */
void tc_items_add_report(tc_section *section, const tc_report *report);

/* Appends pictures, which only HTML shows. Bar charts show the seconds of the parts of a step (or of several
 * results), of each rank, and of the job. Curves show the extremes of the field. */
void tc_report_add_pictures(tc_section *section, const tc_report *report);

/* Appends command, environment, config, setup phases, warnings, files, disk space and stability. */
void tc_items_add_run(tc_section *section, const tc_report *report);

/* Appends the section "device", which describes the device that computed the steps; null if there was
 * none. */
void tc_items_add_device_use(tc_section *section, const tc_device_config *config);

/* Appends regions, markers, balance and probes at the end of a run. Appends nothing if `outcome` is NULL. */
void tc_items_add_outcome(tc_section *section, const tc_outcome *outcome);

/* Append the section "job". tc_items_add_job appends all times of a job. tc_items_add_job_parts appends the
 * forecasts of setup, steps, outputs and the whole job. Numbers that do not exist are omitted. Append nothing
 * if `job` is NULL. */
void tc_items_add_job(tc_section *section, const tc_job_report *job);
void tc_items_add_job_parts(tc_section *section, const tc_job_report *job);

/* Appends a result to the list of results. Times are maxima over the ranks, counts are sums. */
void tc_items_add_result(tc_section *list, const tc_report *report, const tc_result *result);

/* Appends the section "solver", which is null if no linear systems were solved. */
void tc_items_add_solver(tc_section *section, const tc_report *report, const tc_result *result);

/* Appends the section "topology" with the topology of a mesh. */
void tc_items_add_topology(tc_section *section, const tc_topology *topology);

#endif
