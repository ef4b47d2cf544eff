#include "machine/parameters/json_head.h"

#include <math.h>

void tc_json_device(tc_json *json, const tc_device *device) {
  if (!device) {
    tc_json_text(json, "device", NULL);
    return;
  }
  tc_json_begin(json, "device", '{');
  tc_json_text(json, "backend", tc_backend_name(device->backend));
  tc_json_integer(json, "index", device->index);
  tc_json_text(json, "name", device->name);
  tc_json_bool(json, "processor", device->processor);
}

static void write_known(tc_json *json, const char *name, double value) {
  tc_json_number(json, name, value > 0.0 ? value : NAN);
}

static void write_param(tc_json *json, int param, const double *value) {
  if (tc_param_values(param) == 1) {
    write_known(json, tc_param_name(param), *value);
    return;
  }
  tc_json_begin(json, tc_param_name(param), '[');
  for (int w = 0; w < tc_param_values(param); w++) write_known(json, NULL, value[w]);
  tc_json_end(json, ']');
}

void tc_json_params(tc_json *json, const tc_params *params) {
  for (int p = 0; p < TC_PARAM_COUNT; p++)
    if (!tc_param_is_pattern(p)) write_param(json, p, tc_param_get(params, p));
  tc_json_begin(json, "patterns", '{');
  for (int p = 0; p < TC_PARAM_COUNT; p++)
    if (tc_param_is_pattern(p)) write_param(json, p, tc_param_get(params, p));
  tc_json_end(json, '}');
}
