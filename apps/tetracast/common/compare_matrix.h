/* `tetracast compare` for a matrix file: solves the system with several methods, preconditioners, strategies
 * and block sizes, and prints the same tables as for a config. */
#ifndef TC_APP_COMPARE_MATRIX_H
#define TC_APP_COMPARE_MATRIX_H

#include "comm/world/world.h"
#include "options/options.h"

/* Collective. Compares all pairs of --methods and --preconditioners, with each strategy of --strategies.
 * Without --methods and --preconditioners, compares only strategies: those of --strategies or, without this
 * option, all that compute a solution. `choice`: run options of the command. Errors (on all ranks): TC_USAGE
 * if an option does not apply to matrix files; those of tc_system_comparison_run and
 * tc_method_comparison_check_results; TC_OUTPUT if a report cannot be written. */
tc_status app_compare_matrix(tc_command_call *call, const tc_run_options *choice);

#endif
