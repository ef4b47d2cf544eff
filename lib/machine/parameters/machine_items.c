#include "machine/parameters/machine_items.h"

tc_section *tc_items_add_device(tc_section *section, const tc_device *device) {
  if (device)
    return TC_SECTION(section, "device", TC_VALUE("backend", tc_backend_name(device->backend)),
                      TC_VALUE("index", device->index), TC_VALUE("name", device->name),
                      TC_VALUE("processor", device->processor));
  tc_item_add(section, tc_item_null("device"));
  return NULL;
}

static void add_param(tc_section *section, int param, const double *value) {
  if (tc_param_values(param) > 1) section = tc_list_add(section, tc_param_name(param));
  for (int w = 0; w < tc_param_values(param); w++)
    tc_item_add(section, tc_item_positive(section->is_list ? NULL : tc_param_name(param), value[w]));
}

static void add_section(tc_section *out, int section, const tc_params *params) {
  for (int p = 0; p < TC_PARAM_COUNT; p++)
    if (tc_param_section(p) == section) add_param(out, p, tc_param_get(params, p));
}

void tc_items_add_params(tc_section *section, const tc_params *params) {
  add_section(section, TC_PARAM_SECTION_NONE, params);
  for (int s = 0; s < TC_PARAM_SECTION_COUNT; s++)
    add_section(tc_section_add(section, tc_param_section_name(s)), s, params);
}
