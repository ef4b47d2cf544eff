/* Errors of quotes: checks before the search, and the reason why no case satisfies a request. quote.c calls
 * the checks before it counts any case, because counting may take minutes. Not collective. */
#ifndef TC_RUN_DRY_RUN_QUOTE_ERRORS_H
#define TC_RUN_DRY_RUN_QUOTE_ERRORS_H

#include "run/dry_run/quote.h"

/* Checks that a machine file contains the parameters of the setup that every job needs. If a case has several
 * nodes, also checks that it contains the parameters of the network. Without a machine file, missing
 * parameters may have defaults. Errors: TC_USAGE with the name of the first missing parameter. */
tc_status tc_quote_check_machine(const tc_quote_request *request, const tc_dry_run *runs,
                                 const tc_dry_run_machine *machine);

/* Logs a warning if the machine file was measured with one rank and its nodes may have more cores. The
 * bandwidth of a node with more ranks is then unknown, and assumed to be that of one core. */
void tc_quote_warn_machine(const tc_dry_run *runs, const tc_dry_run_machine *machine);

/* Checks that the number of steps is known before the run. Errors: TC_USAGE if it is unknown. */
tc_status tc_quote_check_steps(const tc_dry_run *runs);

/* Returns the memory of a node in bytes that a job may use; 0 if it is unknown. Without a machine file it is
 * the memory of this host, unless `machine` states another one. */
double tc_quote_node_memory_B(const tc_dry_run *runs, const tc_dry_run_machine *machine);

/* Returns the error if quote->chosen is -1: TC_INTERNAL with the best case and a remedy, or TC_USAGE with the
 * missing parameters if no case has a forecast. Otherwise returns TC_OK. `model` is the index of the results'
 * main model. */
tc_status tc_quote_check_choice(const tc_quote_request *request, const tc_dry_run *runs,
                                const tc_dry_run_machine *machine, const tc_quote_result *result, int model);

#endif
