/* Functions that the commands `predict` and `quote` call before a dry run, which forecasts a run without
 * starting it. They choose the strategies, check the numbers of ranks, read or measure the machine, and set
 * the threads. They are not collective. Only the root calls them. */
#ifndef TC_APP_DRY_RUN_COMMAND_H
#define TC_APP_DRY_RUN_COMMAND_H

#include "options/options.h"
#include "run/dry_run/dry_run_machine.h"

/* Chooses the strategies to forecast. These are the strategies of the option --strategies. Without this
 * option, they are all strategies that the advice may recommend, and the config's strategy if its results are
 * valid. Errors: TC_USAGE if the config does not support a strategy that the user named. */
tc_status app_dry_run_choose_strategies(const app_options *options, const tc_config *config,
                                        app_strategies *out);

/* Checks that no case has more ranks than a dry run supports. Errors: TC_USAGE. */
tc_status app_dry_run_check_ranks(const tc_option_numbers *nodes, const tc_option_numbers *ranks_per_node);

/* Reads the machine file of the config, also its device parameters. Does nothing for --machine auto, the
 * machine on which the program runs, because its parameters are measured later. Sets *on_device to true if
 * the config chooses a device and the machine has one. Errors: TC_USAGE if there is no machine; those of
 * tc_machine_lookup_file and tc_dry_run_machine_device. */
tc_status app_dry_run_read_machine(const tc_config *config, const tc_log *log, tc_dry_run_machine *machine,
                                   bool *on_device);

/* Checks before the dry run that a machine file contains the parameters for at least one strategy: those that
 * a product on one rank needs, for rows of `width` off-diagonal entries. Does nothing for --machine auto, for
 * devices, and for machines with fitted parameters of the model paraiso. Errors: TC_USAGE with the names of
 * the missing parameters; TC_INTERNAL if memory is exhausted. */
tc_status app_dry_run_check_parameters(const tc_config *config, double width,
                                       const app_strategies *strategies, int ranks_per_node,
                                       const tc_dry_run_machine *machine);

/* Finds the parameters of the machine on which the program runs, and those of the device, for each of the
 * numbers of ranks per node with `threads` threads each. Rows have `width` off-diagonal entries. Uses
 * parameters in the machine cache if they suffice for the rows and the solver of the config, and measures the
 * others. Does nothing if --machine names a file. Sets *on_device as app_dry_run_read_machine does. Errors:
 * those of tc_dry_run_machine_measure and tc_dry_run_machine_device. */
tc_status app_dry_run_measure_machine(const tc_config *config, double width,
                                      const tc_option_numbers *ranks_per_node, int threads, const tc_log *log,
                                      tc_dry_run_machine *machine, bool *on_device);

/* Sets the number of OpenMP threads of the root to the number of usable cores, because the other ranks only
 * wait. OMP_NUM_THREADS overrides this number. Errors: TC_USAGE if OMP_NUM_THREADS is not valid. */
tc_status app_dry_run_use_all_cores(void);

#endif
