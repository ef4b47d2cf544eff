/* Advice after a dry run: the fastest case, its bottleneck and the useful number of ranks.
 * tc_report_prediction writes it after the table of cases. All functions read the report and have no other
 * state. Internal to report. */
#ifndef TC_REPORT_DOCUMENT_ADVICE_H
#define TC_REPORT_DOCUMENT_ADVICE_H

#include "report/document/report.h"

/* Returns the result with the shortest forecast among begin .. end - 1 whose field is a solution; NULL if
 * none has a forecast. */
const tc_result *tc_advice_cheapest(const tc_report *report, int begin, int end);

/* Returns the cheapest result with the smallest number of ranks that has a forecast; NULL if none has one. */
const tc_result *tc_advice_fewest(const tc_report *report);

/* Writes sentences: the fastest case and its bottleneck, the number of ranks beyond which more ranks are not
 * worthwhile, and the bottleneck of the next larger number. */
void tc_advice_write(const tc_report *report, FILE *out);

#endif
