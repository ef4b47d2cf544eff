/* Checks of combinations of config keys. Not collective. tc_config_parse calls the checks of order, fibres,
 * boundary and states. Commands call the other checks, because these depend on the strategies, the number of
 * ranks or the device. Every error message begins with the position of a key. */
#ifndef TC_IO_CONFIG_CONFIG_CHECK_H
#define TC_IO_CONFIG_CONFIG_CHECK_H

#include "io/config/config.h"

/* Checks the keys of diffusion.fibres. Errors: TC_USAGE if the direction of the fibres is set both by a file
 * and by formulas, or if a tensor needs fibres but no direction is set. TC_USAGE also if
 * diffusion.fibres.tensor and diffusion.tensor are both set, or if a key is missing that one of these keys
 * requires. */
tc_status tc_config_check_fibres(const tc_config *config);

/* Checks the keys of the section `order`. `overrides` is true if the command line sets order.method. If the
 * command line sets an order without blocks but the file sets order.block, that key is ignored:
 * config->order.block becomes 0, and config->order.ignored_block becomes the position of the key. Errors:
 * TC_USAGE if order.block is set for an order without blocks and is not ignored, or if order.objective is set
 * but nothing uses it. */
tc_status tc_config_check_order(tc_config *config, bool overrides);

/* Checks the key distribution.partitioner. Errors: TC_USAGE if it selects a method but the distribution has
 * no subdomains. */
tc_status tc_config_check_partitioner(const tc_config *config);

/* Checks the boundary conditions of all markers, and sets the position of boundary.default for messages.
 * Errors: TC_USAGE if a boundary condition lacks a key that its kind requires or has a key that its kind does
 * not support. */
tc_status tc_config_check_boundary(tc_config *config);

/* Checks the names of the local states. Errors: TC_USAGE if a state has the name of another dataset of
 * snapshots. */
tc_status tc_config_check_states(const tc_config *config);

/* Checks snapshots.times and snapshots.interval. Errors: TC_USAGE if both are set, if the method has no time
 * steps, or if time.dt is auto and time.end is not set; those of tc_output_times_check; with a number as
 * time.dt also those of tc_output_times_check_multiples. */
tc_status tc_config_check_output_times(const tc_config *config);

/* Returns the requested times of snapshots in a run that ends at the simulated time `end`. Without such keys
 * all members are 0. The list is borrowed from the config. */
tc_output_times tc_config_output_times(const tc_config *config, double end);

/* True if the config requests snapshots at given simulated times. */
bool tc_config_has_output_times(const tc_config *config);

/* Checks the key `kernel`. If the key `storage` is auto and the kernel is not matrix, sets the storage to the
 * first format of the kernel. Errors: TC_USAGE if the storage format belongs to another kernel. For kernel:
 * difference also TC_USAGE if the scheme or a boundary condition yields matrix rows that are not sums of
 * differences, if steps are not explicit, or if the strategy does not support this kernel. */
tc_status tc_config_check_kernel(tc_config *config);

/* Checks that `strategy` supports the kernel of the config. `where` is the position at which the user named
 * the strategy, for messages. Errors: TC_USAGE if the strategy does not support the kernel. */
tc_status tc_config_check_strategy_kernel(const tc_config *config, const char *where,
                                          const tc_strategy *strategy);

/* Checks that the grid of distribution.grid has `ranks` ranks, which may be the number of ranks of a dry run.
 * Errors: TC_USAGE if the grid has another number of ranks. */
tc_status tc_config_check_ranks(const tc_config *config, int ranks);

/* Checks a config that is used with a mesh passed by the calling program. The key mesh.scale cannot change
 * this mesh. Errors: TC_USAGE if mesh.scale is not 1. */
tc_status tc_config_check_host_mesh(const tc_config *config);

/* Checks that the strategy of the config uses a grid if distribution.grid is set. Errors: TC_USAGE if the
 * strategy does not use a grid. */
tc_status tc_config_check_grid(const tc_config *config);

/* Parses config->device into config->device_options. Errors: TC_USAGE if this build does not support the
 * device, if device_kernel or device_tile is set without a device, or if the device does not support the
 * value of device_tile, the integrator, the strategy or the storage format. A device supports no strategy
 * that reads remote values during the product, and only the first storage format of the kernel. */
tc_status tc_config_check_device(tc_config *config);

/* Checks that the device of the config supports `strategy`. `where` is the position at which the user named
 * the strategy. A NULL strategy stands for auto, which always selects a supported strategy. Errors: TC_USAGE
 * if the device does not support the strategy. */
tc_status tc_config_check_device_strategy(const tc_config *config, const char *where,
                                          const tc_strategy *strategy);

/* True if time steps may be computed on a device. For device: auto the result is true, although the machine
 * may have no device. */
bool tc_config_has_device(const tc_config *config);

/* True if the run records a history, in a file of its own or in the snapshot file. */
bool tc_config_has_history(const tc_config *config);

#endif
