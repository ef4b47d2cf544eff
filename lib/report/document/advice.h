/* Advice after a dry run: the fastest case, its bottleneck and the useful number of ranks.
 * tc_report_prediction writes it after the table of cases. All results depend on the report only. Internal to
 * report. */
#ifndef TC_REPORT_DOCUMENT_ADVICE_H
#define TC_REPORT_DOCUMENT_ADVICE_H

#include "report/document/report.h"

/* Returns the result with the shortest forecast among results number begin .. end - 1. Only results whose
 * field is a solution are considered. NULL if none of them has a forecast. */
const tc_result *tc_advice_find_fastest(const tc_report *report, int begin, int end);

/* Returns the fastest result among those that have a forecast of the whole job. If none has, returns the
 * fastest result, and NULL if there is none. */
const tc_result *tc_advice_find_job(const tc_report *report);

/* Returns the end of the group of results that begins at `begin`: those of one case, with equal nodes, ranks
 * and block size. If its first strategy occurs again, the next group begins there, because the user may
 * request a number of ranks twice. */
int tc_advice_find_case_end(const tc_report *report, int begin);

/* Returns the result with the fewest ranks that has a forecast and whose field is a solution. If several have
 * that number of ranks, returns the one with the shortest forecast. NULL if there is none. */
const tc_result *tc_advice_find_fewest_ranks(const tc_report *report);

/* Writes sentences about the fastest case and its bottleneck, about the number of ranks beyond which more
 * ranks are not worthwhile, and about the bottleneck of the case with the next larger number of ranks. */
void tc_advice_write(const tc_report *report, tc_section *out);

#endif
