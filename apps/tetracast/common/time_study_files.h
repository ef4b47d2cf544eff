/* Tables and report files of the commands `verify --steps`, `compare --time-methods` and `compare --powers`.
 * Not collective.
 */
#ifndef TC_APP_TIME_STUDY_FILES_H
#define TC_APP_TIME_STUDY_FILES_H

#include <stdio.h>

#include "report/document/powers_study.h"
#include "report/document/time_study.h"
#include "run/plan/run_options.h"

/* Type of the functions that fill a document (report/document/time_study.h, powers_study.h). */
typedef void app_time_study_build(const tc_time_study *study, tc_document *document);

/* Checks before the runs of `command` that the report files can be written and that none of them is an input
 * file. Errors: TC_OUTPUT; TC_USAGE if two files are the same. */
tc_status app_prepare_time_study(const tc_run_options *options, const char *command);

/* These functions print the table to `out` and write the reports of the options. Errors: TC_OUTPUT. */
tc_status app_write_time_study(const tc_run_options *options, const tc_time_study *study,
                               app_time_study_build *build, FILE *out);
tc_status app_write_powers_study(const tc_run_options *options, const tc_powers_study *study, FILE *out);

#endif
