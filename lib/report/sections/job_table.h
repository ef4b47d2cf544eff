/* Section of a report about the whole job. Internal to report. */
#ifndef TC_REPORT_SECTIONS_JOB_TABLE_H
#define TC_REPORT_SECTIONS_JOB_TABLE_H

#include "base/document/document.h"
#include "report/document/job_report.h"

/* Not collective. Appends the table of the phases of a job and the lines below it. `name` follows the word
 * "Job" in the heading, such as " with neighbour", and is "" for runs. Appends nothing if `job` is NULL or
 * contains no times. */
void tc_report_text_job(const tc_job_report *job, const char *name, tc_section *out);

/* Returns the column of the bounds of `job` in a table: "at most 95 %". */
tc_column tc_job_bound_column(const tc_job_report *job, tc_section *table);

/* Appends a cell with a time to a row of a table. Times of a minute or more are written in minutes or
 * hours. */
void tc_job_add_seconds(tc_section *row, double seconds);

#endif
