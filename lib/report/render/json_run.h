/* JSON members that describe the run as a whole, outside the list of results. json.c calls it once, with the
 * report's object open. Internal to report. */
#ifndef TC_REPORT_RENDER_JSON_RUN_H
#define TC_REPORT_RENDER_JSON_RUN_H

#include "base/text/json_writer.h"
#include "report/document/report.h"

/* Not collective. Writes the members command, libraries, directory, date, wall_s, hosts, cluster, config,
 * phases, warnings, files and disk_B into the open object. */
void tc_json_run(tc_json *json, const tc_report *report);

/* Writes the member "device", which describes the device of the steps; null if there was none. */
void tc_json_device_use(tc_json *json, const tc_device_config *use);

#endif
