/* One result of the JSON report. Internal to this floor. */
#ifndef TC_REPORT_RENDER_JSON_RESULT_H
#define TC_REPORT_RENDER_JSON_RESULT_H

#include "base/text/json_writer.h"
#include "report/document/report.h"

/* An element of the open list. */
void tc_json_result(tc_json *json, const tc_report *report, const tc_result *result);

/* Sixteen hex digits, as text. */
void tc_json_hash(tc_json *json, const char *name, uint64_t hash);

#endif
