/* JSON object of one result. json.c calls it for every result, with the list of results open. Internal to
 * report. */
#ifndef TC_REPORT_RENDER_JSON_RESULT_H
#define TC_REPORT_RENDER_JSON_RESULT_H

#include "base/text/json_writer.h"
#include "report/document/report.h"

/* Not collective. Writes a result as an item of the open list. */
void tc_json_result(tc_json *json, const tc_report *report, const tc_result *result);

#endif
