/* Lines of a report table that describe the field at the end of a run, in addition to its extremes.
 * tc_report_text_field writes these lines last. Internal to report. */
#ifndef TC_REPORT_DOCUMENT_OUTCOME_TEXT_H
#define TC_REPORT_DOCUMENT_OUTCOME_TEXT_H

#include "base/document/document.h"
#include "solve/observe/outcome.h"

/* Not collective. Writes the means of the field by region if there are several regions. Then writes inflow
 * and balance if these are known, and the field values at the probes if there are any probes. Writes nothing
 * if `outcome` is NULL. */
void tc_report_text_outcome(const tc_outcome *outcome, tc_section *out);

#endif
