/* Options of `tetracast quote`, and the request that follows from them, the config and the machine. Not
 * collective. Errors are TC_USAGE and name the option. */
#ifndef TC_APP_QUOTE_CHOICE_H
#define TC_APP_QUOTE_CHOICE_H

#include "options/options.h"
#include "run/dry_run/quote.h"

/* Values of all options of the command. Each is zero if the option is not given. */
typedef struct app_quote_options {
  app_options app; /* values of the options of tetracast */
  double deadline_s, budget_hours, level;
  int32_t max_nodes;
  tc_option_numbers threads;
  TC_OPTION_ENTRY_LIST(tc_format) storages;
  const char *partition, *account;
  app_name_list modules;
} app_quote_options;

/* Request with the lists that it borrows. Must not be copied. */
typedef struct app_quote_choice {
  tc_quote_request request;
  app_strategies strategies;
  int storages;
  const tc_format *storage[TC_OPTION_ENTRIES];
} app_quote_choice;

/* Chooses the cases of the search. Numbers of nodes that the options do not state are powers of 2 up to
 * --max-nodes, or up to the number of nodes of the machine file. Ranks and threads that neither options nor
 * config state use all cores of a node. `machine` is the machine file; zero for this machine, which has one
 * node and one number of threads. Errors: TC_USAGE if the options contradict each other, the config or the
 * machine. */
tc_status app_quote_choose(const app_quote_options *options, const tc_config *config,
                           const tc_machine *machine, app_quote_choice *out);

/* Sets how the job is submitted: the values of the machine file, replaced by those of the options. Errors:
 * TC_USAGE if a text is too long, or if the machine requires an account and --account is not given. `place`
 * is the path of the machine file, with which messages begin. */
tc_status app_quote_choose_slurm(const app_quote_options *options, const char *place,
                                 const tc_machine_slurm *machine, tc_machine_slurm *out);

/* Sets the identity in *machine, which selects the records, to the option --identity or to that of jobs in
 * the partition of the job: CLUSTER-PARTITION. The name of the cluster is that of the environment. If an
 * identity in the machine file ends with the partition of the file, the name is the beginning of this
 * identity. Logs a warning if the name is unknown, because the job is then recorded under another name.
 * Errors: TC_USAGE if the option is empty or too long. */
tc_status app_quote_set_identity(const app_quote_options *options, const tc_log *log, tc_machine *machine);

#endif
