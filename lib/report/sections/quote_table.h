/* Table and JSON of a quote (report/document/quote_report.h). Not collective. */
#ifndef TC_REPORT_SECTIONS_QUOTE_TABLE_H
#define TC_REPORT_SECTIONS_QUOTE_TABLE_H

#include "base/document/document.h"
#include "report/document/quote_report.h"

/* Fills a document with the table of all cases, the recommended one marked with "*" and excluded ones with
 * their reason, with the origin of the bounds and the two next best cases below. The document has the JSON
 * of `quote --json`; `script` is the path of the script, NULL if none was written. Columns whose values the
 * machine file does not state do not appear. The caller renders or frees the document. */
void tc_report_quote_build(const tc_quote *quote, const char *script, tc_document *document);

#endif
