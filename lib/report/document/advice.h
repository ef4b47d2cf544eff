/* What to do with a forecast. Internal to this floor. */
#ifndef TC_REPORT_DOCUMENT_ADVICE_H
#define TC_REPORT_DOCUMENT_ADVICE_H

#include "report/document/report.h"

/* The result with the shortest forecast among begin .. end-1 whose field is a solution; NULL when none has a
 * forecast. */
const tc_result *tc_advice_cheapest(const tc_report *report, int begin, int end);

/* The cheapest result of the fewest ranks that have a forecast. There must be one. */
const tc_result *tc_advice_fewest(const tc_report *report);

/* Sentences: the fastest run and what limits it, beyond which number of ranks more do not pay, and what
 * limits the next larger one. */
void tc_advice_write(const tc_report *report, FILE *out);

#endif
