/* `tetracast compare` for a matrix file: solves the system with several methods, preconditioners, strategies
 * and block sizes, and prints the tables of configs. */
#ifndef TC_APP_COMPARE_MATRIX_H
#define TC_APP_COMPARE_MATRIX_H

#include "comm/world/world.h"
#include "options/options.h"

/* Collective. Compares the pairs of --methods and --preconditioners with the strategies of --strategies. If
 * none of the first two options is given, compares strategies: those of the command line, or all that give a
 * solution. `choice` are the run options of the command. Errors (on all ranks): TC_USAGE if an option is not
 * for matrix files; those of tc_system_comparison_run and tc_method_comparison_check_results; TC_OUTPUT if a
 * report cannot be written. */
tc_status app_compare_matrix(tc_command_call *call, const tc_run_options *choice);

#endif
