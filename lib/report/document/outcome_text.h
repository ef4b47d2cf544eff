/* What a table says of the field at the end of a run beside its extremes. Internal to this floor. */
#ifndef TC_REPORT_DOCUMENT_OUTCOME_TEXT_H
#define TC_REPORT_DOCUMENT_OUTCOME_TEXT_H

#include <stdio.h>

#include "solve/observe/outcome.h"

/* A line each where there is something to tell: means of several regions, what has entered and how far that
 * explains the change of the integral, probes. Nothing for NULL. */
void tc_report_text_outcome(const tc_outcome *outcome, FILE *out);

#endif
