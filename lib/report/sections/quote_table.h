/* Table and JSON of a quote (report/document/quote_report.h). `tetracast quote` calls tc_report_quote_build
 * to create both. The text is in quote_table.c, the JSON in report/render/quote_document.c. Not
 * collective. */
#ifndef TC_REPORT_SECTIONS_QUOTE_TABLE_H
#define TC_REPORT_SECTIONS_QUOTE_TABLE_H

#include "base/document/document.h"
#include "report/document/quote_report.h"

/* Appends the table of all cases. The recommended case is marked with "*", and excluded cases show the reason
 * of the exclusion. A legend, the origin of the bounds and the two next best cases follow. Times and
 * node-hours include the launcher. Columns whose values the machine file does not state do not appear. */
void tc_report_text_quote(const tc_quote *quote, tc_section *out);

/* Fills a document with this text and with the JSON of `quote --json`. `script` is the path of the script;
 * NULL if none was written. JSON omits values that do not exist. The caller renders or frees the document. */
void tc_report_quote_build(const tc_quote *quote, const char *script, tc_document *document);

#endif
