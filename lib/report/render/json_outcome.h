/* What the JSON says of the field at the end of a run, beside its results. Internal to this floor. */
#ifndef TC_REPORT_RENDER_JSON_OUTCOME_H
#define TC_REPORT_RENDER_JSON_OUTCOME_H

#include "base/text/json_writer.h"
#include "solve/observe/outcome.h"

/* Into the open object: regions, markers, balance, probes; nothing for NULL. */
void tc_json_outcome(tc_json *json, const tc_outcome *outcome);

#endif
