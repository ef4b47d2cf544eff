/* What the JSON says of the run as a whole, beside its results. Internal to this floor. */
#ifndef TC_REPORT_RENDER_JSON_RUN_H
#define TC_REPORT_RENDER_JSON_RUN_H

#include "base/text/json_writer.h"
#include "report/document/report.h"

/* Into the open object: command, libraries, directory, date, wall_s, hosts, cluster, config, phases,
 * warnings, files, disk_B. */
void tc_json_run(tc_json *json, const tc_report *report);

/* "device": which one made the steps, null where none did. */
void tc_json_device_use(tc_json *json, const tc_device_config *use);

#endif
