/* Appends devices and machine parameters to a report (a document of base/document). All programs call these
 * functions, so that their reports have the same keys. Unknown values are null. */
#ifndef TC_MACHINE_PARAMETERS_MACHINE_ITEMS_H
#define TC_MACHINE_PARAMETERS_MACHINE_ITEMS_H

#include "base/document/document.h"
#include "device/device.h"
#include "machine/parameters/params.h"

/* Appends a section "device" with the properties of the device and returns it, so that the caller can add
 * items. If `device` is NULL, appends null and returns NULL. */
tc_section *tc_items_add_device(tc_section *section, const tc_device *device);

/* Appends all machine parameters. The parameters of each section of
 * param_sections.def are in a nested section with the same name. */
void tc_items_add_params(tc_section *section, const tc_params *params);

#endif
