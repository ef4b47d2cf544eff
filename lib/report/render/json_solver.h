/* JSON object that describes the solver of a result. json_result.c calls it with the object of the result
 * open. Internal to report. */
#ifndef TC_REPORT_RENDER_JSON_SOLVER_H
#define TC_REPORT_RENDER_JSON_SOLVER_H

#include "base/text/json_writer.h"
#include "report/document/report.h"

/* Not collective. Writes the member `solver` of the open result. It is null if no systems were solved. */
void tc_json_solver(tc_json *json, const tc_report *report, const tc_result *result);

#endif
