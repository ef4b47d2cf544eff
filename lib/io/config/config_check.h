/* Checks of combinations of keys that no single key can express. Not collective.
 * tc_config_parse calls the checks of order, fibres, boundary and states. Commands call the others, because
 * they depend on the strategies or the number of ranks. All errors name the location of the key. */
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

#endif
