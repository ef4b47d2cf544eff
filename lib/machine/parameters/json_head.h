/* Devices and machine parameters as JSON. */
#ifndef TC_MACHINE_PARAMETERS_JSON_HEAD_H
#define TC_MACHINE_PARAMETERS_JSON_HEAD_H

#include "base/text/json_writer.h"
#include "device/device.h"
#include "machine/parameters/params.h"

/* Opens an object "device" of what is known of it, for more to be added and closed; NULL gives null, which is
 * not open. */
void tc_json_device(tc_json *json, const tc_device *device);

/* Into the open object: all parameters of params.def, null for what is not known; those of patterns in an
 * object "patterns". */
void tc_json_params(tc_json *json, const tc_params *params);

#endif
