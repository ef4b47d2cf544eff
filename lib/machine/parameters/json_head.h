/* Devices and machine parameters as JSON. The reports of all programs call it, so that the keys are the
 * same everywhere. Unknown values are written as null. */
#ifndef TC_MACHINE_PARAMETERS_JSON_HEAD_H
#define TC_MACHINE_PARAMETERS_JSON_HEAD_H

#include "base/text/json_writer.h"
#include "device/device.h"
#include "machine/parameters/params.h"

/* Begins an object "device" and writes the properties of the device to it. The caller may add members and
 * must close the object. If `device` is NULL, writes null, which the caller does not close. */
void tc_json_device(tc_json *json, const tc_device *device);

/* Writes all machine parameters as members of the open object; unknown ones are null. Parameters of access
 * patterns are written into a nested object "patterns". */
void tc_json_params(tc_json *json, const tc_params *params);

#endif
