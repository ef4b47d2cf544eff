/* How the systems of a result were solved, in the JSON report. Internal to this floor. */
#ifndef TC_REPORT_RENDER_JSON_SOLVER_H
#define TC_REPORT_RENDER_JSON_SOLVER_H

#include "base/text/json_writer.h"
#include "report/document/report.h"

/* The member `solver` of the open result; null where no systems were solved. */
void tc_json_solver(tc_json *json, const tc_report *report, const tc_result *result);

#endif
