/* JSON members that describe the field at the end of a run, outside the list of results. The JSON report
 * calls it once, with the report's object open. Internal to report. */
#ifndef TC_REPORT_RENDER_JSON_OUTCOME_H
#define TC_REPORT_RENDER_JSON_OUTCOME_H

#include "base/text/json_writer.h"
#include "solve/observe/outcome.h"

/* Not collective. Writes the members for regions, markers, balance and probes into the open object. Writes
 * nothing if `outcome` is NULL. */
void tc_json_outcome(tc_json *json, const tc_outcome *outcome);

#endif
