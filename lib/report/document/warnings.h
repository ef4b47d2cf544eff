/* Circumstances under which the figures of a report mean less than they seem to. Internal to this floor. */
#ifndef TC_REPORT_DOCUMENT_WARNINGS_H
#define TC_REPORT_DOCUMENT_WARNINGS_H

#include "base/text/line.h"
#include "report/document/report.h"

enum { TC_REPORT_WARNINGS = 5 };

/* Warning `which` (from 0, below TC_REPORT_WARNINGS) as a sentence with its full stop into *out; false where
 * it does not apply. */
bool tc_report_warning(const tc_report *report, int which, tc_line *out);

#endif
