/* Checks of combinations of keys that no single key can express. Not collective.
 * tc_config_parse calls the checks of order, fibres, boundary and states. Commands call the others, because
 * they depend on the strategies or the number of ranks. All errors name the location of the key. */
#ifndef TC_IO_CONFIG_CONFIG_CHECK_H
#define TC_IO_CONFIG_CONFIG_CHECK_H

#include "io/config/config.h"

/* Errors: TC_USAGE if fibres have two sources of directions or none, if a tensor along fibres conflicts with
 * diffusion.tensor, or if a part of either is missing. */
tc_status tc_config_check_fibres(const tc_config *config);

/* overrides: true if the command line sets order.method. If that order does not support order.block, a block
 * that the file sets is then ignored (order.block 0, order.aside its location). Errors: TC_USAGE if
 * order.objective is set but METIS is not used, or if order.block is set otherwise for an order that does not
 * support it. */
tc_status tc_config_check_order(tc_config *config, bool overrides);

/* Sets the location of boundary.default for messages. Errors: TC_USAGE if a rule lacks a key that its kind
 * requires or has one that its kind does not support. */
tc_status tc_config_check_boundary(tc_config *config);

/* Errors: TC_USAGE if a state has the name of another dataset in snapshots. */
tc_status tc_config_check_states(const tc_config *config);

/* Sets the storage to the first format of the kernel if it is auto and the kernel is not matrix. Errors:
 * TC_USAGE if kernel difference is used with a scheme or boundary whose rows are not sums of differences,
 * with steps that are not explicit, or with a strategy that does not support it, or if the storage belongs to
 * another kernel. */
tc_status tc_config_check_kernel(tc_config *config);

/* Checks a strategy other than that of the config, named at `where`. Errors: TC_USAGE if it does not support
 * the kernel. */
tc_status tc_config_check_strategy_kernel(const tc_config *config, const char *where,
                                          const tc_strategy *strategy);

/* Checks the grid for a run with `ranks` ranks, in a dry run too. Errors: TC_USAGE if distribution.grid has
 * another number of ranks. */
tc_status tc_config_check_ranks(const tc_config *config, int ranks);

/* Checks the grid against the strategy of the config. Errors: TC_USAGE if distribution.grid is set but the
 * strategy does not use it. */
tc_status tc_config_check_grid(const tc_config *config);

#endif
