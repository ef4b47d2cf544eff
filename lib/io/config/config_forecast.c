#include "io/config/config_forecast.h"

#include <string.h>

static const tc_named_item probes[] = {[TC_SPEED_PROBE_AUTO] = {"auto",
                                                                "a probe before, during and after the steps"},
                                       [TC_SPEED_PROBE_NONE] = {"none", "no probe in the run"}};

TC_REGISTRY_NAMED_ITEMS(tc_config_speed_probes, probes);

bool tc_config_has_speed_probe(const tc_config *config) {
  return config->forecast.probe == TC_SPEED_PROBE_AUTO && strcmp(config->machine, "none") != 0;
}
