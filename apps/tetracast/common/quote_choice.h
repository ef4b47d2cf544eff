/* Options of `tetracast quote`, and the request for the search, which is derived from the options, the config
 * and the machine. Not collective. Errors are TC_USAGE and name the option. */
#ifndef TC_APP_QUOTE_CHOICE_H
#define TC_APP_QUOTE_CHOICE_H

#include "options/options.h"
#include "run/dry_run/quote.h"

/* Values of all options of the command. Each is zero if the option is not given. */
typedef struct app_quote_options {
  app_options app; /* values of the options that several commands share */
  double deadline_s, budget_hours, level;
  int32_t max_nodes;
  tc_option_numbers threads;
  TC_OPTION_ENTRY_LIST(tc_format) storages;
  const char *partition, *account;
  app_name_list modules;
} app_quote_options;

/* Request together with the lists to which it points. Must not be copied, because the pointers would refer to
 * the original. */
typedef struct app_quote_choice {
  tc_quote_request request;
  app_strategies strategies;
  int storages;
  const tc_format *storage[TC_OPTION_ENTRIES];
} app_quote_choice;

/* Chooses the cases of the search. Without --nodes, the numbers of nodes are the powers of 2 up to
 * --max-nodes or, without this option, up to the number of nodes in the machine file. If neither options nor
 * config set ranks and threads, they use all cores of a node. `machine` has the content of the machine file.
 * It is zero for the machine on which the program runs, which has one node and is measured for one number of
 * threads. Errors: TC_USAGE if the options contradict each other, the config or the machine. */
tc_status app_quote_choose(const app_quote_options *options, const tc_config *config,
                           const tc_machine *machine, app_quote_choice *out);

/* Sets the values with which the job is submitted to SLURM. Options replace the values of the machine file.
 * Errors: TC_USAGE if a text is too long, or if the machine requires an account and --account is not given.
 * `place` is the path of the machine file, with which messages begin. */
tc_status app_quote_choose_slurm(const app_quote_options *options, const char *place,
                                 const tc_machine_slurm *machine, tc_machine_slurm *out);

/* Sets the identity in *machine, which is the name under which forecast records are stored, to the value of
 * --identity. Without this option, sets it to CLUSTER-PARTITION, unless the machine file has an identity for
 * the partition of the job. The cluster name is the first part of the identity in the machine file if that
 * ends with a partition, and otherwise comes from SLURM's environment. Logs a warning if the cluster name is
 * unknown, because the job is then recorded under another name. Errors: TC_USAGE if the option is empty or
 * too long. */
tc_status app_quote_set_identity(const app_quote_options *options, const tc_log *log, tc_machine *machine);

#endif
