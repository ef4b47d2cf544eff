/* What no single key of a run configuration can tell. Not collective. */
#ifndef TC_IO_CONFIG_CONFIG_CHECK_H
#define TC_IO_CONFIG_CONFIG_CHECK_H

#include "io/config/config.h"

/* Errors, TC_USAGE: fibres with two sources of directions or none, a tensor beside theirs, and the like. */
tc_status tc_config_check_fibres(const tc_config *config);

/* overrides: the command line names the order. Then an order.block of the file that it does not read is set
 * aside. Errors, TC_USAGE: order.objective is given, and METIS splits nothing; order.block, and the order has
 * none. */
tc_status tc_config_check_order(tc_config *config, bool overrides);

/* Tells boundary.default where it stands. Errors, TC_USAGE: what a kind needs is missing, or what it does not
 * know is there. */
tc_status tc_config_check_boundary(tc_config *config);

/* Errors, TC_USAGE: a state that has the name of something else in snapshots. */
tc_status tc_config_check_states(const tc_config *config);

/* Tells storage which format goes with the kernel where it is auto. Errors, TC_USAGE: kernel difference where
 * rows are no sums of differences, or with a strategy or storage that does not take it; a storage that is of
 * no other kernel. */
tc_status tc_config_check_kernel(tc_config *config);

/* The same of a strategy that is not the config's. */
tc_status tc_config_check_strategy_kernel(const tc_config *config, const char *where,
                                          const tc_strategy *strategy);

/* For a run with so many ranks, imagined ones too. Errors, TC_USAGE: distribution.grid has another number. */
tc_status tc_config_check_ranks(const tc_config *config, int ranks);

/* For a run with the config's strategy. Errors, TC_USAGE: distribution.grid is given, and that does not read
 * it. */
tc_status tc_config_check_grid(const tc_config *config);

#endif
