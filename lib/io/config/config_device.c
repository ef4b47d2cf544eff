#include "io/config/config_device.h"

bool tc_config_has_device(const tc_config *config) {
  return config->device.options.automatic || config->device.options.backend;
}

static tc_status check_alone(const tc_config *config) {
  static const char *const keys[] = {"device_kernel", "device_tile"};
  for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
    if (tc_config_is_set(config, keys[k]))
      return tc_status_create(TC_USAGE, "%s: is used only on a device: set device to opencl or cuda",
                              tc_config_location(config, keys[k]));
  return TC_OK;
}

static tc_status check_tile(const tc_config *config) {
  static const int32_t tiles[] = {0, 64, 128, 256, 512};
  for (size_t t = 0; t < sizeof tiles / sizeof *tiles; t++)
    if (config->device.tile == tiles[t]) return TC_OK;
  return tc_status_create(TC_USAGE, "%s: expected one of 0, 64, 128, 256, 512, found %d",
                          tc_config_location(config, "device_tile"), (int)config->device.tile);
}

tc_status tc_config_check_device_strategy(const tc_config *config, const char *where,
                                          const tc_strategy *strategy) {
  if (!tc_config_has_device(config) || !strategy || strategy->transport) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "%s: %s reads remote values during the product, which a device does not support "
                          "(%s): use a strategy with an exchange, such as condensed, or device: none",
                          where, strategy->name, tc_config_location(config, "device"));
}

tc_status tc_config_check_device(tc_config *config) {
  TC_TRY(tc_device_options_parse(tc_config_location(config, "device"), config->device.name,
                                 &config->device.options));
  if (!tc_config_has_device(config)) return check_alone(config);
  TC_TRY(check_tile(config));
  if (!config->time.method->on_device)
    return tc_status_create(TC_USAGE,
                            "%s: time.method %s (%s) does not run on a device: use euler, or device: none",
                            tc_config_location(config, "device"), config->time.method->name,
                            tc_config_location(config, "time.method"));
  const tc_format *format = tc_format_first(config->kernel);
  if (config->storage && config->storage != format)
    return tc_status_create(TC_USAGE, "%s: a device (%s) supports only storage %s: set storage to auto",
                            tc_config_location(config, "storage"), tc_config_location(config, "device"),
                            format->name);
  return tc_config_check_device_strategy(config, tc_config_location(config, "strategy"), config->strategy);
}
