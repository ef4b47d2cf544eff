/* Checks of the keys `device`, `device_kernel` and `device_tile` against the others. Not collective.
 * The run module calls tc_config_check_device after it has applied the command line. Commands that compare
 * strategies check each strategy with tc_config_check_device_strategy. */
#ifndef TC_IO_CONFIG_CONFIG_DEVICE_H
#define TC_IO_CONFIG_CONFIG_DEVICE_H

#include "io/config/config.h"

/* Parses config->device.name into config->device.options. Errors: TC_USAGE if this build lacks the device, or
 * if a device key is set without a device. TC_USAGE also if the device does not support the tile, the
 * integrator, the strategy (one that reads remote values during the product) or the storage (any but the
 * first format of the kernel). */
tc_status tc_config_check_device(tc_config *config);

/* Checks that the device supports the strategy, which the user named at `where`. NULL stands for auto, which
 * selects a supported one. Errors: TC_USAGE. */
tc_status tc_config_check_device_strategy(const tc_config *config, const char *where,
                                          const tc_strategy *strategy);

/* True if steps may be computed on a device. With the device auto this depends on the machine. */
bool tc_config_has_device(const tc_config *config);

#endif
