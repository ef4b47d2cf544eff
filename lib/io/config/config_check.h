/* Checks of combinations of keys that no single key can express. Not collective.
 * tc_config_parse calls the checks of order, fibres, boundary and states. Commands call the others, because
 * they depend on the strategies, the number of ranks or the device. All errors name the location of the key.
 */
#ifndef TC_IO_CONFIG_CONFIG_CHECK_H
#define TC_IO_CONFIG_CONFIG_CHECK_H

#include "io/config/config.h"

/* Checks the keys of fibres. Errors: TC_USAGE if fibres have two sources of directions or none, if a tensor
 * along fibres conflicts with diffusion.tensor, or if a key that one of them requires is missing. */
tc_status tc_config_check_fibres(const tc_config *config);

/* Checks the keys of `order`. `overrides` is true if the command line sets order.method. If the order that it
 * names does not support blocks, an order.block of the file is ignored: config->order.block becomes 0, and
 * config->order.aside the location of the key. Errors: TC_USAGE if order.objective is set but METIS is not
 * used, or if order.block is set, and not ignored, for an order that does not support blocks. */
tc_status tc_config_check_order(tc_config *config, bool overrides);

/* Checks the boundary rules and sets the location of boundary.default for messages. Errors: TC_USAGE if a
 * rule lacks a key that its kind requires or has one that its kind does not support. */
tc_status tc_config_check_boundary(tc_config *config);

/* Checks the names of states. Errors: TC_USAGE if a state has the name of another dataset in snapshots. */
tc_status tc_config_check_states(const tc_config *config);

/* Checks the kernel. If the storage is auto and the kernel is not matrix, sets the storage to the first
 * format of the kernel. Errors: TC_USAGE if the storage belongs to another kernel. TC_USAGE also if the
 * kernel is difference and the scheme or the boundary has rows that are not sums of differences, the steps
 * are not explicit, or the strategy does not support it. */
tc_status tc_config_check_kernel(tc_config *config);

/* Checks a strategy other than that of the config. `where` is the location at which the user named it.
 * Errors: TC_USAGE if the strategy does not support the kernel. */
tc_status tc_config_check_strategy_kernel(const tc_config *config, const char *where,
                                          const tc_strategy *strategy);

/* Checks the grid for a run with `ranks` ranks, also in a dry run. Errors: TC_USAGE if distribution.grid has
 * another number of ranks. */
tc_status tc_config_check_ranks(const tc_config *config, int ranks);

/* Checks the grid against the strategy of the config. Errors: TC_USAGE if distribution.grid is set but the
 * strategy does not use it. */
tc_status tc_config_check_grid(const tc_config *config);

/* Parses config->device into config->device_options. Errors: TC_USAGE if this build lacks the device, or
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
