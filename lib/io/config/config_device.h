/* What the keys `device`, `device_kernel` and `device_tile` go with. Not collective. */
#ifndef TC_IO_CONFIG_CONFIG_DEVICE_H
#define TC_IO_CONFIG_CONFIG_DEVICE_H

#include "io/config/config.h"

/* Understands config->device.name. Errors, TC_USAGE: a device that this build does not know, a key that
 * nothing reads without one, and what does not go with one: steps that solve systems, strategies that read
 * while computing, a storage other than the first. */
tc_status tc_config_check_device(tc_config *config);

/* Part of that: of a strategy (NULL: auto, which takes one that fits), named at `where`. */
tc_status tc_config_check_device_strategy(const tc_config *config, const char *where,
                                          const tc_strategy *strategy);

/* Whether steps may be made on a device (auto: on machines that have one). */
bool tc_config_has_device(const tc_config *config);

#endif
