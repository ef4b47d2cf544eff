/* Warnings about conditions that make the figures of a report less reliable. The legend of the tables and the
 * JSON report list these warnings. Internal to report. */
#ifndef TC_REPORT_DOCUMENT_WARNINGS_H
#define TC_REPORT_DOCUMENT_WARNINGS_H

#include "base/text/line.h"
#include "report/document/report.h"

enum { TC_REPORT_WARNINGS = 5 };

/* Not collective. Writes warning number `number`, 0 to TC_REPORT_WARNINGS - 1, to *out as a sentence with its
 * full stop. Returns false if the warning does not apply to the report; *out is then empty. */
bool tc_report_warning(const tc_report *report, int number, tc_line *out);

#endif
