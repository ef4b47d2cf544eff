/* Config of the commands that solve the system of a matrix file: there is no config file, but keys on the
 * command line set solver, distribution and machine. */
#ifndef TC_RUN_SYSTEMS_SYSTEM_CONFIG_H
#define TC_RUN_SYSTEMS_SYSTEM_CONFIG_H

#include "run/plan/run_options.h"
#include "system/system_solve.h"

/* Collective. Creates the config from the overrides of `choice`, whose members `config` and `text` are not
 * used. `command` is the name in messages, such as "solve". The time.method of the result is `steady`, and
 * mesh.file is NULL. *out is NULL before the call. The caller destroys *out, also after an error. Errors (on
 * all ranks): TC_USAGE if an override sets a key that has no effect, a device or a partitioner that needs a
 * mesh; those of tc_run_options_read_config. */
tc_status tc_system_config_read(const tc_run_options *choice, const char *command, const tc_world *world,
                                const tc_log *log, tc_config **out);

/* Collective. Checks the number of ranks, and sets the threads, the ranks per node and the placement of the
 * world. Errors (on all ranks): TC_USAGE. */
tc_status tc_system_config_prepare_world(const tc_config *config, tc_world *world);

/* Pure. Returns the options of a solve with the config's solver. The caller may set other members. */
tc_system_options tc_system_config_options(const tc_config *config, const tc_strategy *strategy,
                                           const tc_format *storage);

/* Pure. Returns a lower bound of the number of products that all solves need together; 0 if it is unknown.
 * The caller measures the storage formats if this number is large enough. If the user has set the key
 * storage, the result is INT64_MAX, so that storage: auto always measures. */
int64_t tc_system_config_products(const tc_config *config, int64_t right_sides);

#endif
